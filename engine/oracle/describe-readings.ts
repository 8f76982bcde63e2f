import { COLUMN_READINGS } from './column-readings.js';
import { NULL_POLICIES } from './null-policies.js';
import type { Settled } from './settle.js';
import { SORT_READINGS, USUAL } from './sort-readings.js';
import type { Table } from './table.js';
import { NO, UNKNOWN } from './truth.js';

/** The readings that the responses of a run leave possible for one topic, by name. */
interface PossibleReadings {
  /** The topic: `text`, `null`, `-ne`. */
  readonly label: string;
  /** The field it applies to; `null` for all fields. */
  readonly field: string | null;
  readonly names: readonly string[];
}

/** The readings that the filters of a run leave possible; topics without an excluded reading are omitted. */
export function filterReadings(table: Table, { policies, readings }: Settled): PossibleReadings[] {
  const left = policies.map((index) => NULL_POLICIES[index]);
  const all = (test: (policy: (typeof NULL_POLICIES)[number]) => boolean) =>
    left.length > 0 && left.every((policy) => policy !== undefined && test(policy));
  const about = (label: string, yes: boolean, no: boolean): PossibleReadings[] =>
    yes || no ? [{ label, field: null, names: [yes ? 'answers nulls' : 'leaves out nulls'] }] : [];
  return [
    ...byField(table, readings, 'text', 'string', (index) => COLUMN_READINGS.string[index]?.text.name),
    ...byField(table, readings, 'dates', 'date', (index) => COLUMN_READINGS.date[index]?.precision),
    ...byField(table, readings, 'nulls are stored as', null, (index, type) => COLUMN_READINGS[type][index]?.nullIs),
    ...about(
      '-ne',
      all(({ differs }) => differs),
      all(({ differs }) => !differs),
    ),
    ...about(
      '-notcontains',
      all(({ lacks }) => lacks),
      all(({ lacks }) => !lacks),
    ),
    ...about(
      '-not of -eq',
      all(({ equality }) => equality === NO),
      all(({ equality }) => equality === UNKNOWN),
    ),
    ...about(
      '-not of an order',
      all(({ order }) => order === NO),
      all(({ order }) => order === UNKNOWN),
    ),
    ...(all(({ emptyIsNull }) => emptyIsNull) ? [{ label: 'the empty text', field: null, names: ['is a null'] }] : []),
  ];
}

/** The readings that the sorts of a run leave possible; topics without an excluded reading are omitted. */
export function sortReadings(table: Table, { readings, usual }: Settled): PossibleReadings[] {
  const tried = (type: Type) => SORT_READINGS[type].slice(0, usual === true ? USUAL[type] : undefined);
  return [
    ...byField(table, readings, 'text', 'string', (index) => tried('string')[index]?.text.name),
    ...byField(table, readings, 'booleans', 'boolean', (index) =>
      SORT_READINGS.boolean[index]?.trueFirst ? 'true first' : 'false first',
    ),
    ...byField(table, readings, 'null', null, (index, type) => tried(type)[index]?.nulls),
  ];
}

/**
 * Readings as text for the user: `text: binary; null (name, vendor): last; -ne answers nulls`. Empty if nothing is
 * known.
 */
export function describeReadings(readings: readonly PossibleReadings[]): string {
  const labels = [...new Set(readings.map(({ label }) => label))];
  return labels
    .flatMap((label) =>
      described(
        label,
        readings.filter((one) => one.label === label),
      ),
    )
    .join('; ');
}

/** Readings for comparing runs: the possible names by topic. */
export function readingsByAspect(readings: readonly PossibleReadings[]): Record<string, string[]> {
  return Object.fromEntries(
    readings.map(({ label, field, names }) => [field === null ? label : `${label} (${field})`, [...names]]),
  );
}

function described(label: string, left: readonly PossibleReadings[]): string[] {
  const found = new Map<string, string[]>();
  for (const { field, names } of left) {
    if (field === null) return [`${label} ${names.join(' or ')}`];
    const text = names.length > 3 ? `${names[0]} or ${names.length - 1} others` : names.join(' or ');
    found.set(text, [...(found.get(text) ?? []), field]);
  }
  if (found.size === 1) return [...found.keys()].map((text) => `${label}: ${text}`);
  return [...found].map(([text, fields]) => `${label} (${fields.join(', ')}): ${text}`);
}

type Type = keyof typeof COLUMN_READINGS;

/** The possible names for each field; fields without an excluded name are omitted. */
function byField(
  table: Table,
  readings: Settled['readings'],
  label: string,
  wanted: Type | null,
  nameOf: (index: number, type: Type) => string | undefined,
): PossibleReadings[] {
  return [...readings].flatMap(([field, left]) => {
    const type = table.column(field)?.type;
    if (type === undefined || (wanted !== null && type !== wanted)) return [];
    const possible = new Set(COLUMN_READINGS[type].concat().keys());
    for (const index of SORT_READINGS[type].keys()) possible.add(index);
    const count = new Set([...possible].map((index) => nameOf(index, type)).filter((name) => name !== undefined)).size;
    const names = [...new Set(left.map((index) => nameOf(index, type)).filter((name) => name !== undefined))];
    return names.length === count || names.length === 0 ? [] : [{ label, field, names }];
  });
}
