import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import type { AskContext } from '../session/ask-context.js';
import type { Report, Seen } from '../session/seen.js';
import type { Budget } from '../target/budget.js';
import type { WriteContext } from '../writes/write-context.js';

/**
 * What a rule needs before it can decide anything; the engine checks it, and makes the check inconclusive if it is
 * missing. `answer`: the plain request succeeds. `records`: it succeeds and returns at least one record. `several`: at
 * least three records. `credential`: a credential was given, so that requests without it can be tested.
 */
export type Need = 'answer' | 'records' | 'several' | 'credential';

interface RuleData {
  /** Stable id `<law>.<name>`; with an operation's id it names the check. */
  readonly id: string;
  readonly clause: ClauseId;
  readonly needs: readonly Need[];
  /** The smallest budget in which it runs; all budgets if absent. */
  readonly from?: Budget;
  /** Whether the clause applies to an operation. */
  appliesTo(operation: Operation): boolean;
}

/** A rule that sends requests of its own. */
export interface AskRule extends RuleData {
  ask(context: AskContext): Promise<void>;
}

/** A rule that checks every response of one kind of an operation, whichever check sent the request. */
export interface JudgeRule extends RuleData {
  /** It checks the responses that reject the writes of the other checks, in place of those to valid requests. */
  readonly rejections?: boolean;
  /** It also checks the responses to queries of lists, and to writes, that the target might have rejected and did not. */
  readonly accepted?: boolean;
  /** It also checks requests that the target might have rejected, and to which it sent no response. */
  readonly unanswered?: boolean;
  /** Returns `false` if this response decides nothing about the rule. */
  judge(seen: Seen, report: Report): boolean | undefined;
}

/**
 * A rule that writes. It runs after all reads, if the tier of its operation is allowed, on records of its own; its
 * changes are restored when it ends.
 */
export interface WriteRule extends RuleData {
  /**
   * The number of records of the operation's kind that it needs for itself, or all records, which requires
   * `--allow-scope-all`. None by default.
   */
  readonly records?: number | 'all';
  /**
   * Its records need no proof that the target accepts their own values. For rules that test exactly that: they send
   * nothing but the values of the record.
   */
  readonly unproven?: boolean;
  /**
   * It prefers records that the run has not written to yet, so that a field that any write resets still has its value.
   * If none are left it gets others.
   */
  readonly fresh?: boolean;
  /** A check of bulk updates that sends updates too: it prefers records in which every field can be restored. */
  readonly updates?: boolean;
  /** It takes records that lack values too, and leaves the fields that these name as `fixed` as they are. */
  readonly lacking?: boolean;
  /**
   * The records that it prefers. `alike`: those that have texts in common with others, such as the same name, because a
   * target may find the record of a write by another field than its id. `diverse`: those that together have the most
   * kinds of values, because a target may not write to records of some kinds. It gets fewer if there are too few.
   */
  readonly prefers?: 'alike' | 'diverse';
  /**
   * It watches records that are not its own: it runs when most checks are done, because restorations in the meantime
   * would hide changes.
   */
  readonly watches?: boolean;
  /** It judges what the writes of other checks left behind, so it runs after all of them but those that remove. */
  readonly last?: boolean;
  /** It runs while no other check writes: what such a write changes would hide what its own writes change. */
  readonly alone?: boolean;
  /**
   * It shows whether the target applies what is sent, on which restoring depends: where the checks run one by one
   * because few records are left, it is the first to get one.
   */
  readonly decisive?: boolean;
  /** It waits for many tasks in sequence, so it starts before checks that wait for few. */
  readonly long?: boolean;
  write(context: WriteContext): Promise<void>;
  /** What it can report if there are no records for it, from what the updates of other checks showed. */
  withoutRecords?(context: WriteContext): void | Promise<void>;
}

export type Rule = AskRule | JudgeRule | WriteRule;

export function isJudge(rule: Rule): rule is JudgeRule {
  return 'judge' in rule;
}

export function isWrite(rule: Rule): rule is WriteRule {
  return 'write' in rule;
}
