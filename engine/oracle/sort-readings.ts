import type { DataType } from '../../contract/query-language.js';
import { TEXT_ORDERS, type TextOrder, USUAL_TEXTS } from './text-orders.js';

/** The order of two values; `any`: it is undefined, and so is the rest of the sort. */
export type Ordered = 'before' | 'same' | 'after' | 'any';

/** Where a sort puts nulls: always first or last, or as the smallest or largest value, or as the empty value. */
export type NullPlace = 'last' | 'first' | 'smallest' | 'largest' | 'as the empty value';

/** How a store sorts by one field. */
export interface SortReading {
  /** The order of texts; other types have one order. */
  readonly text: TextOrder;
  readonly nulls: NullPlace;
  /** Dates and numbers are stored more precisely than shown, so equal ones may not be ties. */
  readonly finer: boolean;
  /** True comes before false. */
  readonly trueFirst: boolean;
}

const NULL_PLACES: readonly NullPlace[] = ['last', 'first', 'smallest', 'largest', 'as the empty value'];

const [binary] = TEXT_ORDERS as readonly [TextOrder];

function product(parts: readonly Partial<SortReading>[]): SortReading[] {
  const plain = { text: binary, finer: false, trueFirst: false };
  return parts.flatMap((part) => NULL_PLACES.map((nulls) => ({ ...plain, ...part, nulls })));
}

/**
 * The ways to sort by a field of each type, the most common first; those that differ only in the place of nulls are
 * adjacent.
 */
export const SORT_READINGS: Readonly<Record<DataType, readonly SortReading[]>> = {
  string: product(TEXT_ORDERS.map((text) => ({ text }))),
  number: product([{}, { finer: true }]),
  boolean: product([{}, { trueFirst: true }]),
  date: product([{}, { finer: true }]),
};

/** For each reading, the first one that differs from it only in the place of nulls. */
export const NULLS_ASIDE: Readonly<Record<DataType, readonly number[]>> = {
  string: nullsAside('string'),
  number: nullsAside('number'),
  boolean: nullsAside('boolean'),
  date: nullsAside('date'),
};

function nullsAside(type: DataType): number[] {
  return SORT_READINGS[type].map((_reading, index) => index - (index % NULL_PLACES.length));
}

/**
 * The number of readings of a type that are tried first; the others are tried only if these leave something
 * unexplained.
 */
export const USUAL: Readonly<Record<DataType, number>> = {
  string: USUAL_TEXTS * NULL_PLACES.length,
  number: SORT_READINGS.number.length,
  boolean: SORT_READINGS.boolean.length,
  date: SORT_READINGS.date.length,
};
