import type { Result } from '../../run/result.js';
import type { CheckOptions } from '../../target/options.js';
import { Acceptances } from './acceptances.js';

/** Whether the baseline of a run accepts everything that a failed check found; without a baseline it accepts nothing. */
export function acceptsAll({ baseline }: Pick<CheckOptions, 'baseline'>, now: Date): (result: Result) => boolean {
  const acceptances = new Acceptances(baseline?.entries ?? [], now);
  return ({ outcome, check, evidence }) =>
    outcome === 'fail' &&
    evidence.length > 0 &&
    evidence.every(({ difference }) => acceptances.of(check, difference.at) !== undefined);
}
