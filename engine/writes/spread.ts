import type { RecordKind } from '../../contract/types.js';
import { differing } from '../session/differing.js';
import { pause } from '../session/pause.js';
import type { World } from '../session/world.js';
import type { Journal } from './journal.js';
import type { KnownWrite, TouchedRecord } from './journal-state.js';
import { type Leftover, leftoverOf, UNEXPLAINED } from './leftover.js';
import { firstRecords } from './listed-records.js';
import { type Fields, watchedOf } from './record-fields.js';
import { recordKey } from './record-key.js';
import type { Reservations } from './reservations.js';
import type { Restorer } from './restorer.js';
import { isSame } from './same-value.js';
import type { Writer } from './writer.js';

/** The reason for a record that is not restored on a target whose writes change other records too. */
const SPREADS = 'the target changed it again when other records were restored';
/** The reason for a record that had changed before a check claimed it, so that the journal has a later state. */
const BEFORE_CLAIM =
  'it changed before the run wrote to it, by a write to another record or by another client; the request restores the state when the writes began';

/** A record that has changed; `reason` says why it is left as it is, `null` if the run has certainly changed it. */
interface Changed {
  readonly record: TouchedRecord;
  readonly names: readonly string[];
  readonly now: Fields;
  readonly reason: string | null;
}

/**
 * Handles the records that a target changes although no write names them, as a confirmed failure shows. What the run has
 * certainly changed is restored. What may be a change by another client, such as a flag, is reported.
 */
export class Spread {
  /** The ids of the kinds of record that such writes change. */
  readonly #kinds = new Set<string>();
  /** By kind, the records of the first page of the list when the writes began. */
  readonly #first = new Map<string, Promise<ReadonlyMap<string, Fields>>>();

  constructor(
    private readonly world: World,
    private readonly journal: Journal,
    private readonly writer: Writer,
    private readonly restorer: Restorer,
    private readonly reservations: Reservations,
    private readonly windowMs: number,
  ) {}

  /** Reads the records of a kind before the first write to any of them; later calls only wait for that. */
  async begin(kind: RecordKind): Promise<void> {
    const reading = this.#first.get(kind.id) ?? this.#read(kind);
    this.#first.set(kind.id, reading);
    await reading;
  }

  /** Records that a write has changed other records of a kind. */
  record({ id }: RecordKind): void {
    this.#kinds.add(id);
  }

  has({ id }: RecordKind): boolean {
    return this.#kinds.has(id);
  }

  /**
   * Restores the records of a kind one at a time, because restoring one may change others again, for as long as that
   * helps. Calls `done` for each record: with `null` if it is restored, else with what is left.
   */
  async settle(
    kind: RecordKind,
    list: () => Promise<ReadonlyMap<string, Fields>>,
    done: (record: TouchedRecord, left: Leftover | null) => void,
  ): Promise<void> {
    let before = Number.POSITIVE_INFINITY;
    const left = new Map<string, Leftover | null>();
    for (;;) {
      await this.restorer.link.wait(pause(this.windowMs));
      const changed = await this.#changed(kind, await list());
      const own = changed.filter(({ reason }) => reason === null);
      if (own.length === 0 || own.length >= before) {
        for (const one of changed) done(one.record, left.get(one.record.id) ?? this.#leftover(kind, one));
        return;
      }
      before = own.length;
      for (const { record } of own) {
        left.set(record.id, await this.restorer.restore(record));
        done(record, left.get(record.id) ?? null);
      }
    }
  }

  #leftover(kind: RecordKind, { record, names, now, reason }: Changed): Leftover {
    this.journal.note({ type: 'reopened', kind: kind.id, id: record.id });
    const context = { world: this.world, link: this.restorer.link };
    return leftoverOf(context, kind, record, { now, names, reason: reason ?? SPREADS });
  }

  /** The records that differ from their state when the writes began; all of them are in the journal then. */
  async #changed(kind: RecordKind, listed: ReadonlyMap<string, Fields>): Promise<Changed[]> {
    const first = (await this.#first.get(kind.id)) ?? new Map<string, Fields>();
    const avoided = await this.reservations.avoided();
    const reached = this.journal.state.reached().filter((one) => one.kind === kind.id);
    const ids = new Set([...first.keys(), ...reached.map(({ id }) => id)]);
    return [...ids].flatMap((id) => {
      const now = listed.get(id);
      if (now === undefined || avoided.has(recordKey(kind.id, id))) return [];
      return this.#changeOf(kind, id, now, first.get(id)) ?? [];
    });
  }

  /** How a record has changed; `null` if it has not, or if another client has certainly changed it. */
  #changeOf(kind: RecordKind, id: string, now: Fields, first: Fields | undefined): Changed | null {
    const { state } = this.journal;
    const namesSince = (before: Fields) => differing(before, now).filter((name) => !kind.follows.includes(name));
    const known = state.record(kind.id, id);
    if (known?.foreign === true) return null;
    if (known !== undefined && known.all.length > 0) {
      const names = namesSince(known.before);
      if (names.length > 0) {
        this.journal.note({ type: 'reopened', kind: kind.id, id });
        return { record: known, names, now, reason: null };
      }
    }
    const names = first === undefined ? [] : namesSince(first);
    if (first === undefined || names.length === 0) return null;
    if (!names.every((name) => state.wasSent(kind.id, name, now[name]))) return null;
    const write = this.#writeOf(kind, now, names);
    if (known !== undefined && known.all.length > 0) {
      const writes = write === undefined ? [] : [write];
      const record = { kind: kind.id, id, before: first, writes, all: writes, foreign: false, refreshed: [] };
      return { record, names, now, reason: write === undefined ? BEFORE_CLAIM : null };
    }
    const sent = write === undefined ? {} : Object.fromEntries(names.map((name) => [name, now[name]]));
    this.writer.adopt(kind, id, first, sent);
    const record = state.record(kind.id, id);
    if (record === undefined) return null;
    return { record: { ...record, before: first }, names, now, reason: write === undefined ? UNEXPLAINED : null };
  }

  /**
   * A write that sent all these values, one of them a text that no record had: another client does not choose the texts of
   * a run, but it may well set the same flags.
   */
  #writeOf({ id: kind }: RecordKind, now: Fields, names: readonly string[]): KnownWrite | undefined {
    const reached = this.journal.state.reached().filter((record) => record.kind === kind);
    const isMadeUp = (value: unknown, name: string) =>
      typeof value === 'string' && value !== '' && !reached.some(({ before }) => isSame(before[name], value));
    if (!names.some((name) => isMadeUp(now[name], name))) return undefined;
    return reached
      .flatMap(({ all }) => all)
      .find(({ sent }) => names.every((name) => name in sent && isSame(sent[name], now[name])));
  }

  async #read(kind: RecordKind): Promise<ReadonlyMap<string, Fields>> {
    const items = await firstRecords(this.world, kind);
    const named = items.filter(({ id }) => typeof id === 'string' && id !== '');
    return new Map(named.map((item) => [String(item.id), watchedOf(kind, item)]));
  }
}
