import { isLate } from '../engine/run/run-writes.js';
import { sharded } from '../engine/run/shards/sharded.js';
import { allowanceOf, type Budget, MOST_OF_OTHERS, mostRequests } from '../engine/target/budget.js';
import type { CheckOptions } from '../engine/target/options.js';
import { DEFAULTS } from '../options/declared.js';
import { suites } from '../suites/index.js';
import { mostOf, planOf } from '../suites/plan-of.js';
import { onReference } from './on-reference.js';

/** The maximum number of requests of a run, without the requests that reproduce failures. */
export interface Estimate {
  readonly budget: Budget;
  readonly operations: readonly { readonly id: string; readonly checks: number; readonly most: number }[];
  /** Requests for sample ids and records of operations outside the selection. */
  readonly others: number;
  readonly total: number;
  /** The number of checks with writes; their requests are not in the total. */
  readonly writing: number;
}

/**
 * The maximum number of requests of a run, by operation; sends nothing. Reproducing failures may cost as many again.
 * Throws `UsageError` for options that select nothing.
 */
export function estimate(given: CheckOptions, embedded = false): Estimate {
  const options = embedded ? onReference(given) : given;
  const { budget = DEFAULTS.budget } = options;
  const allowance = allowanceOf(budget);
  const asked = sharded(planOf(options), options).filter((check) => check.excluded === null);
  // The number of requests of a write depends on the target: on the duration of its tasks and on what must be restored.
  const selected = asked.filter((check) => !isLate(check));
  const operations = [...new Set(selected.map(({ operation }) => operation))].map((operation) => ({
    id: operation.id,
    checks: selected.filter((check) => check.operation === operation).length,
    most: mostRequests(allowance, operation),
  }));
  const others = operations.length < suites.length ? MOST_OF_OTHERS : 0;
  const sum = operations.reduce((total, { most }) => total + most, others);
  const total = Math.min(sum, mostOf(options)) + (options.powerRequests ?? 0);
  const writing = asked.filter(({ operation }) => operation.tier !== undefined).length;
  return { budget, operations, others, total, writing };
}
