import { plural } from '../../numbers/plural.js';
import type { RunReport, SoakReport } from '../../schemas/generated/touchstone.js';

/** The share of the requested rate that has to be sent: below it, the target was not tested under that load. */
const ENOUGH = 0.9;

/** So many errors in a row are no outage of a moment. */
const IN_A_ROW = 10;

type Verdict = Pick<SoakReport, 'verdict' | 'verdictReason'>;

/** What decides the verdict of a soak. */
export interface SoakOutcome
  extends Pick<SoakReport, 'interrupted' | 'load' | 'rounds' | 'checks' | 'operations' | 'errors'> {
  /** The verdicts of the rounds; of one that was cut short, only if it found that the target does not conform. */
  readonly verdicts: readonly Pick<RunReport, 'verdict' | 'verdictReason'>[];
  /** Why the soak ended after its first round: the target cannot be tested. `null` if it can. */
  readonly untested: string | null;
  /** How many of the last requests had no response but an error: the last round has been cut, and shows nothing. */
  readonly errorsAtEnd: number;
  readonly strict: boolean;
}

/**
 * The verdict of a soak: one failed round is enough for a target that does not conform, and all rounds have to conform,
 * under the requested load, for one that does.
 */
export function soakVerdict(outcome: SoakOutcome): Verdict {
  const { verdicts, untested, errorsAtEnd, rounds, interrupted, load, checks, operations, errors, strict } = outcome;
  const inconclusive = (verdictReason: string): Verdict => ({ verdict: 'inconclusive', verdictReason });
  if (verdicts.some(({ verdict }) => verdict === 'does-not-conform')) {
    const failed = checks.filter((check) => check.failed > 0 && (check.level === 'must' || strict));
    const sometimes = failed.filter(({ passed }) => passed > 0).length;
    const some = sometimes === 0 ? '' : `, ${sometimes} of them only at times`;
    return {
      verdict: 'does-not-conform',
      verdictReason: `${plural(failed.length, 'check')} failed${some}`,
    };
  }
  if (interrupted) return inconclusive('the soak was interrupted');
  if (untested !== null) return inconclusive(`the soak ended after its first round: ${untested}`);
  const open = verdicts.find(({ verdict }) => verdict !== 'conforms');
  if (open !== undefined) return inconclusive(`a round was ${open.verdict}: ${open.verdictReason}`);
  if (rounds.complete === 0 && errors.length > 0 && operations.every(({ latency }) => latency === undefined)) {
    const kinds = errors.map(({ kind, count }) => `${kind}: ${count}`).join(', ');
    return inconclusive(`no request got a response (${kinds}); run \`touchstone doctor\` with the same target`);
  }
  if (rounds.complete === 0) {
    return inconclusive(
      'not one round of the checks was complete; use a longer --for, a higher --rps or --budget quick',
    );
  }
  if (errorsAtEnd >= IN_A_ROW)
    return inconclusive(`the last ${plural(errorsAtEnd, 'request')} of the soak got no response but errors`);
  if (load.reached < ENOUGH * load.rps) {
    return inconclusive(
      `${load.reached} requests per second were sent instead of ${load.rps}; the target or this machine is too slow for the rate`,
    );
  }
  return {
    verdict: 'conforms',
    verdictReason: `no requirement failed in ${plural(rounds.complete, 'complete round')}`,
  };
}
