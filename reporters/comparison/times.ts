import type { RunReport } from '../../schemas/generated/touchstone.js';
import { mannWhitney } from './mann-whitney.js';

/** How the response times of one operation changed. */
export interface TimeChange {
  readonly operation: string;
  readonly before: Times;
  readonly after: Times;
  /** The p-value of the difference. */
  readonly p: number;
  /** The share of response pairs in which the later one is slower, relative to the change of the whole run. */
  readonly slower: number;
}

/** Milliseconds, over `count` responses. */
interface Times {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
}

/** How the response times of a whole run changed, and those of single operations relative to it. */
export interface TimeChanges {
  /** The factor by which the later run is slower, as the median over its operations; `null` if there are too few. */
  readonly overall: number | null;
  readonly operations: readonly TimeChange[];
}

/** Minimum sample size: fewer responses arrive within a moment, where a short load peak looks like a change. */
const FEWEST = 24;
/** Minimum number of operations for a statement about the whole run. */
const FEWEST_OPERATIONS = 5;
/** The significance level over all operations together. */
const ALPHA = 0.01;
/** The smallest change that is reported: a share of the median, and milliseconds. */
const SHARE = 0.5;
const LEAST_MS = 1;
/** The share of pairs that must agree: responses of one run are not independent, so p alone is too optimistic. */
const ONE_WAY = 0.85;

interface Pair {
  readonly operation: string;
  readonly was: readonly number[];
  readonly is: readonly number[];
}

/**
 * The operations whose response times changed significantly: by a Mann-Whitney U test at a level of 1% over all operations
 * (Bonferroni), with a median that changed by at least half, nearly all pairs agreeing, and the raw median changing in the
 * same direction. A busier machine or network slows down all responses, so each operation is compared with the whole run.
 */
export function timeChanges(before: RunReport, after: RunReport): TimeChanges {
  const earlier = new Map(before.operations.map(({ id, durationsMs = [] }) => [id, durationsMs]));
  const pairs = after.operations
    .map(({ id, durationsMs = [] }): Pair => ({ operation: id, was: earlier.get(id) ?? [], is: durationsMs }))
    .filter(({ was, is }) => was.length >= FEWEST && is.length >= FEWEST);
  const overall = pairs.length < FEWEST_OPERATIONS ? null : overallOf(pairs);
  const operations = pairs.flatMap((pair) => changeOf(pair, overall ?? 1, ALPHA / pairs.length));
  return { overall, operations };
}

function overallOf(pairs: readonly Pair[]): number {
  const ratios = pairs.map(({ was, is }) => timesOf(is).median / Math.max(timesOf(was).median, 0.001));
  return timesOf(ratios.sort((a, b) => a - b)).median;
}

function changeOf({ operation, was, is }: Pair, overall: number, alpha: number): TimeChange[] {
  const expected = was.map((duration) => duration * overall);
  const { p, larger: slower } = mannWhitney(expected, is);
  const [from, to] = [timesOf(expected).median, timesOf(is).median];
  const notable = Math.abs(to - from) >= Math.max(LEAST_MS, SHARE * Math.min(from, to));
  const oneWay = Math.max(slower, 1 - slower) >= ONE_WAY;
  // A busier machine slows down waiting more than computing: then both medians differ, in opposite directions.
  const sameDirection = (timesOf(is).median - timesOf(was).median) * (to - from) > 0;
  return notable && oneWay && sameDirection && p < alpha
    ? [{ operation, before: timesOf(was), after: timesOf(is), p, slower }]
    : [];
}

/** From durations in ascending order. */
function timesOf(durations: readonly number[]): Times {
  const at = (share: number) => durations[Math.min(durations.length - 1, Math.floor(share * durations.length))] ?? 0;
  return { count: durations.length, median: at(0.5), p95: at(0.95) };
}
