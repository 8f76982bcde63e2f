import { hostname } from 'node:os';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { unboundedLedger } from '../budget.js';
import type { Client } from '../client/client.js';
import { Redaction } from '../client/redaction.js';
import { Session } from '../session.js';
import type { Target } from '../target.js';
import { UsageError } from '../usage-error.js';
import { type Interface, World } from '../world.js';
import type { Journal } from './journal.js';
import type { RunEntry } from './journal-entry.js';
import { restorationOf } from './restoration-report.js';
import { type Leftover, Restorer } from './restorer.js';

/** What came of an undo: how many records it looked after, and which are not as they were. */
export interface Undone {
  readonly baseUrl: string;
  readonly records: number;
  readonly left: NonNullable<RunReport['restoration']>['left'];
  /** What a run had removed for good: nothing brings it back. */
  readonly removed: NonNullable<RunReport['restoration']>['removed'];
}

/** The run that a journal is of; throws a UsageError where it is none, or where that run is still at work. */
export function runOf({ state, path }: Journal): RunEntry {
  const { run } = state;
  if (run === undefined) throw new UsageError(`${path} is empty`, 'Nothing was written, so it can be removed.');
  if (run.format !== 'touchstone.journal/1') {
    throw new UsageError(`${path} is of another version of touchstone: ${run.format}`, 'Undo it with that version.');
  }
  if (run.process.host === hostname() && isAlive(run.process.pid)) {
    throw new UsageError(
      `the run that writes ${path} is still at work, in process ${run.process.pid}`,
      'Wait for it: it puts everything back itself. Or stop it, and undo then.',
    );
  }
  return run;
}

/** Puts back whatever a journal holds that is not as it was. */
export async function undoAll(
  journal: Journal,
  run: RunEntry,
  target: Target,
  client: Client,
  described: Interface,
): Promise<Undone> {
  const session = new Session(target, client, unboundedLedger(), () => undefined);
  const restorer = new Restorer(new World(session, described), session, journal, run);
  const records = journal.state.unsettled();
  const left = await Promise.all(records.map((record) => restorer.restore(record)));
  const restoration = {
    journal: null,
    touched: [],
    removed: journal.state.removals,
    left: left.filter((one): one is Leftover => one !== null),
  };
  const told = restorationOf(restoration, new Redaction(target.withheld, target.headerNames));
  return { baseUrl: target.baseUrl, records: records.length, left: told.left, removed: told.removed };
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but another person's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
