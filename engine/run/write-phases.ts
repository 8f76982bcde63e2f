import type { PlannedCheck } from './plan.js';
import { isWrite } from './rule.js';

/** The number of write checks that run concurrently; each has records of its own, and most of them wait for a task. */
const CHECKS_AT_ONCE = 16;

/** Checks that run concurrently, with the limit. */
export interface Phase {
  readonly checks: readonly PlannedCheck[];
  readonly atOnce: number;
}

/**
 * The checks in the order of their side effects: first those that need records without earlier writes, along with most
 * others, long ones first; then those that prefer certain records, of which none are held then, and those that watch
 * other records; then, one by one, those that run alone; then those that write to all records; then those that judge what
 * the others left behind; then those that remove, because removals show in other records too.
 */
export function phasesOf(checks: readonly PlannedCheck[]): Phase[] {
  const ordered = checks.toSorted((a, b) => placeOf(a) - placeOf(b));
  const removes = ({ operation }: PlannedCheck) => operation.tier === 'destroy';
  const isOfAll = (check: PlannedCheck) => !removes(check) && isWrite(check.rule) && check.rule.records === 'all';
  const isAlone = ({ rule }: PlannedCheck) => isWrite(rule) && rule.alone === true;
  const isLast = ({ rule }: PlannedCheck) => isWrite(rule) && rule.last === true;
  const rest = ordered.filter((check) => !removes(check) && !isOfAll(check) && !isAlone(check) && !isLast(check));
  return [
    { checks: rest.filter((check) => !isLate(check)), atOnce: CHECKS_AT_ONCE },
    { checks: rest.filter(isLate), atOnce: CHECKS_AT_ONCE },
    { checks: ordered.filter(isAlone), atOnce: 1 },
    { checks: ordered.filter(isOfAll), atOnce: CHECKS_AT_ONCE },
    { checks: ordered.filter(isLast), atOnce: CHECKS_AT_ONCE },
    { checks: ordered.filter(removes), atOnce: 1 },
  ];
}

function isLate({ rule }: PlannedCheck): boolean {
  return isWrite(rule) && !rule.fresh && (rule.watches === true || rule.prefers !== undefined);
}

function placeOf({ rule }: PlannedCheck): number {
  if (!isWrite(rule)) return 3;
  if (rule.fresh) return rule.prefers === undefined ? 1 : 0;
  // Those that watch may wait until no record is held.
  return rule.watches ? 4 : rule.long ? 2 : 3;
}
