import { compareInstants, instantOf } from '../../engine/oracle/instants.js';
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

function isNoise(one: number, other: number): boolean {
  const areWhole = Number.isInteger(one) && Number.isInteger(other);
  return !areWhole && Math.abs(one - other) <= NOISE * Math.max(Math.abs(one), Math.abs(other));
}

function isSameMoment(one: string, other: string): boolean {
  const [left, right] = [instantOf(one), instantOf(other)];
  if (left === null || right === null || left.zoned !== right.zoned) return false;
  return left.shown !== 'day' && right.shown !== 'day' && compareInstants(left, right) === 0;
}
