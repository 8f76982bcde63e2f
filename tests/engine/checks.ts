import type { ClauseId } from '../../contract/clauses/index.js';
import { operation } from '../../contract/operations/index.js';
import type { Level } from '../../contract/types.js';
import type { PlannedCheck } from '../../engine/run/plan.js';
import { type Outcome, type Result, withoutEvidence } from '../../engine/run/result.js';
import type { JudgeRule, Need } from '../../engine/run/rule.js';

interface Given {
  readonly id?: string;
  readonly operation?: string;
  readonly clause?: ClauseId;
  readonly needs?: readonly Need[];
  readonly level?: Level;
}

/** A planned check of a made-up rule. */
export function planned({ id = 'law.rule', operation: of = 'getUsers', ...given }: Given = {}): PlannedCheck {
  const { clause = 'answers.json', needs = ['records'], level = 'must' } = given;
  const rule: JudgeRule = { id, clause, needs, appliesTo: () => true, judge: () => true };
  return { id: `${of}/${id}`, operation: operation(of), rule, level, excluded: null };
}

/** The result of a made-up check. */
export function result(outcome: Outcome, given: Given = {}, reason: string | null = null): Result {
  return withoutEvidence(planned(given), outcome, reason);
}
