import type { Operation, RecordKind } from '../../contract/types.js';
import { type Answer, isSuccess } from '../client/answer.js';
import { isAway } from '../client/cause.js';
import { differing } from '../session/differing.js';
import type { World } from '../session/world.js';
import { BulkRestore } from './bulk-restore.js';
import type { BulkUpdates } from './bulk-updates.js';
import { IgnoredFields } from './ignored-fields.js';
import type { Journal } from './journal.js';
import type { TouchedRecord } from './journal-state.js';
import { FOREIGN, type Leftover, leftoverOf, UNEXPLAINED } from './leftover.js';
import { byId, readingOf } from './reading.js';
import { type Fields, hasEmptyText, isWhole, patchOf } from './record-fields.js';
import { recordKey } from './record-key.js';
import { noteRefreshed, refreshedCopies } from './refreshed-copies.js';
import { GivenUp, RestoreLink } from './restore-link.js';
import { waitFor } from './waiting.js';
import { type ReadRecord, WriteEnds } from './write-ends.js';
import { isRestored, mayBeOwn } from './written-values.js';

/** How long restoring waits, in milliseconds, and the scope that limits a bulk update to the listed records. */
export interface RestoreOptions {
  readonly consistencyWindowMs: number;
  readonly taskTimeoutMs: number;
  readonly bulkScope: string;
}

/** A record as it was read, with the copies that a write has refreshed. */
interface Read extends ReadRecord {
  readonly fresh: Fields;
}

/** The result of restoring a record once; `away` if the target was unavailable. */
interface Restored {
  readonly left: Leftover | null;
  readonly away: boolean;
  /** The target accepted the update and applied it in part. */
  readonly isPartly?: boolean;
}

/** The options of a restoration; a `brief` one is a single attempt that hardly waits. */
interface Given {
  readonly force?: boolean;
  readonly brief?: boolean;
  readonly damaged?: ReadonlySet<string>;
}

/** An attempt to restore a record, and which values the run may have set. */
interface Attempt {
  readonly force: boolean;
  readonly isOwn: (name: string, value: unknown) => boolean;
  /** How many updates the target has accepted and not applied, or not completely. */
  readonly failed: number;
  /** How long reads may take to show what is expected, in milliseconds. */
  readonly windowMs: number;
  /** Whether an update was sent without knowing what the record has, because the response to a read was broken. */
  readonly isBlind?: boolean;
}

/** The values that a record is to get, the names of those that differ, and how many updates have not been applied. */
interface Due {
  readonly wanted: Fields;
  readonly names: readonly string[];
  readonly failed: number;
}

/** What came of a request that restores: the response that refused it, and the one that accepted it if it was an update. */
interface Sent {
  readonly refused: Answer | null;
  readonly update: Answer | null;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Sent = { refused: null, update: null };

/** The maximum attempts to restore a record that differs afterwards for a temporary reason. */
const ATTEMPTS = 4;
/** How long a brief restoration waits at most, in milliseconds. */
const BRIEF_MS = 250;
/** After so many attempts in vain, flags are set by a bulk update, even if the target has accepted none. */
const LAST = 3;

/**
 * Restores records to their original values in the journal, also after an interrupt. Changes of other clients stay, and
 * so do changes that the run cannot explain.
 */
export class Restorer {
  readonly link: RestoreLink;
  readonly ends: WriteEnds;
  readonly bulk: BulkRestore;
  readonly ignored = new IgnoredFields();
  /** The texts of records that the target appends to in place of replacing them. */
  readonly #appended = new Set<string>();

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
   * Restores one record, once no write to it is in progress; returns what is not restored, or `null`. `force` also
   * restores values that the run cannot have set, and `damaged` names the fields in which writes may set any value.
   */
  async restore(record: TouchedRecord, given: Given = {}): Promise<Leftover | null> {
    const { force = false, brief = false, damaged = NONE } = given;
    const { consistencyWindowMs } = this.options;
    const [attempts, windowMs] = brief ? [1, Math.min(BRIEF_MS, consistencyWindowMs)] : [ATTEMPTS, consistencyWindowMs];
    const kind = this.#kindOf(record.kind);
    const isOwn = (name: string, value: unknown) =>
      force || damaged.has(name) || this.#appended.has(keyOf(record, name)) || mayBeOwn(record, name, value);
    try {
      // How many updates the target has accepted and not applied, or not completely.
      let failed = 0;
      for (let attempt = 1; ; attempt += 1) {
        await this.ends.of(kind, [record]);
        const reached = record.writes.length;
        const { left, away, isPartly = false } = await this.#restore(kind, record, { force, isOwn, failed, windowMs });
        // A target that was unavailable may accept the update later, a record that was changed meanwhile is restored
        // again, and an update that had a side effect may have none once the record has most of its original values.
        const again = left !== null && (away || record.writes.length > reached || isPartly);
        if (!again || attempt >= attempts) return left;
        failed += isPartly ? 1 : 0;
      }
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      return leftoverOf(this.#context, kind, record, { now: null, names: [], reason: error.message });
    }
  }

  async #restore(kind: RecordKind, record: TouchedRecord, attempt: Attempt): Promise<Restored> {
    const { force, isOwn, failed, windowMs, isBlind = false } = attempt;
    const othersIn = (now: Fields) =>
      differing(record.before, now).filter((name) => !kind.follows.includes(name) && !isOwn(name, now[name]));
    const found = await this.#readUntil(kind, record, windowMs, (now) => othersIn(now).length === 0);
    const now = found.fields;
    if (now === null) {
      // The response may be broken by what the record has.
      if (found.isBroken && !isBlind) {
        const names = Object.keys(record.before);
        await this.#send(kind, record, { wanted: record.before, names, failed: 0 });
        return this.#restore(kind, record, { ...attempt, isBlind: true });
      }
      const reason = `it could not be read: ${found.summary}`;
      return { left: leftoverOf(this.#context, kind, record, { now, names: [], reason }), away: false };
    }
    const others = othersIn(now);
    const wanted = { ...wantedOf(kind, record.before, now, others), ...found.fresh };
    const due = differing(wanted, now);
    const done = due.length === 0 && isRestored(record) && !force;
    // The other ways are tried after an update of this record, or after several of others, have not been applied.
    const ways = failed === 0 && this.ignored.has(kind.id, due) ? 1 : failed;
    const { refused, update } = done ? NOTHING : await this.#send(kind, record, { wanted, names: due, failed: ways });
    const { fields: then, fresh } = await this.#readUntil(
      kind,
      record,
      windowMs,
      (read, copies) => differing({ ...wanted, ...copies }, read).length === 0,
    );
    const names = then === null ? [] : differing({ ...wanted, ...fresh }, then);
    if (then !== null && update !== null) {
      this.ignored.record(kind.id, { id: record.id, sent: wanted, answer: update, now: then }, due, names);
    }
    // What looked like a change of another client is one of the run, and would grow with each update that keeps it.
    for (const name of update === null ? [] : others)
      if (isAppended(record.before[name], wanted[name], then?.[name])) this.#appended.add(keyOf(record, name));
    if (then !== null && names.length === 0) {
      noteRefreshed(this.journal, kind, record.id, fresh);
      return { left: this.#settled(kind, record, then, others), away: false };
    }
    const reason = refused === null ? 'the target did not apply the update' : `the target returned ${refused.summary}`;
    const left = leftoverOf(this.#context, kind, record, { now: then, names, reason });
    const isPartly = refused === null && !done && then !== null;
    return { left, away: refused !== null && isAway(refused), isPartly };
  }

  /** Reads a record, with its refreshed copies, until it is as expected, or the time is over. */
  async #readUntil(
    kind: RecordKind,
    { id, before }: TouchedRecord,
    windowMs: number,
    holds: (fields: Fields, fresh: Fields) => boolean,
  ): Promise<Read> {
    const read = async (operation: Operation, one: string) =>
      readingOf(await this.link.ask({ operation, params: byId(operation, one) }));
    let seen: Read | undefined;
    const { value } = await waitFor(
      async () => {
        const found = await this.ends.read(kind, id);
        const { fields } = found;
        const fresh = fields === null ? {} : await refreshedCopies(this.world, kind, before, fields, read);
        if (fields !== null) seen = { ...found, fresh };
        return { ...found, fresh };
      },
      ({ fields, fresh }) => fields !== null && holds(fields, fresh),
      windowMs,
    );
    // A record may be away for a moment, also at the end.
    return value.fields === null ? (seen ?? value) : value;
  }

  /** Records that a record is restored, except for fields that other clients changed. */
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

  /**
   * Sends the update that sets these fields of a record, or a bulk update if an update cannot. Once the target has not
   * applied an update, flags are set in other ways.
   */
  async #send(kind: RecordKind, record: TouchedRecord, due: Due): Promise<Sent> {
    const { id } = record;
    const { wanted, names, failed } = due;
    const onlyFlags = isOnlyFlags(kind, names);
    const isSettable = canBeSent(kind, record, wanted);
    if (names.length > 0 && onlyFlags && failed > 0 && (await this.#sendOtherwise(kind, record, due))) return NOTHING;
    // A target may store the empty texts of an update as null, which no update sets back. After an update that is not
    // restored yet, a read may show the record as it was before.
    const isPending = record.writes.some(({ operation }) => operation === kind.update);
    const isAtRisk = failed === 0 && onlyFlags && !isPending && hasEmptyText(kind, wanted);
    if ((isSettable || !onlyFlags) && !(isAtRisk && this.bulk.isAccepted(kind))) {
      const operation = this.world.operation(kind.update);
      const answer = await this.link.write({
        operation,
        params: byId(operation, id),
        body: JSON.stringify(patchOf(kind, wanted)),
        mediaType: operation.body?.mediaType ?? 'application/json',
      });
      if (isSuccess(answer)) return { refused: null, update: answer };
      if (names.length === 0 || !onlyFlags) return { refused: answer, update: null };
    }
    return { refused: await this.bulk.send(kind, [id], wanted), update: null };
  }

  /**
   * Sets flags in another way than before, and returns whether there is one: by a bulk update of the record, at once if the
   * target has accepted such updates in this run and otherwise at last, or by one for each flag. Any error counts as an
   * update that was not applied.
   */
  async #sendOtherwise(kind: RecordKind, record: TouchedRecord, { wanted, names, failed }: Due): Promise<boolean> {
    const { id } = record;
    const isSettable = canBeSent(kind, record, wanted);
    // A target that has accepted none may apply it to other records.
    const isDue = this.bulk.isAccepted(kind) ? failed === 1 : failed >= LAST;
    if (isSettable && !isDue) return false;
    if (isSettable) await this.bulk.send(kind, [id], wanted);
    else for (const name of names) await this.bulk.send(kind, [id], { [name]: wanted[name] });
    return true;
  }

  #kindOf(id: string): RecordKind {
    const found = this.world.described.kinds.find((kind) => kind.id === id);
    if (found === undefined) throw new Error(`there is no kind of record ${id}`);
    return found;
  }
}

/**
 * The target state of the record: its original values, except for fields that other clients changed, and fields derived
 * from them.
 */
function wantedOf(kind: RecordKind, before: Fields, now: Fields, others: readonly string[]): Fields {
  const theirs = others.map((name) => [name, now[name]]);
  const follows = others.length === 0 ? [] : kind.follows.map((name) => [name, now[name]]);
  return { ...before, ...Object.fromEntries(follows), ...Object.fromEntries(theirs) };
}

const keyOf = ({ kind, id }: TouchedRecord, name: string): string => `${recordKey(kind, id)} ${name}`;

/** Whether a record has a text that was sent, and more, where the text that was sent had the original one and more. */
function isAppended(before: unknown, sent: unknown, now: unknown): boolean {
  const isIn = (part: unknown, whole: unknown) =>
    typeof part === 'string' && typeof whole === 'string' && part !== '' && part !== whole && whole.includes(part);
  return isIn(before, sent) && isIn(sent, now);
}

/** Whether an update may send these values of a record: once the run has updated it, null for those that it lacks. */
function canBeSent(kind: RecordKind, { all }: TouchedRecord, wanted: Fields): boolean {
  return all.some(({ operation }) => operation === kind.update) || isWhole(kind, wanted);
}

/** Whether bulk updates can set all of these fields. */
function isOnlyFlags(kind: RecordKind, names: readonly string[]): boolean {
  const flags = Object.values(kind.bulk.flags);
  return names.every((name) => flags.includes(name));
}
