import { changePoint } from './change-point.js';
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
const [PASS, FAIL] = ['p'.charCodeAt(0), 'f'.charCodeAt(0)];

/** The state of one check while the runs are read in time order. */
interface Course {
  readonly id: string;
  readonly operation: string;
  decided: number;
  failed: number;
  lastOutcome: number;
  lastRun: RunLine | null;
  since: string;
  firstFailed: string | null;
  lastFailed: string | null;
  readonly same: { flips: number; pairs: number };
  readonly other: { flips: number; pairs: number };
}

/** The trends of the runs of one target, from the lines of its history in any order. */
export function trendsOf(lines: readonly HistoryLine[]): Trends | null {
  const lists = new Map(lines.flatMap((line) => (line.type === 'checks' ? [[line.id, line.checks] as const] : [])));
  const runs = lines
    .filter((line): line is RunLine => line.type === 'run')
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return null;
  const courses = coursesOf(runs, lists);
  const trends = courses.filter(({ decided }) => decided > 0).map(trendOf);
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

function coursesOf(runs: readonly RunLine[], lists: ReadonlyMap<string, readonly string[]>): Course[] {
  const byId = new Map<string, Course>();
  const byList = new Map<string, Course[]>();
  for (const run of runs) {
    const own = byList.get(run.checks) ?? (lists.get(run.checks) ?? []).map((id) => courseOf(byId, id));
    byList.set(run.checks, own);
    // Written as a plain loop over character codes: thousands of runs have thousands of checks each.
    const { outcomes } = run;
    for (let index = 0; index < own.length; index += 1) {
      const outcome = outcomes.charCodeAt(index);
      if (outcome === PASS || outcome === FAIL) advance(own[index] as Course, outcome, run);
    }
  }
  return [...byId.values()];
}

function courseOf(known: Map<string, Course>, id: string): Course {
  const found = known.get(id) ?? {
    id,
    operation: id.slice(0, id.indexOf('/')),
    decided: 0,
    failed: 0,
    lastOutcome: 0,
    lastRun: null,
    since: '',
    firstFailed: null,
    lastFailed: null,
    same: { flips: 0, pairs: 0 },
    other: { flips: 0, pairs: 0 },
  };
  known.set(id, found);
  return found;
}

function advance(course: Course, outcome: number, run: RunLine): void {
  const { lastRun, operation } = course;
  course.decided += 1;
  const flipped = course.lastOutcome !== outcome;
  // Another version has other rules, so that nothing follows from a difference.
  if (lastRun !== null && lastRun.version === run.version) {
    const before = lastRun.data[operation];
    const pairs = before !== undefined && before === run.data[operation] ? course.same : course.other;
    pairs.pairs += 1;
    if (flipped) pairs.flips += 1;
  }
  if (flipped) course.since = run.at;
  if (outcome === FAIL) {
    course.failed += 1;
    course.firstFailed ??= run.at;
    course.lastFailed = run.at;
  }
  course.lastOutcome = outcome;
  course.lastRun = run;
}

function trendOf({
  id,
  decided,
  failed,
  lastOutcome,
  same,
  other,
  firstFailed,
  lastFailed,
  since,
}: Course): CheckTrend {
  const flips = (one: Course['same']): Flips => ({ ...one, ...wilson(one.flips, one.pairs) });
  return {
    id,
    last: lastOutcome === FAIL ? 'fail' : 'pass',
    decided,
    failed,
    flaky: flips(same),
    drift: flips(other),
    firstFailed,
    lastFailed,
    since,
  };
}

/** The times of one operation in one run. */
interface Timed {
  readonly at: string;
  readonly times: RunLine['times'][string];
}

function timesOf(runs: readonly RunLine[]): TimeTrend[] {
  const byOperation = new Map<string, Timed[]>();
  for (const { at, times } of runs) {
    for (const [operation, own] of Object.entries(times)) {
      const known = byOperation.get(operation);
      if (known === undefined) byOperation.set(operation, [{ at, times: own }]);
      else known.push({ at, times: own });
    }
  }
  return [...byOperation].map(([operation, all]) => {
    const step = Math.max(1, Math.ceil(all.length / PLOTTED));
    const plotted = all.filter((_one, index) => index % step === 0);
    const medians = plotted.map(({ times: [, median] }) => median);
    const change = changePoint(medians);
    return {
      operation,
      runs: all.length,
      first: shownTimes(all[0]?.times),
      last: shownTimes(all.at(-1)?.times),
      medians,
      change: change && { since: plotted[change.index]?.at ?? '', beforeMs: change.before, afterMs: change.after },
    };
  });
}

function shownTimes(times: RunLine['times'][string] | undefined): TimeTrend['first'] {
  const [, medianMs = 0, p95Ms = 0] = times ?? [];
  return { medianMs, p95Ms };
}
