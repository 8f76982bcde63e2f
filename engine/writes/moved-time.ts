import { compareInstants, instantOf } from '../oracle/instants.js';

/** How far the clock of a target, or its zone, may be off, in milliseconds. */
const OFF_MS = 86_400_000;

/**
 * Whether a time has become about the present time: a target may count a write as activity of the record, which the document
 * does not rule out. A value of null or none may have become a time in the same way. A date without a time is no activity.
 */
export function isMovedTime(was: unknown, is: unknown): boolean {
  if (typeof is !== 'string') return false;
  const [before, after] = [typeof was === 'string' ? instantOf(was) : null, instantOf(is)];
  if (after === null || after.shown === 'day' || Math.abs(after.time - Date.now()) > OFF_MS) return false;
  return before === null ? (was ?? null) === null : compareInstants(before, after) < 0;
}

/** Whether a time differs only by such a move, in either direction: a later read may be of an earlier state. */
export function isMovedEitherWay(one: unknown, other: unknown): boolean {
  return isMovedTime(one, other) || isMovedTime(other, one);
}
