import type { Check } from '../schemas/generated/touchstone.js';

/** A check that the document itself decides, and that failed. */
export function isFailure(check: Check): boolean {
  return check.outcome === 'fail' && check.level === 'must';
}

/** A check that failed at a level which the document does not demand; only a strict run fails for it. */
export function isReservation(check: Check): boolean {
  return check.outcome === 'fail' && check.level !== 'must';
}

/** How many checks are of a kind. */
export function count(checks: readonly Check[], is: (check: Check) => boolean): number {
  return checks.filter(is).length;
}
