import pLimit from 'p-limit';
import { unboundedLedger } from '../session/request-ledger.js';
import { Inconclusive } from '../session/signals.js';
import { pathParameters, type World } from '../session/world.js';
import { undoCommand } from '../writes/undo-command.js';
import { WriteCoordinator } from '../writes/write-coordinator.js';
import type { Restoration, Writes } from '../writes/writes.js';
import { askOnce } from './ask-once.js';
import { compared } from './confirm/comparison.js';
import { rerunAsk } from './confirm/confirm.js';
import { freshWorld } from './confirm/fresh-world.js';
import { JudgeState } from './judge-state.js';
import type { PlannedCheck } from './plan.js';
import { type Result, withoutEvidence } from './result.js';
import { isJudge, isWrite } from './rule.js';
import type { RunInput } from './run-input.js';
import { writeOnce } from './write-once.js';

/** The number of write checks that run concurrently; each has records of its own, and most of them wait for a task. */
const CHECKS_AT_ONCE = 16;

/** Whether a check runs after all reads: it writes, or it reads what only a write creates. */
export function isLate({ operation }: PlannedCheck): boolean {
  return operation.tier !== undefined || pathParameters(operation).some(({ fixture }) => fixture === null);
}

/**
 * Runs the write checks, and the checks that judge or read their results; failures are re-run on restored records. At
 * the end everything is restored, or the restoration reports what is not.
 */
export async function runWrites(
  input: RunInput,
  { journal, options, reservations }: Writes,
  late: readonly PlannedCheck[],
  done: (result: Result) => void,
): Promise<Restoration> {
  const unbounded = unboundedLedger(input.budget);
  const offered = await offeredOf(freshWorld(input, unbounded), late, done);
  const judges = { first: judgesOf(offered), second: judgesOf(offered) };
  let listening = judges.first;
  const world = freshWorld(input, unbounded, (seen) => {
    for (const [id, state] of listening) if (id.startsWith(`${seen.operation.id}/`)) state.accept(seen);
  });
  const coordinator = new WriteCoordinator(world, journal, options, input.signal, reservations);
  const writing = offered.filter(({ rule }) => isWrite(rule));
  const written = new Map<string, Result>();
  const rerunChecks = async (checks: readonly PlannedCheck[]): Promise<Map<string, Result>> => {
    listening = judges.second;
    coordinator.resetForRerun();
    // If the target rejects its own values, no records are left for a re-run, and the first result stands.
    const second = await writeAll(checks, 1, (check) =>
      writeOnce(check, coordinator, input.seed, (result) => written.get(check.id) ?? result),
    );
    listening = judges.first;
    return second;
  };
  for (const { checks, atOnce } of phasesOf(writing)) {
    const noRecords: PlannedCheck[] = [];
    const look = async (check: PlannedCheck): Promise<Result> =>
      writeOnce(check, coordinator, input.seed, (result) => {
        noRecords.push(check);
        return result;
      });
    // A failure counts only after a re-run.
    const tell = (result: Result): Result => {
      written.set(result.check.id, result);
      if (!isFailed(result)) done(result);
      return result;
    };
    await writeAll(checks, atOnce, async (check) => {
      const result = await look(check);
      return noRecords.includes(check) ? result : tell(result);
    });
    // A write that reaches other records spoils the proofs of concurrent checks: alone they may well get records.
    const alone = noRecords.splice(0);
    if (alone.length > 0) coordinator.resetForRerun();
    await writeAll(alone, 1, async (check) => tell(await look(check)));
    const failed = checks.flatMap(({ id }) => written.get(id) ?? []).filter(isFailed);
    const second = failed.length === 0 ? null : await rerunChecks(failed.map(({ check }) => check));
    for (const result of failed) done(await compared(world, result, second?.get(result.check.id) ?? result));
  }
  const reading = offered.filter(({ rule }) => !isWrite(rule) && !isJudge(rule));
  await Promise.all(reading.map(async (check) => done(await readOnce(input, world, check))));
  const refusals = refusalsOf([...written.values()]);
  const judged = offered.flatMap((check) => judgedBy(check, judges.first.get(check.id), refusals));
  const doubted = judged.filter(isFailed);
  const sources = new Set(doubted.flatMap(({ evidence }) => evidence.map(({ seen }) => seen?.by)));
  const again = writing.filter(({ id }) => sources.has(id) && written.get(id)?.outcome !== 'fail');
  if (again.length > 0) await rerunChecks(again);
  for (const first of judged) {
    const [second = first] = isFailed(first) ? judgedBy(first.check, judges.second.get(first.check.id), refusals) : [];
    done(isFailed(first) ? await compared(world, first, second) : first);
  }
  await coordinator.settleAll();
  const { state, path } = journal;
  const unfinished = state.unrestored().length > 0 ? path : null;
  return {
    journal: unfinished,
    undo: unfinished === null ? null : undoCommand(unfinished, input.target, options.bulkScope),
    touched: state.touched().map(({ kind, id }) => `${kind} ${id}`),
    removed: state.removals,
    left: coordinator.left,
    stopped: journal.failure,
    requests: world.session.requests,
  };
}

/** The state of each judge rule, by check. */
function judgesOf(checks: readonly PlannedCheck[]): ReadonlyMap<string, JudgeState> {
  return new Map(checks.flatMap(({ id, rule }) => (isJudge(rule) ? [[id, new JudgeState(rule)] as const] : [])));
}

/** Checks that run concurrently, with the limit. */
interface Phase {
  readonly checks: readonly PlannedCheck[];
  readonly atOnce: number;
}

/**
 * The checks in the order of their side effects: first those that need records without earlier writes, along with most
 * others, long ones first; then those that watch other records; then those that write to all records; then those that
 * remove, because removals show in other records too.
 */
function phasesOf(checks: readonly PlannedCheck[]): Phase[] {
  const place = ({ rule }: PlannedCheck) => (isWrite(rule) && rule.fresh ? 0 : isWrite(rule) && rule.long ? 1 : 2);
  const ordered = [...checks].sort((a, b) => place(a) - place(b));
  const removes = ({ operation }: PlannedCheck) => operation.tier === 'destroy';
  const isOfAll = (check: PlannedCheck) => !removes(check) && isWrite(check.rule) && check.rule.records === 'all';
  const watches = ({ rule }: PlannedCheck) => isWrite(rule) && rule.watches === true;
  const rest = ordered.filter((check) => !removes(check) && !isOfAll(check));
  return [
    { checks: rest.filter((check) => !watches(check)), atOnce: CHECKS_AT_ONCE },
    { checks: rest.filter(watches), atOnce: CHECKS_AT_ONCE },
    { checks: ordered.filter(isOfAll), atOnce: CHECKS_AT_ONCE },
    { checks: ordered.filter(removes), atOnce: 1 },
  ];
}

/** Runs checks with limited concurrency, and returns their results by id. */
async function writeAll(
  checks: readonly PlannedCheck[],
  atOnce: number,
  run: (check: PlannedCheck) => Promise<Result>,
): Promise<Map<string, Result>> {
  const limit = pLimit(atOnce);
  return new Map(await Promise.all(checks.map((check) => limit(async () => [check.id, await run(check)] as const))));
}

/** Runs a check that reads what a write created, while it can still be read. */
async function readOnce(input: RunInput, world: World, check: PlannedCheck): Promise<Result> {
  const { operation } = check;
  try {
    const params = await world.params(operation);
    const answer = await world.session.ask({ operation, params, fresh: true });
    // The document does not say how long it can be read; any other status is for the rules to judge.
    if (answer.status === 404 || answer.status === 410) {
      return withoutEvidence(check, 'inconclusive', `what a write created can no longer be read: ${answer.summary}`);
    }
    const first = await askOnce(check, world, input.seed, null);
    if (!isFailed(first)) return first;
    const again = freshWorld(input, unboundedLedger(input.budget));
    again.provide(operation, params);
    return await rerunAsk(input, [again], first);
  } catch (error) {
    if (error instanceof Inconclusive) return withoutEvidence(check, 'inconclusive', error.message, error.blockedBy);
    throw error;
  }
}

/** The checks of areas that are not refused as a whole; checks of the others do not apply. */
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
    if (refused.has(area))
      done(withoutEvidence(check, 'not-applicable', `the target returns 403 for the whole ${area} area`));
  }
  return late.filter(({ operation }) => !refused.has(operation.area));
}

/** Why writes do not apply, by area: if every write check there says so. */
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
  if (refusal !== undefined) return [withoutEvidence(check, 'not-applicable', refusal)];
  const { evidence, internalError, decided } = state;
  if (evidence.length > 0) return [{ ...withoutEvidence(check, 'fail', null), evidence }];
  if (internalError !== null)
    return [withoutEvidence(check, 'error', `internal error in touchstone: ${internalError}`)];
  if (decided > 0) return [withoutEvidence(check, 'pass', null)];
  return [
    withoutEvidence(check, 'inconclusive', 'no response to a write, or none with the data that this check needs'),
  ];
}

function isFailed({ outcome }: Result): boolean {
  return outcome === 'fail';
}
