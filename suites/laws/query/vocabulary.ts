import type { DataType } from '../../../contract/query-language.js';
import { Table } from '../../../engine/oracle/table.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import type { JsonRecord, Walk } from '../../../engine/session/page.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { fieldValuesOf } from '../../../generators/values/field-values-of.js';
import { fieldsOf } from '../fields.js';
import { findSlice } from './slice.js';

const TYPES: Readonly<Record<string, DataType>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'date',
  'local-date-time': 'date',
};
/** Fields of each type that expressions are made of: few, so that each meets every operator. */
const FIELDS: Readonly<Record<DataType, number>> = { string: 2, number: 2, boolean: 1, date: 1 };
const ALL_TYPES = Object.keys(FIELDS) as DataType[];

/** What expressions over a list are made of, and the records that their answers are judged by. */
export interface Vocabulary {
  /** The whole list, or the slice of a large one. */
  readonly whole: Walk;
  /** The filter that selects the slice; `null` where the list was read whole. */
  readonly scope: string | null;
  readonly table: Table;
  readonly fields: readonly FieldValues[];
}

/**
 * The documented fields of a list that hold one value each, a few of each type: those with most different values, since
 * they tell most. Of a list that is larger than what is read of it, a slice is taken. Inconclusive where no filter selects
 * one, or where there is nothing to ask for.
 */
export function vocabularyOf(context: AskContext): Promise<Vocabulary> {
  return context.world.recall(`vocabulary ${context.operation.id}`, async () => {
    const { whole, scope } = await known(context);
    const types = Object.entries(fieldsOf(context.operation)).flatMap(([field, kind]) =>
      TYPES[kind] === undefined ? [] : [[field, TYPES[kind]] as const],
    );
    const held = fieldValuesOf(whole.items, types).filter(({ values }) => values.length > 0);
    // Fractions may be stored rounded, so that less can be said of them than of integers.
    const exact = (field: string) => Number(fieldsOf(context.operation)[field] !== 'number');
    const telling = held.toSorted(
      (one, other) => exact(other.field) - exact(one.field) || tells(other, whole.items) - tells(one, whole.items),
    );
    const fields = ALL_TYPES.flatMap((type) => telling.filter((one) => one.type === type).slice(0, FIELDS[type]));
    if (fields.length === 0) context.inconclusive('no documented field holds a value to ask for');
    const table = new Table(whole.items, Object.fromEntries(types));
    if (table.all.every((word) => word === 0))
      context.inconclusive('no record has an id of its own in the list, so that no answer says which it means');
    return { whole, scope, table, fields };
  });
}

/** The records to judge by: the whole list, or a slice of it. */
async function known(context: AskContext): Promise<Pick<Vocabulary, 'whole' | 'scope'>> {
  const read = await context.collection();
  if (!read.partial) return { whole: read, scope: null };
  const { slice, fault } = await findSlice(context, read);
  if (fault !== null) context.inconclusive(`${fault.message} (see filter.grammar)`);
  if (slice === null)
    return context.inconclusive('the list is larger than what is read, and no filter selects a slice');
  context.world.recordSlice(context.operation, slice.list.items.length);
  return { whole: slice.list, scope: slice.filter };
}

/** A filter within the slice that expressions are asked of. */
export function withinScope({ scope }: Pick<Vocabulary, 'scope'>, text: string): string {
  return scope === null ? text : `(${scope}) -and (${text})`;
}

/** How much a field tells: many values, but not one for each record, so that an expression answers some and not all. */
function tells({ values }: FieldValues, items: readonly JsonRecord[]): number {
  return values.length === items.length ? items.length / 2 : values.length;
}
