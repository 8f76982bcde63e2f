import type { Answer } from '../client/answer.js';
import type { Cause } from '../client/failure.js';
import type { Evidence, Observed } from '../session/ask-context.js';
import type { PlannedCheck } from './plan.js';

export type Outcome = 'pass' | 'fail' | 'inconclusive' | 'not-applicable' | 'excluded' | 'error';

/** What came of a check, with the answers that show it. */
export interface Result {
  readonly check: PlannedCheck;
  readonly outcome: Outcome;
  /** Why it is no pass; `null` for a pass and a fail. */
  readonly reason: string | null;
  /** What kept the target from answering, where the check is inconclusive for that. */
  readonly cause?: Cause | null;
  readonly evidence: readonly Evidence[];
  readonly observed: readonly Observed[];
  readonly durationMs: number;
  /** The last answer that the check itself asked for. */
  readonly last?: Answer | undefined;
  /** It could not be decided because the target showed no data for it. */
  readonly lacksData?: true;
  /** The answer of the second look in which a difference did not show again. */
  readonly second?: Answer | undefined;
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
