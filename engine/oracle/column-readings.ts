import type { DataType } from '../../contract/query-language.js';
import { type Collation, FILTER_COLLATIONS } from './collations.js';

/**
 * How a store compares the dates and numbers of a field: as shown; dates truncated to the second, or to the day if only
 * days are shown; more precisely than shown (a stored fraction that is not displayed, a binary fraction); dates without
 * a zone, or without a time, in a zone other than UTC.
 */
export type Precision = 'as shown' | 'second' | 'day' | 'finer' | 'another zone';

/** What a store holds for a null: nothing, the empty value ('', 0, false), or a value below all others. */
export type Stored = 'nothing' | 'empty' | 'lowest';

/** How a store compares the values of one field; only the parts for the type of the field matter. */
export interface ColumnReading {
  readonly text: Collation;
  readonly precision: Precision;
  readonly nullIs: Stored;
}

const [binary] = FILTER_COLLATIONS as readonly [Collation];
const plain: ColumnReading = { text: binary, precision: 'as shown', nullIs: 'nothing' };

function product(part: readonly Partial<ColumnReading>[], nulls: readonly Stored[]): ColumnReading[] {
  return nulls.flatMap((nullIs) => part.map((own) => ({ ...plain, ...own, nullIs })));
}

/**
 * The readings of a field of each type, the most common first. Fields are read separately because columns have
 * collations and precisions of their own; a field has one reading for all operators.
 */
export const COLUMN_READINGS: Readonly<Record<DataType, readonly ColumnReading[]>> = {
  string: product(
    FILTER_COLLATIONS.map((text) => ({ text })),
    ['nothing', 'empty'],
  ),
  number: product([{ precision: 'as shown' }, { precision: 'finer' }], ['nothing', 'empty', 'lowest']),
  boolean: product([{}], ['nothing', 'empty']),
  date: product(
    (['as shown', 'second', 'day', 'finer', 'another zone'] as const).map((precision) => ({ precision })),
    ['nothing', 'lowest'],
  ),
};
