import { sameJson } from '../session/validation.js';

/** Whether two values of a field are equal; null and absent count as equal. */
export function isSame(left: unknown, right: unknown): boolean {
  return sameJson(left ?? null, right ?? null);
}
