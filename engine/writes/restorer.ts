import type { RecordKind } from '../../contract/types.js';
import type { Answer } from '../client/answer.js';
import type { World } from '../session/world.js';
import { BulkRestore } from './bulk-restore.js';
import type { BulkUpdates } from './bulk-updates.js';
import type { Journal } from './journal.js';
import { isRestored, mayBeOwn, type TouchedRecord } from './journal-state.js';
import { FOREIGN, type Leftover, leftoverOf, UNEXPLAINED } from './leftover.js';
import { byId } from './reading.js';
import { differing, type Fields, isWhole, patchOf } from './record-fields.js';
import { GivenUp, isAway, RestoreLink } from './restore-link.js';
import { waitFor } from './waiting.js';
import { WriteEnds } from './write-ends.js';

/** How long restoring waits, in milliseconds, and how a bulk update is about the listed records alone. */
export interface RestoreOptions {
  readonly consistencyWindowMs: number;
  readonly taskTimeoutMs: number;
  readonly bulkScope: string;
}

/** What came of restoring a record once; `away` where the target could not be reached as it should. */
interface Restored {
  readonly left: Leftover | null;
  readonly away: boolean;
}

/** How often a record is restored that is not as it was afterwards, for a reason that passes. */
const ATTEMPTS = 3;

/**
 * Restores records to what the journal holds of them, also where the run is interrupted. What another client has changed
 * since is left, and so is what the run cannot explain.
 */
export class Restorer {
  readonly link: RestoreLink;
  readonly ends: WriteEnds;
  readonly bulk: BulkRestore;

  constructor(
    private readonly world: World,
    private readonly journal: Journal,
    private readonly options: RestoreOptions,
    bulkOf: (kind: RecordKind) => BulkUpdates,
    signal?: AbortSignal,
  ) {
    this.link = new RestoreLink(world.session, signal);
    this.ends = new WriteEnds(world, this.link, journal, options.consistencyWindowMs, bulkOf);
    this.bulk = new BulkRestore(world, this.link, journal, this.ends, options.bulkScope, bulkOf);
  }

  /**
   * Restores one record, once nothing is at work on it any more; answers what is not as it was, or `null`. `force`
   * restores values too that the run cannot have given the record.
   */
  async restore(record: TouchedRecord, { force = false } = {}): Promise<Leftover | null> {
    const kind = this.#kindOf(record.kind);
    try {
      for (let attempt = 1; ; attempt += 1) {
        await this.ends.of(kind, [record]);
        const reached = record.writes.length;
        const { left, away } = await this.#restore(kind, record, force);
        // A target that was away may take it once it is back, and what was hit anew meanwhile is restored anew.
        const again = left !== null && (away || record.writes.length > reached);
        if (!again || attempt >= ATTEMPTS) return left;
      }
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      return leftoverOf(this.#context, kind, record, { now: null, names: [], reason: error.message });
    }
  }

  async #restore(kind: RecordKind, record: TouchedRecord, force: boolean): Promise<Restored> {
    const othersIn = (now: Fields) =>
      force
        ? []
        : differing(record.before, now).filter(
            (name) => !kind.follows.includes(name) && !mayBeOwn(record, name, now[name]),
          );
    const found = await this.#readUntil(kind, record, (now) => othersIn(now).length === 0);
    const now = found.fields;
    if (now === null) {
      const reason = `it could not be read: ${found.summary}`;
      return { left: leftoverOf(this.#context, kind, record, { now, names: [], reason }), away: false };
    }
    const others = othersIn(now);
    const wanted = wantedOf(kind, record.before, now, others);
    const done = differing(wanted, now).length === 0 && isRestored(record) && !force;
    const refused = done ? null : await this.#send(kind, record.id, wanted, now);
    const { fields: then } = await this.#readUntil(kind, record, (read) => differing(wanted, read).length === 0);
    const names = then === null ? [] : differing(wanted, then);
    if (then !== null && names.length === 0) return { left: this.#settled(kind, record, then, others), away: false };
    const reason = refused === null ? 'the target did not apply the update' : `the target returned ${refused.summary}`;
    const left = leftoverOf(this.#context, kind, record, { now: then, names, reason });
    return { left, away: refused !== null && isAway(refused) };
  }

  /** Reads a record until it is as it should be, or the consistency window is over. */
  async #readUntil(kind: RecordKind, { id }: TouchedRecord, holds: (fields: Fields) => boolean) {
    const { value } = await waitFor(
      () => this.ends.read(kind, id),
      ({ fields }) => fields !== null && holds(fields),
      this.options.consistencyWindowMs,
    );
    return value;
  }

  /** Notes that a record is restored but for the fields of others, which are left. */
  #settled(kind: RecordKind, record: TouchedRecord, now: Fields, others: readonly string[]): Leftover | null {
    const { id } = record;
    const unexplained = others.some((name) => this.journal.state.wasSent(kind.id, name, now[name]));
    const reason = unexplained ? UNEXPLAINED : FOREIGN;
    if (!unexplained) {
      this.journal.note({ type: 'settled', kind: kind.id, id, how: others.length > 0 ? 'left' : 'restored' });
    }
    return others.length === 0 ? null : leftoverOf(this.#context, kind, record, { now, names: others, reason });
  }

  get #context() {
    return { world: this.world, link: this.link };
  }

  /** Sends the update that gives a record these fields, or a bulk update where an update cannot; `null` where it was taken. */
  async #send(kind: RecordKind, id: string, wanted: Fields, now: Fields): Promise<Answer | null> {
    const flags = Object.values(kind.bulk.flags);
    const names = differing(wanted, now);
    const onlyFlags = names.every((name) => flags.includes(name));
    if (isWhole(kind, wanted) || !onlyFlags) {
      const operation = this.world.operation(kind.update);
      const answer = await this.link.write({
        operation,
        params: byId(operation, id),
        body: JSON.stringify(patchOf(kind, wanted)),
        mediaType: operation.body?.mediaType ?? 'application/json',
      });
      const taken = answer.status >= 200 && answer.status < 300;
      if (taken || names.length === 0 || !onlyFlags) return taken ? null : answer;
    }
    return this.bulk.send(kind, [id], wanted);
  }

  #kindOf(id: string): RecordKind {
    const found = this.world.described.kinds.find((kind) => kind.id === id);
    if (found === undefined) throw new Error(`there is no kind of record ${id}`);
    return found;
  }
}

/** What the record is to be: what it was, but for what others have given it since, and what follows from that. */
function wantedOf(kind: RecordKind, before: Fields, now: Fields, others: readonly string[]): Fields {
  const theirs = others.map((name) => [name, now[name]]);
  const follows = others.length === 0 ? [] : kind.follows.map((name) => [name, now[name]]);
  return { ...before, ...Object.fromEntries(follows), ...Object.fromEntries(theirs) };
}
