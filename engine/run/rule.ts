import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import type { AskContext } from '../session/ask-context.js';
import type { Report, Seen } from '../session/seen.js';
import type { Budget } from '../target/budget.js';
import type { WriteContext } from '../writes/write-context.js';

/**
 * What a rule needs before it can decide anything; the engine finds out, and makes the check inconclusive where it is
 * missing. `answer`: the plain request succeeds. `records`: it succeeds and answers at least one record. `several`: at
 * least three records. `credential`: a credential was given, so that its absence can be tried.
 */
export type Need = 'answer' | 'records' | 'several' | 'credential';

interface RuleData {
  /** Stable id `<law>.<name>`; with an operation's id it names the check. */
  readonly id: string;
  readonly clause: ClauseId;
  readonly needs: readonly Need[];
  /** The smallest budget in which it is asked; all of them where it is absent. */
  readonly from?: Budget;
  /** The operations that the clause speaks of. */
  appliesTo(operation: Operation): boolean;
}

/** A rule that asks the target something of its own. */
export interface AskRule extends RuleData {
  ask(context: AskContext): Promise<void>;
}

/** A rule that judges every answer to a valid request of an operation, whoever asked for it. */
export interface JudgeRule extends RuleData {
  /** Answers `false` where this answer says nothing about the rule, so that it decides nothing. */
  judge(seen: Seen, report: Report): boolean | undefined;
}

/**
 * A rule that writes. It runs after everything that reads, where the tier of its operation is allowed, and on records
 * that it has for itself; what it changed is put back when it ends.
 */
export interface WriteRule extends RuleData {
  /**
   * How many records of the operation's kind it needs for itself, or all that there are, which only
   * `--allow-scope-all` permits. None by default.
   */
  readonly records?: number | 'all';
  /**
   * Its records need not have shown that the target takes their own values back. For the rules that try just that: they
   * send nothing but what the record holds.
   */
  readonly unproven?: boolean;
  /**
   * Its records should be ones that the run has not written to yet, so that a field that any write resets still has its
   * value. Where none are left it gets others.
   */
  readonly fresh?: boolean;
  /**
   * It watches records that are not its own: it runs when most checks are done, since what they put back meanwhile would
   * not show.
   */
  readonly watches?: boolean;
  /** It waits for many tasks, one after the other: it begins before those that wait for few. */
  readonly long?: boolean;
  write(context: WriteContext): Promise<void>;
}

export type Rule = AskRule | JudgeRule | WriteRule;

export function isJudge(rule: Rule): rule is JudgeRule {
  return 'judge' in rule;
}

export function isWrite(rule: Rule): rule is WriteRule {
  return 'write' in rule;
}
