import type { RecordKind } from '../../contract/types.js';
import { type Answer, isSuccess } from '../client/answer.js';
import { differing } from '../session/differing.js';
import type { World } from '../session/world.js';
import type { BulkUpdates } from './bulk-updates.js';
import type { Journal } from './journal.js';
import type { TouchedRecord } from './journal-state.js';
import type { Fields } from './record-fields.js';
import type { RestoreLink } from './restore-link.js';
import { taskOf } from './task.js';
import type { WriteEnds } from './write-ends.js';
import { isRestored, mayBeOwn } from './written-values.js';

/** Records to restore to the same flags. */
interface FlagGroup {
  readonly sent: Fields;
  readonly ids: string[];
}

/** Smaller collections are restored record by record. */
const MANY = 30;

/** Restores flags by bulk updates: of one record that an update cannot restore, and of a whole collection. */
export class BulkRestore {
  constructor(
    private readonly world: World,
    private readonly link: RestoreLink,
    private readonly journal: Journal,
    private readonly ends: WriteEnds,
    private readonly bulkScope: string,
    private readonly bulkOf: (kind: RecordKind) => BulkUpdates,
  ) {}

  /** Sets these flags on records and waits for the task; returns the response if it was refused, or `null`. */
  async send(kind: RecordKind, ids: readonly string[], wanted: Fields): Promise<Answer | null> {
    const operation = this.world.operation(kind.bulk.operation);
    const flags = Object.entries(kind.bulk.flags).filter(([, name]) => typeof wanted[name] === 'boolean');
    const body = Object.fromEntries(flags.map(([flag, name]) => [flag, wanted[name]]));
    const attempt = async () => {
      const answer = await this.link.write({
        operation,
        params: {},
        body: JSON.stringify({ scope: this.bulkScope, ids, body }),
        mediaType: operation.body?.mediaType ?? 'application/json',
      });
      const taken = isSuccess(answer);
      const task = taken ? taskOf(answer) : null;
      if (task !== null) await this.ends.poll(kind, task);
      return { answer, taken, mayBeBusy: answer.status >= 400 && answer.status < 500 };
    };
    const sent = this.bulkOf(kind).lane.carryOut(attempt, this.ends.longestWaitMs());
    const { answer, taken } = await this.link.wait(sent);
    return taken ? null : answer;
  }

  /** Whether the target has accepted a bulk update of listed records of a kind in this run. */
  isAccepted({ bulk }: RecordKind): boolean {
    return this.journal.state
      .touched()
      .some(({ all }) =>
        all.some(
          ({ operation, wide, answer }) =>
            operation === bulk.operation && wide !== true && answer !== undefined && isSuccess(answer),
        ),
      );
  }

  /**
   * Restores the flags of a whole collection with a few bulk updates, one for each set of flags, and returns the ids of the
   * records in them. Every record that a faulty target could change is in the journal.
   */
  async restoreAll(
    kind: RecordKind,
    records: readonly TouchedRecord[],
    found: ReadonlyMap<string, Fields>,
  ): Promise<ReadonlySet<string>> {
    const known = new Set(records.map(({ id }) => id));
    if (found.size < MANY || ![...found.keys()].every((id) => known.has(id))) return new Set();
    const groups = groupsOf(kind, records, found);
    await Promise.all(groups.map((group) => this.#sendGroup(kind, [...known], group)));
    return new Set(groups.flatMap(({ ids }) => ids));
  }

  /** Restores the flags of records by one bulk update for each set of flags. */
  async restoreFlags(kind: RecordKind, records: readonly TouchedRecord[]): Promise<void> {
    const groups = new Map<string, FlagGroup>();
    for (const record of records) addTo(groups, Object.values(kind.bulk.flags), record);
    for (const { ids, sent } of groups.values()) await this.send(kind, ids, sent);
  }

  async #sendGroup(kind: RecordKind, all: readonly string[], { sent, ids }: FlagGroup): Promise<void> {
    const n = this.journal.nextWrite();
    const carryOut = async () => {
      const operation = kind.bulk.operation;
      const write = { type: 'write', n, operation, kind: kind.id, ids: all, sent, wide: true } as const;
      // If the journal is full, the updates of single records remain, which need no entry.
      const isKept = await this.journal.append(write).then(
        () => true,
        () => false,
      );
      if (!isKept) return;
      await this.send(kind, ids, sent);
      this.journal.note({ type: 'ended', n, afterMs: 0 });
    };
    await this.journal.underWay(n, carryOut());
  }
}

/** The records whose flags differ, or may differ, because of the run, grouped by their original flags. */
function groupsOf(
  kind: RecordKind,
  records: readonly TouchedRecord[],
  found: ReadonlyMap<string, Fields>,
): readonly FlagGroup[] {
  const flags = Object.values(kind.bulk.flags);
  const groups = new Map<string, FlagGroup>();
  for (const record of records) {
    const now = found.get(record.id) ?? {};
    const names = differing(record.before, now).filter((name) => !kind.follows.includes(name));
    const isOwn = (name: string) => flags.includes(name) && mayBeOwn(record, name, now[name]);
    if (!names.every(isOwn) || (names.length === 0 && isRestored(record))) continue;
    addTo(groups, flags, record);
  }
  return [...groups.values()];
}

/** Adds a record to the group with its original flags. */
function addTo(groups: Map<string, FlagGroup>, flags: readonly string[], { id, before }: TouchedRecord): void {
  const sent = Object.fromEntries(flags.map((name) => [name, before[name]]));
  const group = groups.get(JSON.stringify(sent)) ?? { sent, ids: [] };
  group.ids.push(id);
  groups.set(JSON.stringify(sent), group);
}
