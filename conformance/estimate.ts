import { plan } from '../engine/run/plan.js';
import { isLate } from '../engine/run/run-writes.js';
import { allowanceOf, type Budget, DEFAULT_BUDGET, MOST_OF_OTHERS, mostRequests } from '../engine/target/budget.js';
import type { CheckOptions } from '../engine/target/options.js';
import { suites } from '../suites/index.js';

/** What a run with some options would ask at most, in its first look at the target. */
export interface Estimate {
  readonly budget: Budget;
  readonly operations: readonly { readonly id: string; readonly checks: number; readonly most: number }[];
  /** For sample ids and records of operations that were not selected. */
  readonly others: number;
  readonly total: number;
  /** The checks that write; what they ask is not in the total. */
  readonly writing: number;
}

/**
 * How many requests a run with some options sends at most, by operation; nothing is sent to find out. A second look at
 * what fails may cost as many again. Throws `UsageError` for options that select nothing.
 */
export function estimate(options: CheckOptions): Estimate {
  const { budget = DEFAULT_BUDGET } = options;
  const allowance = allowanceOf(budget);
  const asked = plan(suites, options).filter((check) => check.excluded === null);
  // What a write asks depends on the target: how long its tasks take, and what has to be put back.
  const selected = asked.filter((check) => !isLate(check));
  const operations = [...new Set(selected.map(({ operation }) => operation))].map((operation) => ({
    id: operation.id,
    checks: selected.filter((check) => check.operation === operation).length,
    most: mostRequests(allowance, operation),
  }));
  const others = operations.length < suites.length ? MOST_OF_OTHERS : 0;
  const total = operations.reduce((sum, { most }) => sum + most, others);
  const writing = asked.filter(({ operation }) => operation.tier !== undefined).length;
  return { budget, operations, others, total, writing };
}
