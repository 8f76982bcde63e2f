import type { Answer } from '../client/answer.js';
import type { Cause } from '../client/failure.js';
import type { Evidence, Observed } from '../session/ask-context.js';
import type { PlannedCheck } from './plan.js';

export type Outcome = 'pass' | 'fail' | 'inconclusive' | 'not-applicable' | 'excluded' | 'error';

/** The result of a check, with the responses that show it. */
export interface Result {
  readonly check: PlannedCheck;
  readonly outcome: Outcome;
  /** The reason for the outcome; `null` for a pass and a fail. */
  readonly reason: string | null;
  /** The cause if the check is inconclusive because there was no usable response. */
  readonly cause?: Cause | null;
  readonly evidence: readonly Evidence[];
  readonly observed: readonly Observed[];
  readonly durationMs: number;
  /** The last response to a request of the check itself. */
  readonly last?: Answer | undefined;
  /** It is inconclusive because the target has no data for it. */
  readonly lacksData?: true;
  /** The response of the re-run that did not reproduce a difference. */
  readonly second?: Answer | undefined;
  /** The ids of the records that a check that writes got. */
  readonly held?: readonly string[];
}

/** A result without evidence. */
export function withoutEvidence(
  check: PlannedCheck,
  outcome: Outcome,
  reason: string | null,
  cause: Cause | null = null,
): Result {
  return { check, outcome, reason, cause, evidence: [], observed: [], durationMs: 0 };
}
