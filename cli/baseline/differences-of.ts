import { placesOf } from '../../schemas/check-places.js';
import type { Acceptance, Check, RunReport } from '../../schemas/generated/touchstone.js';

/** A kind of place at which a check failed, and why it is already accepted there, if it is. */
export interface CheckDifference {
  readonly check: Check;
  readonly at: string;
  readonly accepted?: Acceptance;
}

/** Every kind of place at which a check failed, including those that the report does not list as findings. */
export function differencesOf({ checks }: RunReport): CheckDifference[] {
  const failed = checks.filter(({ outcome, level }) => outcome === 'fail' && level !== 'gap');
  return failed.flatMap((check) => placesOf(check).map((place) => ({ check, ...place })));
}
