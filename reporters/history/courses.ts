import type { RunLine } from './entry.js';

const [PASS, FAIL] = ['p'.charCodeAt(0), 'f'.charCodeAt(0)];

/** Changes of outcome among pairs of runs. */
interface Pairs {
  flips: number;
  pairs: number;
}

/** The outcomes of one check over the runs of a history, in time order. */
export interface Course {
  readonly id: string;
  readonly operation: string;
  decided: number;
  failed: number;
  lastFailing: boolean;
  lastRun: RunLine | null;
  since: string;
  firstFailed: string | null;
  lastFailed: string | null;
  /** The pairs of runs that read the same data, and those that read other data or of which that is not known. */
  readonly same: Pairs;
  readonly other: Pairs;
  /** Since which run its outcome is the same without a gap, and the pairs of its operation until then. */
  start: { readonly index: number; readonly same: number; readonly other: number };
}

/** The pairs of consecutive runs of one version, in which an operation read the same data or other data. */
interface Neighbours {
  same: number;
  other: number;
}

/**
 * The courses of all checks that were decided, from runs in time order; `lists` are the ids of checks by the name of their
 * list. Most outcomes are those of the run before: only changes cost time, because thousands of runs have thousands of
 * checks each.
 */
export function coursesOf(runs: readonly RunLine[], lists: ReadonlyMap<string, readonly string[]>): Course[] {
  const byId = new Map<string, Course>();
  const byList = new Map<string, readonly Course[]>();
  const neighbours = new Map<string, Neighbours>();
  let before: RunLine | null = null;
  let own: readonly Course[] = [];
  /** Ends the stretch of a check at the run before the one with this index. */
  const end = (course: Course, index: number, run: RunLine) => endStretch(course, index - 1, run, neighbours);
  for (const [index, run] of runs.entries()) {
    const known = byList.get(run.checks) ?? (lists.get(run.checks) ?? []).map((id) => courseOf(byId, id, neighbours));
    byList.set(run.checks, known);
    const former = known === own ? (before?.outcomes ?? '') : '';
    if (before !== null && known !== own) {
      for (const [at, course] of own.entries())
        if (isDecided(before.outcomes.charCodeAt(at))) end(course, index, before);
    }
    const changed: number[] = [];
    for (let at = 0; at < known.length; at += 1) {
      const outcome = run.outcomes.charCodeAt(at);
      const last = former.charCodeAt(at);
      if (outcome === last) continue;
      if (before !== null && isDecided(last)) end(known[at] as Course, index, before);
      if (isDecided(outcome)) changed.push(at);
    }
    if (before !== null && before.version === run.version) compareData(before, run, neighbours);
    for (const at of changed) {
      const course = known[at] as Course;
      decide(course, run.outcomes.charCodeAt(at) === FAIL, run);
      const { same, other } = neighbours.get(course.operation) ?? { same: 0, other: 0 };
      course.start = { index, same, other };
    }
    before = run;
    own = known;
  }
  if (before !== null) {
    for (const [at, course] of own.entries()) {
      if (isDecided(before.outcomes.charCodeAt(at))) end(course, runs.length, before);
    }
  }
  return [...byId.values()].filter(({ decided }) => decided > 0);
}

function isDecided(outcome: number): boolean {
  return outcome === PASS || outcome === FAIL;
}

function courseOf(known: Map<string, Course>, id: string, neighbours: Map<string, Neighbours>): Course {
  const operation = id.slice(0, id.indexOf('/'));
  if (!neighbours.has(operation)) neighbours.set(operation, { same: 0, other: 0 });
  const found = known.get(id) ?? {
    id,
    operation,
    decided: 0,
    failed: 0,
    lastFailing: false,
    lastRun: null,
    since: '',
    firstFailed: null,
    lastFailed: null,
    same: { flips: 0, pairs: 0 },
    other: { flips: 0, pairs: 0 },
    start: { index: 0, same: 0, other: 0 },
  };
  known.set(id, found);
  return found;
}

/** Counts a pair of consecutive runs of one version for each operation. */
function compareData(one: RunLine, two: RunLine, neighbours: ReadonlyMap<string, Neighbours>): void {
  for (const [operation, counts] of neighbours) {
    if (isSame(one, two, operation)) counts.same += 1;
    else counts.other += 1;
  }
}

function isSame(one: RunLine, two: RunLine, operation: string): boolean {
  const data = one.data[operation];
  return data !== undefined && data === two.data[operation];
}

/** Counts a run whose outcome of a check is not that of the run before, or the first one after a gap. */
function decide(course: Course, failing: boolean, run: RunLine): void {
  const { lastRun } = course;
  const flipped = lastRun === null || course.lastFailing !== failing;
  course.decided += 1;
  // Another version has other rules, so that nothing follows from a difference.
  if (lastRun !== null && lastRun.version === run.version) {
    const pairs = isSame(lastRun, run, course.operation) ? course.same : course.other;
    pairs.pairs += 1;
    if (flipped) pairs.flips += 1;
  }
  if (flipped) course.since = run.at;
  if (failing) {
    course.failed += 1;
    course.firstFailed ??= run.at;
    course.lastFailed = run.at;
  }
  course.lastFailing = failing;
  course.lastRun = run;
}

/** Counts the runs after the first of a stretch, up to and with the one with this index. */
function endStretch(course: Course, index: number, run: RunLine, neighbours: ReadonlyMap<string, Neighbours>): void {
  const { start, lastFailing } = course;
  const { same, other } = neighbours.get(course.operation) ?? { same: 0, other: 0 };
  const further = index - start.index;
  course.decided += further;
  course.same.pairs += same - start.same;
  course.other.pairs += other - start.other;
  if (lastFailing) {
    course.failed += further;
    course.lastFailed = run.at;
  }
  course.lastRun = run;
}
