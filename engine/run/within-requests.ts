import { UsageError } from '../target/usage-error.js';
import type { PlannedCheck } from './plan.js';
import { isJudge, isWrite } from './rule.js';

/** A check in an order, with what it adds to those before it. */
export interface Ranked {
  /** The id of a check, or that of an operation for its plain request, which all judge rules share. */
  readonly id: string;
  /** The requests that it sends, by numbers that checks with the same request share. */
  readonly requests: readonly number[];
  /** The share of all deviations, from 0 to 1, that it notices and those before it do not. */
  readonly gain: number;
}

/** The requests of a check that no order knows: a check that notices nothing that others do not. */
const UNKNOWN = 10;

/** The part of a limit that is left for finding out which of the values in one filter is read wrongly. */
const RESERVED = 0.03;

/**
 * A plan in which the reads that do not fit into a number of requests are excluded: of the others, as many as fit, in an
 * order in which those that notice most for their requests come first. Judge rules cost nothing where another check or the
 * plain request of their operation is included. Checks that write are not affected.
 */
export function withinRequests(
  checks: readonly PlannedCheck[],
  most: number,
  order: readonly Ranked[],
): readonly PlannedCheck[] {
  if (most === Number.POSITIVE_INFINITY) return checks;
  const fitting = fit(checks, most - Math.floor(most * RESERVED), order);
  const operations = new Set([...fitting].map((id) => id.split('/')[0]));
  if (fitting.size === 0 && !checks.some((check) => check.excluded === null && !isRead(check)))
    throw new UsageError(`no selected check fits into --max-requests ${most}`, 'Increase it.');
  const excluded = `not among the checks that notice most within ${most} requests`;
  return checks.map((check) => {
    const fits = isJudge(check.rule) ? operations.has(check.operation.id) : fitting.has(check.id);
    return fits || !isRead(check) ? check : { ...check, excluded };
  });
}

/** The ids of the checks, and of the operations whose plain request is sent, that fit into a number of requests. */
function fit(checks: readonly PlannedCheck[], most: number, order: readonly Ranked[]): Set<string> {
  const reads = checks.filter(isRead);
  const selected = new Set(reads.map(({ id, rule, operation }) => (isJudge(rule) ? operation.id : id)));
  const known = new Set(order.map(({ id }) => id));
  const unknown = reads
    .filter(({ rule, id }) => !isJudge(rule) && !known.has(id))
    .toSorted((one, other) => Number(one.level === 'gap') - Number(other.level === 'gap'))
    .map(({ id }) => ({ id, requests: unshared(UNKNOWN) }));
  const plain = [...selected]
    .filter((id) => !id.includes('/') && !known.has(id))
    .map((id) => ({ id, requests: unshared(1) }));
  const fitting = new Set<string>();
  const sent = new Set<unknown>();
  for (const { id, requests } of [...order, ...plain, ...unknown]) {
    const added = requests.filter((one) => !sent.has(one));
    if (!selected.has(id) || sent.size + added.length > most) continue;
    for (const one of added) sent.add(one);
    fitting.add(id);
  }
  return fitting;
}

/** So many requests that no other check sends. */
function unshared(count: number): readonly unknown[] {
  return Array.from({ length: count }, () => Symbol('request'));
}

/** The share of the deviations that the selected reads of a plan notice of those that all of its reads notice, from 0 to 1. */
export function detectionShare(
  whole: readonly PlannedCheck[],
  chosen: readonly PlannedCheck[],
  order: readonly Ranked[],
): number {
  const gainOf = (checks: readonly PlannedCheck[]) => {
    const ids = new Set(checks.filter(isRead).flatMap(({ id, operation }) => [id, operation.id]));
    return order.reduce((sum, { id, gain }) => sum + (ids.has(id) ? gain : 0), 0);
  };
  const all = gainOf(whole);
  return all === 0 ? 1 : gainOf(chosen) / all;
}

function isRead({ excluded, rule, operation }: PlannedCheck): boolean {
  return excluded === null && !isWrite(rule) && operation.binding.method === 'GET';
}
