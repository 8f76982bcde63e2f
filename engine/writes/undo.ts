import type { RecordKind } from '../../contract/types.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { Client } from '../client/client.js';
import { Redaction } from '../client/redaction.js';
import { unboundedLedger } from '../session/request-ledger.js';
import { isSameId } from '../session/same-id.js';
import { Session } from '../session/session.js';
import { type Interface, World } from '../session/world.js';
import type { Target } from '../target/target.js';
import { UsageError } from '../target/usage-error.js';
import { BulkUpdates } from './bulk-updates.js';
import type { Journal } from './journal.js';
import type { JournalState, TouchedRecord } from './journal-state.js';
import type { Leftover } from './leftover.js';
import { readById } from './reading.js';
import { recordKey } from './record-key.js';
import { restorationOf } from './restoration-report.js';
import { type RestoreOptions, Restorer } from './restorer.js';

/** The result of an undo: how many records it handled, and which are not restored. */
export interface Undone {
  readonly baseUrl: string;
  readonly records: number;
  /** The number of writes that had not ended, so that they may still change records. */
  readonly unended: number;
  readonly left: NonNullable<RunReport['restoration']>['left'];
  /** What the run had permanently removed: an undo cannot restore it. */
  readonly removed: NonNullable<RunReport['restoration']>['removed'];
  /** The command that tries again; `null` if every record is restored. */
  readonly again: string | null;
}

/** The records to force, by id; throws a UsageError for an id that is not among the unrestored ones. */
export function forcedOf(state: JournalState, ids: readonly string[], file: string): TouchedRecord[] {
  const unrestored = state.unrestored();
  return ids.flatMap((id) => {
    const found = unrestored.filter((record) => isSameId(record.id, id));
    if (found.length > 0) return found;
    throw new UsageError(
      `${file} has no unrestored record ${JSON.stringify(id)}`,
      'Nothing was sent. Give --force-record an id that `touchstone undo` lists.',
    );
  });
}

/**
 * Restores every record of a journal that may differ from its original; `forced` records even if they have a value that
 * the run did not write. Throws a UsageError, and leaves the journal as it is, if the target rejects the credential.
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
  const bulk = new Map<string, BulkUpdates>();
  const bulkOf = ({ id }: RecordKind) => {
    const made = bulk.get(id) ?? new BulkUpdates(options.taskTimeoutMs);
    bulk.set(id, made);
    return made;
  };
  const world = new World(session, described);
  const restorer = new Restorer(world, journal, options, bulkOf);
  const records = journal.state.unrestored();
  const keys = new Set(forced.map(({ kind, id }) => recordKey(kind, id)));
  const isForced = ({ kind, id }: TouchedRecord) => keys.has(recordKey(kind, id));
  await assertCredential(records, world);
  // A record that the run restored may have been changed since, by a write that had not ended.
  for (const { kind, id, writes } of records) if (writes.length === 0) journal.note({ type: 'reopened', kind, id });
  const left = await Promise.all(records.map((record) => restorer.restore(record, { force: isForced(record) })));
  const restoration = {
    journal: null,
    undo: null,
    touched: [],
    removed: journal.state.removals,
    left: left.filter((one): one is Leftover => one !== null),
  };
  const restored = restorationOf(restoration, new Redaction(target.withheld, target.headerNames));
  const handled = records.filter((record, index) => left[index] !== null || isWritten(record));
  const unended = journal.state.open().length;
  return { baseUrl: target.baseUrl, records: handled.length, unended, left: restored.left, removed: restored.removed };
}

/** Whether a write may have changed a record: one that only a removal names was just compared with its original. */
function isWritten({ all }: TouchedRecord): boolean {
  return all.some(({ sent, anyValue }) => Object.keys(sent).length > 0 || anyValue !== undefined);
}

/** Reads the first record; throws a UsageError if the target returns 401, as it would for each of them. */
async function assertCredential([first]: readonly TouchedRecord[], world: World): Promise<void> {
  if (first === undefined) return;
  const { answer } = await readById(world.session, world.operation(kindOf(first, world).read), first.id);
  if (answer.status !== 401) return;
  const { baseUrl, hasCredential } = world.session.target;
  const kept = 'Nothing was changed, and the journal is kept.';
  throw hasCredential
    ? new UsageError(
        `the target ${baseUrl} rejects the credential: it returns 401`,
        `${kept} Give a valid one with TOUCHSTONE_TOKEN or --auth, and run the command again.`,
      )
    : new UsageError(
        `the target ${baseUrl} needs a credential, and none was given: it returns 401`,
        `${kept} Give one with TOUCHSTONE_TOKEN or --auth, and run the command again.`,
      );
}

function kindOf({ kind }: TouchedRecord, { described }: World): RecordKind {
  const found = described.kinds.find(({ id }) => id === kind);
  if (found === undefined) throw new Error(`there is no kind of record ${kind}`);
  return found;
}
