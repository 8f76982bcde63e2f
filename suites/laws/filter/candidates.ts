import type { JsonRecord } from '../../../engine/session/page.js';
import { isPlainAbroad, isPlainValue } from './plain-value.js';

/** The number of records with one value from which a filter by it has several pages. */
const REPEATED = 3;

/** A field that the target can filter, with values that need no escape. */
export interface Filterable {
  readonly field: string;
  /** A value that few records have. */
  readonly rare: string;
  /** The value that most records have. */
  readonly common: string;
  /** How many of the records that were read have the common value. */
  readonly matches: number;
}

/**
 * The first fields, the last of which is replaced by the one with the most frequent value if none of them has a value
 * that several records share: names and ids come first in a record, and a filter by them has no second page.
 */
export function withRepeated<One extends Pick<Filterable, 'matches'>>(fields: readonly One[], most: number): One[] {
  const first = fields.slice(0, most);
  const [repeated] = fields.toSorted((one, other) => other.matches - one.matches);
  const enough = repeated === undefined || repeated.matches < REPEATED || first.some(isRepeated);
  return enough ? first : [...first.slice(0, -1), repeated];
}

/** Whether a filter by the value that most records have has several pages. */
export const isRepeated = ({ matches }: Pick<Filterable, 'matches'>): boolean => matches >= REPEATED;

/** The suitable values of a field, each with the number of records that have it, the rarest first. */
export function valuesByCount(
  items: readonly JsonRecord[],
  field: string,
  isSuitable: (value: unknown) => value is string,
): [string, number][] {
  const counts = new Map<string, number>();
  for (const { [field]: value } of items) if (isSuitable(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => one - other);
}

/**
 * The rarest and the most frequent plain value of a field, of other scripts only where none is ASCII; `null` if it has none. Of
 * several rare values it is the last one: a target may search the first records alone.
 */
export function valuesOf(items: readonly JsonRecord[], field: string): Filterable | null {
  const plain = valuesByCount(items, field, isPlainValue);
  const ordered = plain.length > 0 ? plain : valuesByCount(items, field, isPlainAbroad);
  const rare = ordered.findLast(([, count]) => count === ordered[0]?.[1]);
  const common = ordered.at(-1);
  return rare === undefined || common === undefined
    ? null
    : { field, rare: rare[0], common: common[0], matches: common[1] };
}
