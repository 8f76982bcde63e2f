import type { Operator } from '../../contract/query-language.js';
import { NO, type Outcome, UNKNOWN, YES } from './truth.js';

/**
 * How a store evaluates comparisons with a null. `equality` is the outcome of `-eq` and `-contains`, `order` that of
 * the four ordering operators: no, or unknown as in SQL, which `-not` preserves. `-ne` and `-notcontains` are yes for a
 * null, or the same as `equality`.
 */
export interface NullPolicy {
  readonly equality: Outcome;
  readonly order: Outcome;
  readonly differs: boolean;
  readonly lacks: boolean;
  /** `-eq` and `-ne` with the empty text are comparisons with a null (Oracle). */
  readonly emptyIsNull: boolean;
}

const choices = [true, false];

/** The policies of real stores, the simplest first: two-valued, then SQL, then mixtures, then those of Oracle. */
export const NULL_POLICIES: readonly NullPolicy[] = [false, true].flatMap((emptyIsNull) =>
  [
    { equality: NO, order: NO },
    { equality: UNKNOWN, order: UNKNOWN },
    { equality: NO, order: UNKNOWN },
    { equality: UNKNOWN, order: NO },
  ].flatMap((own) => choices.flatMap((differs) => choices.map((lacks) => ({ ...own, differs, lacks, emptyIsNull })))),
);

/** The outcome of an operator for a record whose field is null. */
export function nullOutcome(operator: Operator, { equality, order, differs, lacks }: NullPolicy): Outcome {
  if (operator === '-eq' || operator === '-contains') return equality;
  if (operator === '-ne') return differs ? YES : equality;
  if (operator === '-notcontains') return lacks ? YES : equality;
  return order;
}
