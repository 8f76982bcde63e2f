import type { ClauseId } from '../contract/clauses/index.js';
import type { Operation } from '../contract/types.js';
import type { AskContext } from './ask-context.js';
import type { Budget } from './budget.js';
import type { Answer } from './client/answer.js';
import type { Problem } from './validation.js';

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

export type Rule = AskRule | JudgeRule;

/** An answer to a valid request, with what was asked and what the body is. */
export interface Seen {
  readonly operation: Operation;
  readonly answer: Answer;
  readonly query: Query;
  /** The path parameters that were filled in. */
  readonly params: Readonly<Record<string, string>>;
  /** The body where the answer is a success with JSON, else `undefined`. */
  readonly body: unknown;
  /** Where the body differs from its schema; empty where there is no body. */
  readonly problems: readonly Problem[];
}

/** Query parameters: a list sends the parameter once for each value, `undefined` leaves it out. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** A difference as a rule reports it. */
export interface Difference {
  /** `status`, `header content-type`, or a JSON Pointer into the body. */
  readonly at: string;
  readonly expected: string;
  readonly actual: unknown;
  readonly message: string;
}

export type Report = (difference: Difference) => void;

export function isJudge(rule: Rule): rule is JudgeRule {
  return 'judge' in rule;
}
