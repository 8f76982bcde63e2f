import type { RunReport } from '../../schemas/generated/touchstone.js';
import { unboundedLedger } from '../budget.js';
import type { Client } from '../client/client.js';
import { Redaction } from '../client/redaction.js';
import { Session } from '../session.js';
import type { Target } from '../target.js';
import { UsageError } from '../usage-error.js';
import { type Interface, World } from '../world.js';
import type { Journal } from './journal.js';
import type { JournalState, TouchedRecord } from './journal-state.js';
import { readById } from './reading.js';
import { fieldsOf } from './record-fields.js';
import { restorationOf } from './restoration-report.js';
import { type Leftover, type RestoreOptions, Restorer } from './restorer.js';
import { sameId } from './same-id.js';

/** What came of an undo: how many records it looked after, and which are not as they were. */
export interface Undone {
  readonly baseUrl: string;
  readonly records: number;
  readonly left: NonNullable<RunReport['restoration']>['left'];
  /** What a run had removed for good: nothing brings it back. */
  readonly removed: NonNullable<RunReport['restoration']>['removed'];
  /** The command that tries again; `null` where every record is as it was. */
  readonly again: string | null;
}

/** The records of a journal that a person forces; throws a UsageError for an id that is not among the unrestored ones. */
export function forcedOf(state: JournalState, ids: readonly string[], file: string): TouchedRecord[] {
  const unsettled = state.unsettled();
  return ids.flatMap((id) => {
    const found = unsettled.filter((record) => sameId(record.id, id));
    if (found.length > 0) return found;
    throw new UsageError(
      `${file} holds no record ${JSON.stringify(id)} that is to be restored`,
      'Nothing was sent. Give --force-record an id that `touchstone undo` has listed.',
    );
  });
}

/**
 * Restores every record of a journal that may not be as it was; `forced` ones even where they hold a value that the run
 * did not write.
 */
export async function undoAll(
  journal: Journal,
  options: RestoreOptions,
  target: Target,
  client: Client,
  described: Interface,
  forced: readonly TouchedRecord[],
): Promise<Omit<Undone, 'again'>> {
  const session = new Session(target, client, unboundedLedger(), () => undefined);
  const world = new World(session, described);
  const restorer = new Restorer(world, session, journal, options);
  const records = journal.state.unsettled();
  await Promise.all(forced.map((record) => takeOver(record, journal, world)));
  const left = await Promise.all(records.map((record) => restorer.restore(record)));
  const restoration = {
    journal: null,
    undo: null,
    touched: [],
    removed: journal.state.removals,
    left: left.filter((one): one is Leftover => one !== null),
  };
  const told = restorationOf(restoration, new Redaction(target.withheld, target.headerNames));
  return { baseUrl: target.baseUrl, records: records.length, left: told.left, removed: told.removed };
}

/** Takes what a record holds now for a value that the run has written, so that it is restored all the same. */
async function takeOver({ kind: id, id: record }: TouchedRecord, journal: Journal, world: World): Promise<void> {
  const kind = world.described.kinds.find((one) => one.id === id);
  if (kind === undefined) throw new Error(`there is no kind of record ${id}`);
  const read = await readById(world.session, world.operation(kind.read), record, { unstoppable: true });
  if (read.record === null) return;
  const n = journal.nextWrite();
  await journal.append(
    { type: 'write', n, operation: kind.update, kind: kind.id, ids: [record], sent: fieldsOf(kind, read.record) },
    { type: 'answer', n, status: 200 },
  );
}
