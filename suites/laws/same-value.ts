import { compareInstants, instantOf } from '../../engine/oracle/instants.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { isSameId } from '../../engine/session/same-id.js';
import { sameJson } from '../../engine/session/validation.js';

/** By how much numbers differ that were computed in another order, relative to the larger one. */
const NOISE = 1e-9;

/**
 * Whether two values of a field are equivalent: null and absent are, and so are ids that differ only in case, two
 * spellings of one moment, and numbers that differ only by the error of floating-point arithmetic.
 */
export function sameValue(name: string, one: unknown, other: unknown): boolean {
  if (sameJson(one ?? null, other ?? null)) return true;
  if (typeof one === 'number' && typeof other === 'number') return isNoise(one, other);
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (/Id$|^id$/.test(name)) return isSameId(one, other);
  return isSameMoment(one, other);
}

/** Whether a list shows a value of a field in any record: it may show null for what it does not load. */
export function isLoaded(items: readonly JsonRecord[], name: string): boolean {
  return items.some((item) => (item[name] ?? null) !== null);
}

function isNoise(one: number, other: number): boolean {
  const areWhole = Number.isInteger(one) && Number.isInteger(other);
  return !areWhole && Math.abs(one - other) <= NOISE * Math.max(Math.abs(one), Math.abs(other));
}

function isSameMoment(one: string, other: string): boolean {
  const [left, right] = [instantOf(one), instantOf(other)];
  if (left === null || right === null || left.zoned !== right.zoned) return false;
  return left.shown !== 'day' && right.shown !== 'day' && compareInstants(left, right) === 0;
}

/** Whether two values are equivalent, at any depth; the order of arrays is not documented. */
export function sameAtAnyDepth(name: string, one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const [left, right] = [membersOf(one), membersOf(other)];
  if (left === null || right === null) {
    if (!isRecord(one) || !isRecord(other)) return sameValue(name, one, other);
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
      sameAtAnyDepth(key, one[key], other[key]),
    );
  }
  return left.length === right.length && left.every((value, index) => sameAtAnyDepth(name, value, right[index]));
}

/** The members of an array or an index-keyed object, in an order that does not depend on theirs; `null` for other values. */
function membersOf(value: unknown): readonly unknown[] | null {
  const isIndexed = isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
  if (!Array.isArray(value) && !isIndexed) return null;
  const keyed = Object.values(value).map((member) => ({ member, key: JSON.stringify(member) }));
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ member }) => member);
}
