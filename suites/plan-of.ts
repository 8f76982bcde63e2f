import { type PlannedCheck, plan } from '../engine/run/plan.js';
import { detectionShare, withinRequests } from '../engine/run/within-requests.js';
import { allowanceOf } from '../engine/target/budget.js';
import type { CheckOptions } from '../engine/target/options.js';
import { DETECTION_ORDER } from './detection-order.js';
import { suites } from './index.js';

type Selection = Parameters<typeof plan>[1] & Pick<CheckOptions, 'maxRequests'>;

/**
 * All checks of the interface, with those excluded that are not selected or do not fit into its requests. Throws
 * a `UsageError` for a selection without checks.
 */
export function planOf(selection: Selection): readonly PlannedCheck[] {
  return withinRequests(plan(suites, selection), mostOf(selection), DETECTION_ORDER);
}

/** The share of the deviations that a plan notices of those that the same selection notices without a limit, from 0 to 1. */
export function detectionShareOf(chosen: readonly PlannedCheck[], selection: Selection): number {
  if (mostOf(selection) === Number.POSITIVE_INFINITY) return 1;
  return detectionShare(plan(suites, selection), chosen, DETECTION_ORDER);
}

/** The maximum number of requests of a selection. */
export function mostOf({ budget = 'standard', maxRequests }: Selection): number {
  return allowanceOf(budget, maxRequests).total;
}
