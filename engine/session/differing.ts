import type { JsonRecord } from './page.js';
import { isSameUuid } from './same-id.js';
import { sameJson } from './validation.js';

/** Whether two values of the field `name` are equal. */
type SameValue = (name: string, left: unknown, right: unknown) => boolean;

const orNull: SameValue = (_name, left, right) => sameJson(left ?? null, right ?? null) || isSameUuid(left, right);

/**
 * The names of the fields in which two records differ: of `names`, by default all fields of both. By default null and
 * absent count as equal, and so does a UUID in another letter case.
 */
export function differing(
  left: JsonRecord,
  right: JsonRecord,
  names: readonly string[] = [...new Set([...Object.keys(left), ...Object.keys(right)])],
  same: SameValue = orNull,
): string[] {
  return names.filter((name) => !same(name, left[name], right[name]));
}
