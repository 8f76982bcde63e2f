import type { Evidence } from '../session/ask-context.js';
import type { Seen } from '../session/seen.js';
import { countRecords, JudgeState } from './judge-state.js';
import type { PlannedCheck } from './plan.js';
import { type Result, withoutEvidence } from './result.js';
import { isJudge } from './rule.js';

/** What the judge checks of a run have found so far. */
export class JudgeStates {
  /** By operation id, and then by check id. */
  readonly #states = new Map<string, Map<string, JudgeState>>();

  constructor(checks: readonly PlannedCheck[]) {
    for (const { id, operation, rule } of checks) {
      if (!isJudge(rule)) continue;
      const own = this.#states.get(operation.id) ?? new Map<string, JudgeState>();
      this.#states.set(operation.id, own.set(id, new JudgeState(rule)));
    }
  }

  /** Passes a response to the checks of its operation. */
  accept(seen: Seen): void {
    const states = this.#states.get(seen.operation.id);
    if (states === undefined) return;
    const records = countRecords(seen.operation, seen.body);
    for (const state of states.values()) {
      const { rejections = false, accepted = false, unanswered = false } = state.rule;
      if (rejections !== (seen.rejected !== undefined) || (seen.accepted === true && !accepted)) continue;
      if (seen.unanswered === true && !unanswered) continue;
      state.accept(seen, records);
    }
  }

  /** The result of a check; `null` if no response has decided it. */
  resultOf(check: PlannedCheck): Result | null {
    const state = this.#states.get(check.operation.id)?.get(check.id);
    if (state === undefined) return null;
    const { evidence, internalError, decided } = state;
    if (evidence.length > 0) return { ...withoutEvidence(check, 'fail', null), evidence: byRequest(evidence) };
    if (internalError !== null)
      return withoutEvidence(check, 'error', `internal error in touchstone: ${internalError}`);
    return decided > 0 ? withoutEvidence(check, 'pass', null) : null;
  }
}

/** Evidence in the order of its URLs: responses arrive in any order, and a report must be reproducible. */
function byRequest(evidence: readonly Evidence[]): Evidence[] {
  const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
  return evidence.toSorted((one, other) => compare(one.answer.request.url, other.answer.request.url));
}
