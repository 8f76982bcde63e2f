import pLimit, { type LimitFunction } from 'p-limit';
import type { RecordKind } from '../../contract/types.js';
import type { Answer, SentRequest } from '../client/answer.js';
import type { Session } from '../session.js';
import type { World } from '../world.js';
import type { Journal } from './journal.js';
import { isBack, isSame, type KnownWrite, OPEN, ownValues, type TouchedRecord } from './journal-state.js';
import { byId, readById } from './reading.js';
import { differing, type Fields, isWhole, patchOf, watchedOf } from './record-fields.js';
import { isEnded, type TaskWait, taskOf } from './task.js';
import { type Waited, waitFor } from './waiting.js';

/** A record that is not as it was, why, and the request that would make it so. */
export interface Leftover {
  readonly kind: string;
  readonly id: string;
  /** What differs: each field with what it was and what it is now, where that could be read. */
  readonly fields: Readonly<Record<string, { readonly was: unknown; readonly is?: unknown }>>;
  readonly reason: string;
  /** `null` where somebody else has changed it, so that it is theirs. */
  readonly request: SentRequest | null;
}

/** How long restoring waits, in milliseconds, and how a bulk update is about the listed records alone. */
export interface RestoreOptions {
  readonly consistencyWindowMs: number;
  readonly taskTimeoutMs: number;
  readonly bulkScope: string;
}

/** Records that are to have the same flags. */
interface FlagGroup {
  readonly sent: Fields;
  readonly ids: string[];
}

/** Records that are read to see whether a bulk update has been carried out. */
const LOOKED_AT = 5;
/** A collection of fewer records is put back one by one. */
const MANY = 30;
/** A task of which nothing is known is given so many times as long as the longest one that was seen. */
const TASKS = 2;

/**
 * Puts records back to what the journal holds of them. What somebody else has changed since is told, and left. It goes
 * on where the run is interrupted.
 */
export class Restorer {
  readonly #waiting = new Map<number, Promise<void>>();
  /** The bulk updates that put flags back, by their numbers in the journal. */
  readonly #sending = new Set<number>();
  /** By kind, the bulk updates that were refused beside others, one after the other. */
  readonly #lanes = new Map<string, LimitFunction>();
  /** The kinds of which a bulk update was refused for as long as it was sent again. */
  readonly #refusing = new Set<string>();
  /** What was answered in place of a record. */
  readonly #unread = new Map<string, string>();

  constructor(
    private readonly world: World,
    private readonly session: Session,
    private readonly journal: Journal,
    private readonly options: RestoreOptions,
  ) {}

  /** Puts one record back, once nothing is at work on it any more; `null` where it is as it was. */
  async restore(record: TouchedRecord): Promise<Leftover | null> {
    const kind = this.#kindOf(record.kind);
    await this.ended(kind, [record]);
    const foreignTo = (now: Fields) =>
      differing(record.before, now).filter(
        (name) => !kind.follows.includes(name) && !ownValues(record, name).some((own) => couldBe(own, now[name])),
      );
    const { value: now } = await waitFor(
      () => this.#read(kind, record.id),
      (read) => read !== null && foreignTo(read).length === 0,
      this.options.consistencyWindowMs,
    );
    if (now === null) return this.#left(kind, record, null, [], `it could not be read: ${this.#unread.get(record.id)}`);
    const foreign = foreignTo(now);
    const wanted = wantedOf(kind, record.before, now, foreign);
    const refused =
      differing(wanted, now).length === 0 && isBack(record) ? null : await this.#putBack(kind, record.id, wanted, now);
    const { value: then } = await waitFor(
      () => this.#read(kind, record.id),
      (read) => read !== null && differing(wanted, read).length === 0,
      this.options.consistencyWindowMs,
    );
    const differs = then === null ? [] : differing(wanted, then);
    if (then === null || differs.length > 0) {
      const why = refused === null ? 'the target did not take it' : `the target answered ${refused.summary}`;
      return this.#left(kind, record, then, differs, why);
    }
    if (foreign.length === 0) {
      this.journal.note({ type: 'settled', kind: kind.id, id: record.id, how: 'restored' });
      return null;
    }
    // It stays in the journal: `touchstone undo --force-record` can still restore it.
    return { ...this.#left(kind, record, then, foreign, 'somebody else has changed it since'), request: null };
  }

  /** Waits until no bulk update is at work on records any more. */
  async ended(kind: RecordKind, records: readonly TouchedRecord[]): Promise<void> {
    const ids = new Set(records.map(({ id }) => id));
    const open = this.journal.state
      .open()
      .filter((write) => write.kind === kind.id && write.ids.some((id) => ids.has(id)));
    await Promise.all(open.map((write) => this.#untilEnded(kind, write)));
  }

  /**
   * Puts the flags of a whole collection back by a few bulk updates, one for each set of flags, and tells whether there
   * was any to put back. A target that carries them out wrongly changes nothing that is not in the journal.
   */
  async putFlagsBack(
    kind: RecordKind,
    records: readonly TouchedRecord[],
    found: ReadonlyMap<string, Fields>,
  ): Promise<boolean> {
    const known = new Map(records.map((record) => [record.id, record]));
    if (found.size < MANY || ![...found.keys()].every((id) => known.has(id))) return false;
    const flags = Object.values(kind.bulk.flags);
    const groups = new Map<string, FlagGroup>();
    for (const record of records) {
      const now = found.get(record.id) ?? {};
      const names = differing(record.before, now);
      const isOwn = (name: string) =>
        flags.includes(name) && ownValues(record, name).some((value) => couldBe(value, now[name]));
      if (!names.every(isOwn) || (names.length === 0 && isBack(record))) continue;
      const sent = Object.fromEntries(flags.map((name) => [name, record.before[name]]));
      const group = groups.get(JSON.stringify(sent)) ?? { sent, ids: [] };
      group.ids.push(record.id);
      groups.set(JSON.stringify(sent), group);
    }
    const all = [...known.keys()];
    const sends = [...groups.values()];
    // A target may take one bulk update at a time: those that it refuses side by side follow one after the other.
    const taken = await Promise.all(sends.map((group) => this.#sendBack(kind, all, group, 0)));
    for (const [at, group] of sends.entries()) {
      if (taken[at] !== true) await this.#sendBack(kind, all, group, this.#longestWaitMs());
    }
    return groups.size > 0;
  }

  async #sendBack(
    kind: RecordKind,
    all: readonly string[],
    { sent, ids }: FlagGroup,
    patienceMs: number,
  ): Promise<boolean> {
    const n = this.journal.nextWrite();
    this.#sending.add(n);
    const carryOut = async () => {
      const write = { type: 'write', n, operation: kind.bulk.operation, kind: kind.id, ids: all, sent } as const;
      // A journal that takes no more leaves the updates of single records, which need no entry.
      const isKept = await this.journal.append(write).then(
        () => true,
        () => false,
      );
      if (!isKept) return false;
      const refused = await this.#putBackInBulk(kind, ids, sent, patienceMs);
      this.journal.note({ type: 'ended', n, afterMs: 0 });
      return refused === null;
    };
    return this.journal.underWay(n, carryOut());
  }

  async #read(kind: RecordKind, id: string): Promise<Fields | null> {
    const { record, answer } = await readById(this.session, this.world.operation(kind.read), id, { unstoppable: true });
    if (record === null) this.#unread.set(id, answer.summary);
    return record === null ? null : watchedOf(kind, record);
  }

  /** Sends the update that gives a record these fields, or a bulk update where an update cannot; `null` where it was taken. */
  async #putBack(kind: RecordKind, id: string, wanted: Fields, now: Fields): Promise<Answer | null> {
    const flags = Object.values(kind.bulk.flags);
    const names = differing(wanted, now);
    const byUpdate = isWhole(kind, wanted) || !names.every((name) => flags.includes(name));
    if (byUpdate) {
      const operation = this.world.operation(kind.update);
      const answer = await this.session.write({
        operation,
        params: byId(operation, id),
        body: JSON.stringify(patchOf(kind, wanted)),
        mediaType: operation.body?.mediaType ?? 'application/json',
      });
      if (isTaken(answer) || names.length === 0 || !names.every((name) => flags.includes(name))) {
        return isTaken(answer) ? null : answer;
      }
    }
    return this.#putBackInBulk(kind, [id], wanted);
  }

  async #putBackInBulk(
    kind: RecordKind,
    ids: readonly string[],
    wanted: Fields,
    patienceMs = this.#longestWaitMs(),
  ): Promise<Answer | null> {
    const operation = this.world.operation(kind.bulk.operation);
    const flags = Object.entries(kind.bulk.flags).filter(([, name]) => typeof wanted[name] === 'boolean');
    const body = Object.fromEntries(flags.map(([flag, name]) => [flag, wanted[name]]));
    const write = {
      operation,
      params: {},
      body: JSON.stringify({ scope: this.options.bulkScope, ids, body }),
      mediaType: operation.body?.mediaType ?? 'application/json',
    };
    const attempt = async () => {
      const answer = await this.session.write(write);
      const task = isTaken(answer) ? taskOf(answer) : null;
      if (task !== null) await this.#poll(kind, task);
      return answer;
    };
    const first = await attempt();
    if (isTaken(first) || patienceMs === 0) return isTaken(first) ? null : first;
    // While another bulk update runs a target may refuse a second one: then they follow one after the other.
    const patiently = async () => {
      const answer = await this.#again(kind, attempt, patienceMs);
      if (!isTaken(answer)) this.#refusing.add(kind.id);
      return answer;
    };
    const inTurn = await this.#laneOf(kind)(async () => (this.#refusing.has(kind.id) ? null : patiently()));
    const answer = inTurn ?? (await patiently());
    return isTaken(answer) ? null : answer;
  }

  /** Sends a bulk update again until it is taken or its time is over, which is not while others of the run are at work. */
  async #again(kind: RecordKind, attempt: () => Promise<Answer>, patienceMs: number): Promise<Answer> {
    const isBusy = () =>
      this.journal.state.open().some(({ n, operation }) => operation === kind.bulk.operation && !this.#sending.has(n));
    const start = performance.now();
    for (;;) {
      const { value, held } = await waitFor(attempt, isTaken, patienceMs);
      if (held || !isBusy() || performance.now() - start > this.options.taskTimeoutMs) return value;
    }
  }

  #laneOf({ id }: RecordKind): LimitFunction {
    const lane = this.#lanes.get(id) ?? pLimit(1);
    this.#lanes.set(id, lane);
    return lane;
  }

  /** Waits for a bulk update that may still be at work; without a known task until it shows, or until it should have. */
  #untilEnded(kind: RecordKind, write: KnownWrite): Promise<void> {
    const known = this.#waiting.get(write.n);
    if (known !== undefined) return known;
    const waiting = this.#end(kind, write);
    this.#waiting.set(write.n, waiting);
    return waiting;
  }

  async #end(kind: RecordKind, write: KnownWrite): Promise<void> {
    await this.journal.answered(write.n);
    if (write.end !== OPEN) return;
    const task = write.answer?.task;
    const { waitedMs } = await (task === undefined ? this.#untilCalm(kind, write) : this.#poll(kind, task));
    this.journal.note({ type: 'ended', n: write.n, afterMs: waitedMs });
  }

  /**
   * Waits for a write of which nothing is known but that it was sent: until its records turn into what it gives them, or
   * for as long as it could take. Records that have been so all along tell nothing.
   */
  async #untilCalm(kind: RecordKind, { ids, sent }: KnownWrite): Promise<Waited<unknown>> {
    const shows = (record: Fields | null) =>
      record !== null && Object.entries(sent).every(([name, value]) => isSame(value, record[name]));
    let before: boolean | undefined;
    return waitFor(
      () => Promise.all(ids.slice(0, LOOKED_AT).map((id) => this.#read(kind, id))),
      (records) => {
        const shown = records.length > 0 && records.every(shows);
        before ??= shown;
        return shown && !before;
      },
      this.#longestWaitMs(),
    );
  }

  /** How long something may take of which nothing is known. */
  #longestWaitMs(): number {
    return Math.max(this.options.consistencyWindowMs, TASKS * this.journal.state.longestTaskMs);
  }

  async #poll(kind: RecordKind, id: string): Promise<TaskWait> {
    const operation = this.world.operation(kind.bulk.task);
    return waitFor(
      () => readById(this.session, operation, id, { unstoppable: true }),
      ({ answer, record }) => isEnded(record) || (answer.status >= 400 && answer.status < 500),
      this.options.taskTimeoutMs,
    );
  }

  #left(
    kind: RecordKind,
    { id, before }: TouchedRecord,
    now: Fields | null,
    names: readonly string[],
    reason: string,
  ): Leftover {
    const operation = this.world.operation(kind.update);
    const fields = now === null ? Object.keys(before) : names;
    const request = this.session.describe({
      operation,
      params: byId(operation, id),
      body: JSON.stringify(patchOf(kind, before)),
      mediaType: operation.body?.mediaType ?? 'application/json',
    });
    return {
      kind: kind.id,
      id,
      fields: Object.fromEntries(
        fields.map((name) => [name, { was: before[name], ...(now !== null && { is: now[name] }) }]),
      ),
      reason,
      request,
    };
  }

  #kindOf(id: string): RecordKind {
    const found = this.world.described.kinds.find((kind) => kind.id === id);
    if (found === undefined) throw new Error(`there is no kind of record ${id}`);
    return found;
  }
}

/** What the record is to be: what it was, but what somebody else has given it since, and what follows from that. */
function wantedOf(kind: RecordKind, before: Fields, now: Fields, foreign: readonly string[]): Fields {
  const theirs = foreign.map((name) => [name, now[name]]);
  const follows = foreign.length === 0 ? [] : kind.follows.map((name) => [name, now[name]]);
  return { ...before, ...Object.fromEntries(follows), ...Object.fromEntries(theirs) };
}

/** Whether a value may be what a target made of one that was sent: the same, or written in another type. */
function couldBe(sent: unknown, value: unknown = null): boolean {
  if (differing({ value: sent }, { value }).length === 0) return true;
  if (sent === null) return value === '' || value === false || value === 0;
  return String(sent) === String(value);
}

function isTaken({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
