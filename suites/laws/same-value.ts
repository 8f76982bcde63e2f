import { compareInstants, instantOf } from '../../engine/oracle/instants.js';
import { isSameId } from '../../engine/session/same-id.js';
import { sameJson } from '../../engine/session/validation.js';

/**
 * Whether two values of a field are equivalent: null and absent are, and so are ids that differ only in case, and two
 * spellings of one moment.
 */
export function sameValue(name: string, one: unknown, other: unknown): boolean {
  if (sameJson(one ?? null, other ?? null)) return true;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (/Id$|^id$/.test(name)) return isSameId(one, other);
  return isSameMoment(one, other);
}

function isSameMoment(one: string, other: string): boolean {
  const [left, right] = [instantOf(one), instantOf(other)];
  if (left === null || right === null || left.zoned !== right.zoned) return false;
  return left.shown !== 'day' && right.shown !== 'day' && compareInstants(left, right) === 0;
}
