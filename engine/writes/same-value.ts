import { sameJson } from '../session/validation.js';

/** Whether two values of a field are the same; null and a field that is absent are. */
export function isSame(left: unknown, right: unknown): boolean {
  return sameJson(left ?? null, right ?? null);
}
