import type { RunReport } from '../../schemas/generated/touchstone.js';
import { mannWhitney } from './mann-whitney.js';

/** How the times of the answers of one operation changed. */
export interface TimeChange {
  readonly operation: string;
  readonly before: Times;
  readonly after: Times;
  /** How likely so large a difference is by chance. */
  readonly p: number;
  /** The share of pairs of answers in which the later one was slower, beside the change of the whole run. */
  readonly slower: number;
}

/** Milliseconds, over `count` answers. */
interface Times {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
}

/** How the times of a whole run changed, and those of single operations beside that. */
export interface TimeChanges {
  /** How many times as long the later run took, as the median over its operations; `null` where there are too few. */
  readonly overall: number | null;
  readonly operations: readonly TimeChange[];
}

/** Fewer answers all come within a moment, so that a moment of load looks like a change. */
const FEWEST = 24;
/** Fewer operations say too little of the whole run. */
const FEWEST_OPERATIONS = 5;
/** What is called chance, over all operations together. */
const CHANCE = 0.01;
/** A change that is sure but smaller than this is of no interest: a share of the median, and milliseconds. */
const SHARE = 0.5;
const LEAST_MS = 1;
/** The share of pairs that go the same way: answers of one run depend on each other, so that p alone is too sure. */
const ONE_WAY = 0.85;

interface Pair {
  readonly operation: string;
  readonly was: readonly number[];
  readonly is: readonly number[];
}

/**
 * The operations whose answers take another time, beyond noise: a Mann-Whitney U test that would be wrong once in a
 * hundred comparisons, over all operations of one together (Bonferroni), a median that moved by half at least, nearly all
 * pairs of answers that go the same way, and a median that moved that way by itself too. A machine or a network that is busier makes all answers slower, so that each operation is held against the whole run.
 */
export function timeChanges(before: RunReport, after: RunReport): TimeChanges {
  const earlier = new Map(before.operations.map(({ id, durationsMs = [] }) => [id, durationsMs]));
  const pairs = after.operations
    .map(({ id, durationsMs = [] }): Pair => ({ operation: id, was: earlier.get(id) ?? [], is: durationsMs }))
    .filter(({ was, is }) => was.length >= FEWEST && is.length >= FEWEST);
  const overall = pairs.length < FEWEST_OPERATIONS ? null : overallOf(pairs);
  const operations = pairs.flatMap((pair) => changeOf(pair, overall ?? 1, CHANCE / pairs.length));
  return { overall, operations };
}

function overallOf(pairs: readonly Pair[]): number {
  const ratios = pairs.map(({ was, is }) => timesOf(is).median / Math.max(timesOf(was).median, 0.001));
  return timesOf(ratios.sort((a, b) => a - b)).median;
}

function changeOf({ operation, was, is }: Pair, overall: number, chance: number): TimeChange[] {
  const expected = was.map((duration) => duration * overall);
  const { p, larger: slower } = mannWhitney(expected, is);
  const [from, to] = [timesOf(expected).median, timesOf(is).median];
  const telling = Math.abs(to - from) >= Math.max(LEAST_MS, SHARE * Math.min(from, to));
  const oneWay = Math.max(slower, 1 - slower) >= ONE_WAY;
  // A busier machine slows down what waits more than what computes: then both differ, and in opposite directions.
  const also = (timesOf(is).median - timesOf(was).median) * (to - from) > 0;
  return telling && oneWay && also && p < chance
    ? [{ operation, before: timesOf(was), after: timesOf(is), p, slower }]
    : [];
}

/** From durations in ascending order. */
function timesOf(durations: readonly number[]): Times {
  const at = (share: number) => durations[Math.min(durations.length - 1, Math.floor(share * durations.length))] ?? 0;
  return { count: durations.length, median: at(0.5), p95: at(0.95) };
}
