import type { DataType } from '../../../contract/query-language.js';
import { Table } from '../../../engine/oracle/table.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import type { JsonRecord, Walk } from '../../../engine/session/page.js';
import { OperationSlot } from '../../../engine/session/slot.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { fieldValuesOf } from '../../../generators/values/field-values-of.js';
import { hasExactNumbers } from '../exact-numbers.js';
import { fieldsOf } from '../fields.js';
import { findSlice } from './slice.js';

/** How filters compare the values of a documented type; absent for types that no filter is sent for. */
export const DATA_TYPES: Readonly<Record<string, DataType>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'date',
  'local-date-time': 'date',
};
/** The number of fields of each type in expressions: few, so that each is used with every operator. */
const FIELDS: Readonly<Record<DataType, number>> = { string: 2, number: 2, boolean: 1, date: 1 };
/** The length of the longest text that is sent in a filter, in characters: a target may reject a longer URL. */
const LONGEST = 400;
const ALL_TYPES = Object.keys(FIELDS) as DataType[];

/** What expressions over a list are made of, and the records that judge their results. */
export interface Vocabulary {
  /** The whole list, or the slice of a large one. */
  readonly whole: Walk;
  /** The filter that selects the slice; `null` if the list was read completely. */
  readonly scope: string | null;
  readonly table: Table;
  readonly fields: readonly FieldValues[];
  /** A text that some records have and others do not; `null` if there is none that `fields` does not have. */
  readonly sparse: FieldValues | null;
  /** A number with fractions; `null` if no field shows any. */
  readonly fraction: FieldValues | null;
  /** A field of each documented type of dates that `fields` does not have: a store may keep a date and a time otherwise. */
  readonly dates: readonly FieldValues[];
  /** The other fields with more than one value, but for numbers that may be rounded: each may be compared otherwise. */
  readonly others: readonly FieldValues[];
}

const VOCABULARY = new OperationSlot<Vocabulary>();

/**
 * A few documented fields of each type with a single value: those with the most different values, which distinguish the
 * most. If the list is too large to read completely, a slice is used. Inconclusive if no filter selects a slice, or no
 * field has a value.
 */
export function vocabularyOf(context: AskContext): Promise<Vocabulary> {
  return VOCABULARY.of(context, async () => {
    const { whole, scope } = await known(context);
    const types = Object.entries(fieldsOf(context.operation)).flatMap(([field, kind]) =>
      DATA_TYPES[kind] === undefined || !hasExactNumbers(whole.items, field)
        ? []
        : [[field, DATA_TYPES[kind]] as const],
    );
    const held = fieldValuesOf(whole.items, types)
      .map(withoutLongTexts)
      .filter(({ values }) => values.length > 0);
    // Fractions may be stored rounded, so integers prove more.
    const rounded = new Set(
      types.map(([field]) => field).filter((field) => fieldsOf(context.operation)[field] === 'number'),
    );
    const exact = (field: string) => Number(!rounded.has(field));
    const ranked = held.toSorted(
      (one, other) =>
        exact(other.field) - exact(one.field) || usefulness(other, whole.items) - usefulness(one, whole.items),
    );
    const fields = ALL_TYPES.flatMap((type) => ranked.filter((one) => one.type === type).slice(0, FIELDS[type]));
    if (fields.length === 0) context.inconclusive('no documented field has a value to filter or sort by');
    const isSparse = ({ field, type }: FieldValues) =>
      type === 'string' && whole.items.some((item) => item[field] === null || item[field] === undefined);
    const sparse = fields.some(isSparse) ? null : (ranked.find(isSparse) ?? null);
    const fraction = ranked.find(({ type, values }) => type === 'number' && !values.every(Number.isInteger)) ?? null;
    const kindOf = ({ field }: FieldValues) => fieldsOf(context.operation)[field];
    const kinds = new Set(fields.map(kindOf));
    const dates = ranked.filter(
      (one, index) =>
        one.type === 'date' &&
        !kinds.has(kindOf(one)) &&
        ranked.findIndex((other) => kindOf(other) === kindOf(one)) === index,
    );
    const used = new Set([...fields, ...dates, fraction]);
    const others = ranked.filter((one) => !used.has(one) && !rounded.has(one.field) && one.values.length > 1);
    const table = new Table(whole.items, Object.fromEntries(types), rounded);
    if (table.all.every((word) => word === 0))
      context.inconclusive(
        'no record of the list has an id of its own, so records cannot be distinguished in a result',
      );
    return { whole, scope, table, fields, sparse, fraction, dates, others };
  });
}

function withoutLongTexts(field: FieldValues): FieldValues {
  const values = (field.values as readonly (string | number | boolean)[]).filter(
    (value) => typeof value !== 'string' || value.length <= LONGEST,
  );
  return { ...field, values } as FieldValues;
}

/** The records to judge by: the whole list, or a slice of it. */
async function known(context: AskContext): Promise<Pick<Vocabulary, 'whole' | 'scope'>> {
  const read = await context.collection();
  if (!read.partial) return { whole: read, scope: null };
  const { slice, fault } = await findSlice(context, read);
  if (fault !== null) context.inconclusive(`${fault.message} (see filter.grammar)`);
  if (slice === null)
    return context.inconclusive(
      'the list is too large to read completely, and no filter selects a slice of it',
      read.cause,
    );
  context.world.recordSlice(context.operation, slice.list.items.length);
  return { whole: slice.list, scope: slice.filter };
}

/** A filter restricted to the slice. */
export function withinScope({ scope }: Pick<Vocabulary, 'scope'>, text: string): string {
  return scope === null ? text : `(${scope}) -and (${text})`;
}

/**
 * How useful a field is: many values, but not one for each record, so that expressions match some records and not all.
 */
function usefulness({ values }: FieldValues, items: readonly JsonRecord[]): number {
  return values.length === items.length ? items.length / 2 : values.length;
}
