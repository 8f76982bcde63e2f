import type { RecordKind } from '../../contract/types.js';
import { differing } from '../session/differing.js';
import { pause } from '../session/pause.js';
import type { World } from '../session/world.js';
import { bulkUpdatesOfMany, explains } from './common-cause.js';
import { firstState } from './first-state.js';
import type { Journal } from './journal.js';
import type { KnownWrite, TouchedRecord } from './journal-state.js';
import { type Leftover, leftoverOf, UNEXPLAINED } from './leftover.js';
import { type Fields, isWhole } from './record-fields.js';
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

/** How a record differs: since the journal has it (`known.before`), or since the writes began. */
interface Change {
  readonly id: string;
  readonly names: readonly string[];
  readonly now: Fields;
  /** The record in the journal, if a write may have reached it. */
  readonly known: TouchedRecord | undefined;
  readonly since: Fields;
}

/** A record that has changed; `reason` says why it is left as it is, `null` if the run has certainly changed it. */
interface ChangedRecord {
  readonly record: TouchedRecord;
  readonly names: readonly string[];
  readonly now: Fields;
  readonly reason: string | null;
}

/**
 * Handles the records that a target changes although no write names them, as a confirmed failure shows. What the run has
 * certainly changed is restored: texts that it made up, and what one bulk update gave many records. What may be a change by
 * another client, such as a flag of a few records, is reported.
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
    const reading = this.#first.get(kind.id) ?? firstState(this.world, kind);
    this.#first.set(kind.id, reading);
    await reading;
  }

  /** Records that a write has changed other records of a kind, by its id. */
  record(kind: string): void {
    this.#kinds.add(kind);
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
      const restored = await this.#restoreFlags(kind, own, list);
      for (const record of restored) done(record, null);
      for (const { record } of own.filter((one) => !restored.has(one.record))) {
        left.set(record.id, await this.restorer.restore(record));
        done(record, left.get(record.id) ?? null);
      }
    }
  }

  /**
   * The number of records that no write names and that have changed since the writes began, all to values that the run sent for
   * others. Other clients set flags too, so such a record is left as it is unless a check shows that writes change others.
   */
  async changedOthers(kind: RecordKind, listed: ReadonlyMap<string, Fields>): Promise<number> {
    const first = (await this.#first.get(kind.id)) ?? new Map<string, Fields>();
    const { state } = this.journal;
    return [...first].filter(([id, before]) => {
      const now = listed.get(id);
      if (now === undefined || state.record(kind.id, id) !== undefined) return false;
      const names = differing(before, now).filter((name) => !kind.follows.includes(name));
      return names.length > 0 && names.every((name) => state.wasSent(kind.id, name, now[name]));
    }).length;
  }

  /** Restores records that an update cannot restore, by one bulk update for each set of flags; returns the restored ones. */
  async #restoreFlags(
    kind: RecordKind,
    own: readonly ChangedRecord[],
    list: () => Promise<ReadonlyMap<string, Fields>>,
  ): Promise<Set<TouchedRecord>> {
    const flags = Object.values(kind.bulk.flags);
    const partial = own.filter(
      ({ record, names }) => !isWhole(kind, record.before) && names.every((name) => flags.includes(name)),
    );
    if (partial.length === 0) return new Set();
    await this.restorer.bulk.restoreFlags(
      kind,
      partial.map(({ record }) => record),
    );
    await this.restorer.link.wait(pause(this.windowMs));
    const now = await list();
    const isRestored = ({ id, before }: TouchedRecord) => differing(before, now.get(id) ?? {}).length === 0;
    const restored = partial.map(({ record }) => record).filter(isRestored);
    for (const { id } of restored) this.journal.note({ type: 'settled', kind: kind.id, id, how: 'restored' });
    return new Set(restored);
  }

  #leftover(kind: RecordKind, { record, names, now, reason }: ChangedRecord): Leftover {
    this.journal.note({ type: 'reopened', kind: kind.id, id: record.id });
    const context = { world: this.world, link: this.restorer.link };
    return leftoverOf(context, kind, record, { now, names, reason: reason ?? SPREADS });
  }

  /** A record as its list shows it, or as a read does if that could not be read as a whole; `undefined` if neither does. */
  async #shown(kind: RecordKind, id: string, listed: ReadonlyMap<string, Fields>): Promise<Fields | undefined> {
    return listed.get(id) ?? (await this.restorer.ends.read(kind, id)).fields ?? undefined;
  }

  /** The records that differ from their state when the writes began; all of them are in the journal then. */
  async #changed(kind: RecordKind, listed: ReadonlyMap<string, Fields>): Promise<ChangedRecord[]> {
    const first = (await this.#first.get(kind.id)) ?? new Map<string, Fields>();
    const avoided = await this.reservations.avoided();
    const reached = this.journal.state.reached().filter((one) => one.kind === kind.id);
    const ids = new Set([...first.keys(), ...reached.map(({ id }) => id)]);
    const own = [...ids].filter((id) => !avoided.has(recordKey(kind.id, id)));
    const shown = await Promise.all(own.map((id) => this.#shown(kind, id, listed)));
    const changes = own.flatMap((id, at) => {
      const now = shown[at];
      return now === undefined ? [] : (this.#changeOf(kind, id, now, first.get(id)) ?? []);
    });
    const writes = reached.flatMap(({ all }) => all);
    const unnamed = changes.filter(({ since, known }) => since !== known?.before);
    const common = bulkUpdatesOfMany(kind, writes, unnamed);
    return changes.flatMap((change) => this.#causeOf(kind, change, common) ?? []);
  }

  /** How a record has changed; `null` if it has not, or if another client has certainly changed it. */
  #changeOf(kind: RecordKind, id: string, now: Fields, first: Fields | undefined): Change | null {
    const { state } = this.journal;
    const namesSince = (before: Fields) => differing(before, now).filter((name) => !kind.follows.includes(name));
    const record = state.record(kind.id, id);
    if (record?.foreign === true) return null;
    const known = record !== undefined && record.all.length > 0 ? record : undefined;
    const names = first === undefined ? [] : namesSince(first);
    // Where a write changed it before a check claimed it, the journal has a later state.
    if (first !== undefined && names.length === 0) return null;
    const ofKnown = known === undefined ? [] : namesSince(known.before);
    if (known !== undefined && ofKnown.length > 0) return { id, names: ofKnown, now, known, since: known.before };
    if (first === undefined) return null;
    if (!names.every((name) => state.wasSent(kind.id, name, now[name]))) return null;
    return { id, names, now, known, since: first };
  }

  /** What has changed a record, which is in the journal then; `common` are bulk updates that have changed many. */
  #causeOf(
    kind: RecordKind,
    { id, names, now, known, since }: Change,
    common: readonly KnownWrite[],
  ): ChangedRecord | null {
    const { state } = this.journal;
    if (since === known?.before) {
      this.journal.note({ type: 'reopened', kind: kind.id, id });
      return { record: known, names, now, reason: null };
    }
    const write = this.#writeOf(kind, now, names) ?? common.find((one) => explains(one, { names, now }));
    if (known !== undefined) {
      const writes = write === undefined ? [] : [write];
      const record = { kind: kind.id, id, before: since, writes, all: writes, foreign: false, refreshed: [] };
      return { record, names, now, reason: write === undefined ? BEFORE_CLAIM : null };
    }
    const sent = write === undefined ? {} : Object.fromEntries(names.map((name) => [name, now[name]]));
    this.writer.adopt(kind, id, since, sent);
    const record = state.record(kind.id, id);
    if (record === undefined) return null;
    return { record: { ...record, before: since }, names, now, reason: write === undefined ? UNEXPLAINED : null };
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
    return reached.flatMap(({ all }) => all).find((write) => explains(write, { names, now }));
  }
}
