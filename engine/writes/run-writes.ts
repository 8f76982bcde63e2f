import pLimit from 'p-limit';
import { askOnce } from '../ask-once.js';
import { askAgain, compared, freshWorld } from '../confirm.js';
import { JudgeState } from '../judge-state.js';
import type { PlannedCheck } from '../plan.js';
import { bare, type Result } from '../result.js';
import { isJudge, isWrite } from '../rule.js';
import type { RunInput } from '../run.js';
import { Undecided } from '../signals.js';
import { pathParameters, type World } from '../world.js';
import { Desk, type WriteOptions } from './desk.js';
import type { Journal } from './journal.js';
import type { Leftover } from './restorer.js';
import { writeOnce } from './write-once.js';

/** Checks that write at a time; each has records of its own, and most of them wait for a task. */
const CHECKS_AT_ONCE = 16;

/** What a run that writes needs besides. */
export interface Writes {
  readonly journal: Journal;
  readonly options: WriteOptions;
}

/** What has become of the records that were written to. */
export interface Restoration {
  /** The file that still holds what undoes the writes; `null` where there is nothing to undo, or no file. */
  readonly journal: string | null;
  /** Records that were written to, as `kind id`. */
  readonly touched: readonly string[];
  /** What was removed for good, as it was allowed to be. */
  readonly removed: readonly { readonly from: string; readonly removed: readonly string[] }[];
  /** What is not as it was. */
  readonly left: readonly Leftover[];
  /** Requests by operation id. */
  readonly requests: ReadonlyMap<string, number>;
}

/** Whether a check waits until everything that only reads is done: it writes, or it reads what only a write makes. */
export function isLate({ operation }: PlannedCheck): boolean {
  return operation.tier !== undefined || pathParameters(operation).some(({ fixture }) => fixture === null);
}

/**
 * Runs the checks that write, and those that judge or read what comes of it; what fails is looked at a second time, on
 * records that are as they were. At the end everything is as it was, or the restoration says what is not.
 */
export async function runWrites(
  input: RunInput,
  { journal, options }: Writes,
  late: readonly PlannedCheck[],
  done: (result: Result) => void,
): Promise<Restoration> {
  const listening = { judges: new Map<string, JudgeState>() };
  const world = freshWorld(input, (seen) => {
    for (const [id, state] of listening.judges) if (id.startsWith(`${seen.operation.id}/`)) state.accept(seen);
  });
  const desk = new Desk(world, journal, options, input.signal);
  const offered = await offeredOf(world, late, done);
  const look = async (checks: readonly PlannedCheck[], first?: (result: Result) => void) => {
    listening.judges = new Map(
      offered.flatMap(({ id, rule }) => (isJudge(rule) ? [[id, new JudgeState(rule)] as const] : [])),
    );
    return writeAll(checks, desk, input.seed, first);
  };
  // What has failed counts once it was looked at a second time.
  const settle = (result: Result): void => {
    if (!isFailed(result)) done(result);
  };
  const writing = offered.filter(({ rule }) => isWrite(rule));
  const written = await look(writing, settle);
  const reading = offered.filter(({ rule }) => !isWrite(rule) && !isJudge(rule));
  await Promise.all(reading.map(async (check) => done(await readOnce(input, world, check))));
  const refusals = refusalsOf([...written.values()]);
  const judged = offered.flatMap((check) => judgedBy(check, listening.judges.get(check.id), refusals));
  const failed = [...written.values()].filter(isFailed);
  const doubted = judged.filter(isFailed);
  const sources = new Set(doubted.flatMap(({ evidence }) => evidence.map(({ seen }) => seen?.by)));
  const again = writing.filter(({ id }) => sources.has(id) || failed.some(({ check }) => check.id === id));
  const second = again.length === 0 ? new Map<string, Result>() : await look(again);
  const secondOf = (first: Result): Result | undefined =>
    second.get(first.check.id) ?? judgedBy(first.check, listening.judges.get(first.check.id), refusals)[0];
  for (const result of judged) settle(result);
  await Promise.all(
    [...failed, ...doubted].map(async (first) => {
      const other = secondOf(first);
      done(other === undefined ? first : await compared(world, first, other));
    }),
  );
  await desk.settle(new Set(journal.state.unsettled().map(({ id }) => id)));
  const { state, path } = journal;
  return {
    journal: state.unsettled().length > 0 ? path : null,
    touched: [...state.touched],
    removed: state.removals,
    left: desk.left,
    requests: world.session.requests,
  };
}

/**
 * Runs checks that write: those whose writes can be undone side by side, and then those that remove, one after the other,
 * since what they leave behind shows in other records too.
 */
async function writeAll(
  checks: readonly PlannedCheck[],
  desk: Desk,
  seed: number,
  done: (result: Result) => void = () => undefined,
): Promise<Map<string, Result>> {
  const results = new Map<string, Result>();
  for (const [tier, atOnce] of [
    ['write', CHECKS_AT_ONCE],
    ['destroy', 1],
  ] as const) {
    const limit = pLimit(atOnce);
    const own = inOrder(checks).filter(({ operation }) => operation.tier === tier);
    await Promise.all(
      own.map((check) =>
        limit(async () => {
          const result = await writeOnce(check, desk, seed);
          results.set(check.id, result);
          done(result);
        }),
      ),
    );
  }
  return results;
}

/**
 * Checks that want records that nobody has written to come first, and those that need all records last: while they wait
 * for the others, nobody else would get one.
 */
function inOrder(checks: readonly PlannedCheck[]): PlannedCheck[] {
  const place = ({ rule }: PlannedCheck) => (!isWrite(rule) ? 1 : rule.records === 'all' ? 2 : rule.fresh ? 0 : 1);
  return [...checks].sort((a, b) => place(a) - place(b));
}

/** Runs a check that reads what a write has made, while that can still be read. */
async function readOnce(input: RunInput, world: World, check: PlannedCheck): Promise<Result> {
  const { operation } = check;
  try {
    const params = await world.params(operation);
    const answer = await world.session.ask({ operation, params, fresh: true });
    if (answer.status !== 200) {
      return bare(check, 'inconclusive', `what a write has made can no longer be read: ${answer.summary}`);
    }
    const first = await askOnce(check, world, input.seed, null);
    if (!isFailed(first)) return first;
    const again = freshWorld(input);
    again.provide(operation, params);
    return await askAgain(input, again, first);
  } catch (error) {
    if (error instanceof Undecided) return bare(check, 'inconclusive', error.message);
    throw error;
  }
}

/** The checks of areas that are not refused as a whole; those of the others do not apply. */
async function offeredOf(
  world: World,
  late: readonly PlannedCheck[],
  done: (result: Result) => void,
): Promise<PlannedCheck[]> {
  const areas = [...new Set(late.map(({ operation }) => operation.area))];
  const refused = new Set<string>();
  await Promise.all(areas.map(async (area) => ((await world.refuses(area)) ? refused.add(area) : undefined)));
  for (const check of late) {
    const { area } = check.operation;
    if (refused.has(area)) done(bare(check, 'not-applicable', `the target refuses the whole ${area} area with 403`));
  }
  return late.filter(({ operation }) => !refused.has(operation.area));
}

/** Why writes do not apply, by area: where every check that writes there says so. */
function refusalsOf(written: readonly Result[]): ReadonlyMap<string, string> {
  const areas = [...new Set(written.map(({ check }) => check.operation.area))];
  return new Map(
    areas.flatMap((area) => {
      const own = written.filter(({ check }) => check.operation.area === area);
      const [first] = own;
      const all = own.every(({ outcome }) => outcome === 'not-applicable');
      return all && first?.reason ? [[area, first.reason] as const] : [];
    }),
  );
}

function judgedBy(check: PlannedCheck, state: JudgeState | undefined, refusals: ReadonlyMap<string, string>): Result[] {
  if (state === undefined) return [];
  const refusal = refusals.get(check.operation.area);
  if (refusal !== undefined) return [bare(check, 'not-applicable', refusal)];
  const { evidence, broken, decided } = state;
  if (evidence.length > 0) return [{ ...bare(check, 'fail', null), evidence }];
  if (broken !== null) return [bare(check, 'error', `touchstone failed itself: ${broken}`)];
  if (decided > 0) return [bare(check, 'pass', null)];
  return [bare(check, 'inconclusive', 'no answer to a write, or none that holds what is to be judged')];
}

function isFailed({ outcome }: Result): boolean {
  return outcome === 'fail';
}
