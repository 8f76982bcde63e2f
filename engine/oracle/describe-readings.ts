import { COLUMN_READINGS } from './column-readings.js';
import { NULL_POLICIES } from './null-policies.js';
import type { Settled } from './settle.js';
import { SORT_READINGS, USUAL } from './sort-readings.js';
import type { Table } from './table.js';
import { NO, UNKNOWN } from './truth.js';

/**
 * What the filters of a run tell of a target, for a reader: `text: case-insensitive; -ne leaves out nulls`. Only what
 * the answers tell is said; the empty text where they tell nothing.
 */
export function describeFilterReadings(table: Table, { policies, readings }: Settled): string {
  const left = policies.map((index) => NULL_POLICIES[index]);
  const all = (test: (policy: (typeof NULL_POLICIES)[number]) => boolean) =>
    left.length > 0 && left.every((policy) => policy !== undefined && test(policy));
  const told = (name: string, yes: boolean, no: boolean) =>
    yes ? [`${name} answers nulls`] : no ? [`${name} leaves out nulls`] : [];
  return [
    ...byField(table, readings, 'text', 'string', (index) => COLUMN_READINGS.string[index]?.text.name),
    ...byField(table, readings, 'dates', 'date', (index) => COLUMN_READINGS.date[index]?.precision),
    ...byField(table, readings, 'nulls are stored as', null, (index, type) => COLUMN_READINGS[type][index]?.nullIs),
    ...told(
      '-ne',
      all(({ differs }) => differs),
      all(({ differs }) => !differs),
    ),
    ...told(
      '-notcontains',
      all(({ lacks }) => lacks),
      all(({ lacks }) => !lacks),
    ),
    ...told(
      '-not of -eq',
      all(({ equality }) => equality === NO),
      all(({ equality }) => equality === UNKNOWN),
    ),
    ...told(
      '-not of an order',
      all(({ order }) => order === NO),
      all(({ order }) => order === UNKNOWN),
    ),
    ...(all(({ emptyIsNull }) => emptyIsNull) ? ['the empty text is a null'] : []),
  ].join('; ');
}

/** What the sorts of a run tell of a target: `text: binary; null: last`. */
export function describeSortReadings(table: Table, { readings, usual }: Settled): string {
  const tried = (type: Type) => SORT_READINGS[type].slice(0, usual === true ? USUAL[type] : undefined);
  return [
    ...byField(table, readings, 'text', 'string', (index) => tried('string')[index]?.text.name),
    ...byField(table, readings, 'booleans', 'boolean', (index) =>
      SORT_READINGS.boolean[index]?.trueFirst ? 'true first' : 'false first',
    ),
    ...byField(table, readings, 'null', null, (index, type) => tried(type)[index]?.nulls),
  ].join('; ');
}

type Type = keyof typeof COLUMN_READINGS;

/** `label: name`, or with the fields behind it where they differ; nothing of fields whose answers exclude no name. */
function byField(
  table: Table,
  readings: Settled['readings'],
  label: string,
  wanted: Type | null,
  nameOf: (index: number, type: Type) => string | undefined,
): string[] {
  const found = new Map<string, string[]>();
  for (const [field, left] of readings) {
    const type = table.column(field)?.type;
    if (type === undefined || (wanted !== null && type !== wanted)) continue;
    const possible = new Set(COLUMN_READINGS[type].concat().keys());
    for (const index of SORT_READINGS[type].keys()) possible.add(index);
    const count = new Set([...possible].map((index) => nameOf(index, type)).filter((name) => name !== undefined)).size;
    const names = [...new Set(left.map((index) => nameOf(index, type)).filter((name) => name !== undefined))];
    if (names.length === count || names.length === 0) continue;
    const text = names.length > 3 ? `${names[0]} or ${names.length - 1} others` : names.join(' or ');
    found.set(text, [...(found.get(text) ?? []), field]);
  }
  if (found.size === 1) return [...found.keys()].map((text) => `${label}: ${text}`);
  return [...found].map(([text, fields]) => `${label} (${fields.join(', ')}): ${text}`);
}
