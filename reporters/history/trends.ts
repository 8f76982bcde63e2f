import { changePoint } from './change-point.js';
import { type Course, coursesOf } from './courses.js';
import type { HistoryLine, RunLine } from './entry.js';
import { type Share, wilson } from './wilson.js';

/** How the outcome of a check changed from run to run. */
export interface CheckTrend {
  readonly id: string;
  /** The outcome in the last run that decided it. */
  readonly last: 'pass' | 'fail';
  /** The runs that decided it. */
  readonly decided: number;
  readonly failed: number;
  /** Changes between pass and fail while the data of its operation stayed the same: it is flaky, or the target is. */
  readonly flaky: Flips;
  /** Changes between runs that read other data, or in which that is not known. */
  readonly drift: Flips;
  /** When it first and last failed; `null` if it never did. */
  readonly firstFailed: string | null;
  readonly lastFailed: string | null;
  /** Since when it has its last outcome. */
  readonly since: string;
}

/** Changes of outcome among pairs of consecutive runs of one version that decided a check. */
export interface Flips extends Share {
  readonly flips: number;
  readonly pairs: number;
}

/** The response times of an operation in its first and its last run, in milliseconds. */
export interface TimeTrend {
  readonly operation: string;
  readonly runs: number;
  readonly first: { readonly medianMs: number; readonly p95Ms: number };
  readonly last: { readonly medianMs: number; readonly p95Ms: number };
  /** The medians in time order, as many as a plot shows. */
  readonly medians: readonly number[];
  /** The run since which the medians have another level, and the levels; `null` if they have not changed beyond noise. */
  readonly change: { readonly since: string; readonly beforeMs: number; readonly afterMs: number } | null;
}

/** What the runs of one target show. */
export interface Trends {
  readonly target: string;
  readonly runs: number;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly verdicts: Readonly<Record<RunLine['verdict'], number>>;
  /** The verdicts of the last runs, oldest first. */
  readonly recent: readonly RunLine['verdict'][];
  /** The checks whose outcome changed, or that fail, those that flip most first. */
  readonly checks: readonly CheckTrend[];
  /** The number of checks that always passed when they were decided. */
  readonly steady: number;
  readonly times: readonly TimeTrend[];
}

const RECENT = 40;
const PLOTTED = 80;

/** The trends of the runs of one target, from the lines of its history in any order. */
export function trendsOf(lines: readonly HistoryLine[]): Trends | null {
  const lists = new Map(lines.flatMap((line) => (line.type === 'checks' ? [[line.id, line.checks] as const] : [])));
  const runs = lines
    .filter((line): line is RunLine => line.type === 'run')
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return null;
  const courses = coursesOf(runs, lists);
  const trends = courses.map(trendOf);
  const shown = trends.filter(({ failed }) => failed > 0);
  const count = (verdict: RunLine['verdict']) => runs.filter((run) => run.verdict === verdict).length;
  return {
    target: last.target,
    runs: runs.length,
    firstAt: first.at,
    lastAt: last.at,
    verdicts: {
      conforms: count('conforms'),
      'does-not-conform': count('does-not-conform'),
      incomplete: count('incomplete'),
      inconclusive: count('inconclusive'),
    },
    recent: runs.slice(-RECENT).map(({ verdict }) => verdict),
    checks: shown.toSorted(byInterest),
    steady: trends.length - shown.length,
    times: timesOf(runs),
  };
}

function byInterest(one: CheckTrend, other: CheckTrend): number {
  return (
    other.flaky.flips - one.flaky.flips ||
    other.drift.flips - one.drift.flips ||
    other.failed - one.failed ||
    (one.id < other.id ? -1 : 1)
  );
}

function trendOf({
  id,
  decided,
  failed,
  lastFailing,
  same,
  other,
  firstFailed,
  lastFailed,
  since,
}: Course): CheckTrend {
  const flips = (one: Course['same']): Flips => ({ ...one, ...wilson(one.flips, one.pairs) });
  return {
    id,
    last: lastFailing ? 'fail' : 'pass',
    decided,
    failed,
    flaky: flips(same),
    drift: flips(other),
    firstFailed,
    lastFailed,
    since,
  };
}

/** The times of one operation: its medians, with the runs that they are of, and all of the first and the last run. */
interface Timed {
  readonly medians: number[];
  readonly runs: RunLine[];
  readonly first: Times;
  last: Times;
}

type Times = RunLine['times'][string];

function timesOf(runs: readonly RunLine[]): TimeTrend[] {
  const byOperation = new Map<string, Timed>();
  for (const run of runs) {
    const { times } = run;
    for (const operation in times) {
      const own = times[operation] as Times;
      const known = byOperation.get(operation) ?? { medians: [], runs: [], first: own, last: own };
      byOperation.set(operation, known);
      known.medians.push(own[1]);
      known.runs.push(run);
      known.last = own;
    }
  }
  return [...byOperation].map(([operation, all]) => {
    const step = Math.max(1, Math.ceil(all.runs.length / PLOTTED));
    const isPlotted = (_one: unknown, index: number) => index % step === 0;
    const medians = all.medians.filter(isPlotted);
    const change = changePoint(medians);
    const since = change === null ? '' : (all.runs.filter(isPlotted)[change.index]?.at ?? '');
    return {
      operation,
      runs: all.runs.length,
      first: shownTimes(all.first),
      last: shownTimes(all.last),
      medians,
      change: change && { since, beforeMs: change.before, afterMs: change.after },
    };
  });
}

function shownTimes([, medianMs, p95Ms]: Times): TimeTrend['first'] {
  return { medianMs, p95Ms };
}
