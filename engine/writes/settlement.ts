import type { RecordKind } from '../../contract/types.js';
import { differing } from '../session/differing.js';
import { identity } from '../session/page.js';
import { pause } from '../session/pause.js';
import { isOneOf } from '../session/same-id.js';
import type { World } from '../session/world.js';
import type { Damage } from './damage.js';
import { goneOf, type Missed } from './gone.js';
import type { Journal } from './journal.js';
import { OPEN, type TouchedRecord } from './journal-state.js';
import { bothOf, isUnexplained, type Leftover, updatedLeftover } from './leftover.js';
import { firstRecords } from './listed-records.js';
import type { QuietWatch } from './quiet-watch.js';
import { type Fields, watchedOf } from './record-fields.js';
import type { RecordPool } from './record-pool.js';
import type { RemovalDamage } from './removal-damage.js';
import { unlessGivenUp } from './restore-link.js';
import type { RestoreOptions, Restorer } from './restorer.js';
import type { Spread } from './spread.js';
import { waitFor } from './waiting.js';
import type { Writer } from './writer.js';
import { isRestored } from './written-values.js';

/** The maximum number of records that are verified one by one; more are verified with their list. */
const FEW = 5;
/** How long the last restorations are given to show on a target that shows writes late, in milliseconds. */
const LAG_MS = 1000;
/** How long tasks may take that were never seen to end, in milliseconds: at the end of a run they are given this time. */
const UNSEEN_TASK_MS = 5000;

/** What settling needs of that which the write checks of a run share. */
interface Shared {
  readonly world: World;
  readonly journal: Journal;
  readonly options: RestoreOptions;
  readonly writer: Writer;
  readonly restorer: Restorer;
  readonly quiet: QuietWatch;
  readonly spread: Spread;
  readonly damage: Damage;
  readonly removals: RemovalDamage;
  /** The target has shown a write only some time after its response. */
  readonly delaysSeen: boolean;
  pool(kind: RecordKind): RecordPool;
}

/** Restores the records of a run, after each check and at the end, and remembers what is not restored. */
export class Settlement {
  /** See `Restoration.changedOthers`. */
  changedOthers = 0;
  /** The records that the run wrote to and that do not exist any more, as `kind id`. */
  readonly gone = new Set<string>();
  readonly #left = new Map<string, Leftover>();
  readonly #settling = new Map<string, Promise<Leftover | null>>();

  constructor(
    private readonly shared: Shared,
    /** The pools of the kinds that the run has used, by kind. */
    private readonly pools: ReadonlyMap<string, RecordPool>,
  ) {}

  /**
   * Restores the records of a check that has ended, and records without a check that were changed anyway, unless the
   * check that changed them is still running. Returns what is not restored. A failed restoration is repeated only briefly,
   * unless it is the `last` one of the run.
   */
  async settle(own: readonly string[], ended?: string, last = false): Promise<Leftover[]> {
    if (ended !== undefined) this.shared.writer.endCheck(ended);
    const isOwn = isOneOf(own);
    const unsettled = this.shared.journal.state.unsettled();
    // Failed restorations are retried at the end of the run.
    const isLeft = ({ kind, id }: TouchedRecord) => this.#left.has(`${kind} ${id}`);
    const strangers = unsettled.filter((record) => !isOwn(record) && !isLeft(record) && this.#reserve(record));
    try {
      const due = [...unsettled.filter(isOwn), ...strangers];
      const back = due.length > FEW ? await this.#settleTogether(due, isOwn) : new Set<TouchedRecord>();
      const rest = due.filter((record) => !back.has(record));
      const left = await Promise.all(rest.map((record) => this.#settleOne(record, !last && isLeft(record))));
      return left.filter((one) => one !== null);
    } finally {
      for (const [kind, pool] of this.pools) {
        pool.leases.unreserve(strangers.filter((record) => record.kind === kind).map(({ id }) => id));
      }
    }
  }

  /**
   * Restores whatever is left at the end of a run, and then re-reads every record that a write of the run could have
   * reached: one that differs from its original, although it was restored, is restored again or reported.
   */
  async settleAll(): Promise<void> {
    await this.settle(
      this.shared.journal.state.unsettled().map(({ id }) => id),
      undefined,
      true,
    );
    // A task that did not end in time may still change its records, and a change may show only after the window.
    if (this.shared.journal.state.open().length > 0) {
      const { consistencyWindowMs, taskTimeoutMs } = this.shared.options;
      const unseenMs = this.shared.journal.state.longestTaskMs > 0 ? 0 : Math.min(UNSEEN_TASK_MS, taskTimeoutMs);
      const waitMs = Math.max(this.shared.restorer.ends.longestWaitMs(), unseenMs) + consistencyWindowMs;
      await unlessGivenUp(this.shared.restorer.link.wait(pause(waitMs)));
    }
    // What was restored just now may show later, and what was written before it until then.
    const lagMs = this.shared.delaysSeen ? Math.min(LAG_MS, this.shared.options.consistencyWindowMs) : 0;
    await unlessGivenUp(this.shared.restorer.link.wait(pause(lagMs)));
    const kinds = this.shared.world.described.kinds.filter(({ id }) =>
      this.shared.journal.state.reached().some((one) => one.kind === id),
    );
    const changed = await Promise.all(kinds.map((kind) => this.#changedSince(kind)));
    await Promise.all([...changed.flat(), ...this.#damaged()].map((record) => this.restoreAgain(record)));
    for (const kind of this.shared.world.described.kinds.filter((one) => this.shared.spread.has(one))) {
      const done = (record: TouchedRecord, left: Leftover | null) => this.#keep(record, left);
      await unlessGivenUp(this.shared.spread.settle(kind, () => this.#listed(kind), done));
    }
    for (const kind of kinds.filter((one) => !this.shared.spread.has(one))) {
      const others = this.#listed(kind).then((listed) => this.shared.spread.changedOthers(kind, listed));
      this.changedOthers += (await unlessGivenUp(others)) ?? 0;
    }
    for (const kind of this.shared.world.described.kinds) {
      await unlessGivenUp(this.#updateLeft(kind));
      await unlessGivenUp(this.shared.damage.noteSideEffects(kind, this.shared.quiet));
      await this.#keepLasting(kind);
    }
    for (const one of this.shared.removals.left) this.#addLeft(one);
  }

  /** Brings what is left up to date: restoring one record may have changed another, or restored it. */
  async #updateLeft(kind: RecordKind): Promise<void> {
    const left = this.left.filter((one) => one.kind === kind.id);
    const listed = left.length > FEW ? await this.#listed(kind) : new Map<string, Fields>();
    const missed: Missed[] = [];
    for (const one of left) {
      const record = this.shared.journal.state.record(kind.id, one.id);
      const known = listed.get(one.id);
      const found = known === undefined ? await this.shared.restorer.ends.read(kind, one.id) : null;
      const now = known ?? found?.fields ?? null;
      if (found !== null && now === null) missed.push({ id: one.id, found });
      if (record === undefined || now === null) continue;
      const current = updatedLeftover(kind, one, { before: record.before, now });
      this.#keep(record, current);
      if (current === null) this.shared.journal.note({ type: 'settled', kind: kind.id, id: one.id, how: 'restored' });
    }
    if (missed.length > 0) await this.#forgetGone(kind, missed);
  }

  /**
   * Nothing is left to restore of records that another client has deleted. The journal keeps them: a deleted record may come
   * back.
   */
  async #forgetGone(kind: RecordKind, missed: readonly Missed[]): Promise<void> {
    const { state } = this.shared.journal;
    const removed = new Set(state.removals.flatMap((one) => one.removed));
    const first = (await firstRecords(this.shared.world, kind)).map(identity);
    const isNamed = (id: string) => state.hasNamed(kind.id, id);
    const own = missed.filter(({ id }) => !removed.has(id));
    const listed = await this.shared
      .pool(kind)
      .list.ids(this.shared.restorer.link)
      .catch(() => new Set<string>());
    for (const id of goneOf(own, { listed, first, isNamed })) {
      this.#keep({ kind: kind.id, id }, null);
      this.gone.add(`${kind.id} ${id}`);
    }
  }

  /** The records that seem to be changed by another client, in fields that writes damage. */
  #damaged(): TouchedRecord[] {
    return this.left.flatMap((left) => {
      const damaged = this.shared.damage.of(left.kind);
      const isDamaged = isUnexplained(left) && Object.keys(left.fields).some((name) => damaged.has(name));
      return isDamaged ? (this.shared.journal.state.record(left.kind, left.id) ?? []) : [];
    });
  }

  /** Reports the records that no request can restore, in addition to what else is left of them. */
  async #keepLasting(kind: RecordKind): Promise<void> {
    for (const one of (await unlessGivenUp(this.shared.damage.lasting(kind, this.shared.pool(kind)))) ?? [])
      this.#addLeft(one);
  }

  /** Reports a record for a further reason. */
  #addLeft(one: Leftover): void {
    const known = this.#left.get(`${one.kind} ${one.id}`);
    this.#keep(one, known === undefined ? one : bothOf(known, one));
  }

  /** Restores a record that has changed again: every write that ever reached it may be the cause. */
  restoreAgain(record: TouchedRecord): Promise<Leftover | null> {
    this.shared.journal.note({ type: 'reopened', kind: record.kind, id: record.id });
    return this.#settleOne(record);
  }

  /** Remembers what is left of a record; `null` if it is restored. */
  #keep({ kind, id }: Pick<TouchedRecord, 'kind' | 'id'>, left: Leftover | null): void {
    if (left === null) this.#left.delete(`${kind} ${id}`);
    else this.#left.set(`${kind} ${id}`, left);
  }

  /** The records that could not be restored so far. */
  get left(): readonly Leftover[] {
    return [...this.#left.values()];
  }

  /** The records of a kind that were restored and have changed again. */
  async #changedSince(kind: RecordKind): Promise<TouchedRecord[]> {
    const settled = this.shared.journal.state
      .reached()
      .filter((record) => record.kind === kind.id && record.writes.length === 0 && !record.foreign);
    const listed = settled.length > FEW ? await this.#listed(kind) : new Map<string, Fields>();
    const isAsItWas = ({ before }: TouchedRecord, now: Fields | undefined) =>
      now !== undefined && differing(before, now).length === 0;
    const doubtful = settled.filter((record) => !isAsItWas(record, listed.get(record.id)));
    const read = await Promise.all(
      doubtful.map(async (record) => {
        const reading = waitFor(
          () => this.shared.restorer.ends.read(kind, record.id),
          ({ fields }) => isAsItWas(record, fields ?? undefined),
          this.shared.options.consistencyWindowMs,
        );
        return (await unlessGivenUp(reading))?.held ?? true;
      }),
    );
    return doubtful.filter((_record, index) => read[index] !== true);
  }

  /** Reserves a record that no check uses and no running write reaches, so that it can be restored now. */
  #reserve({ kind, id, writes }: TouchedRecord): boolean {
    return (
      writes.every(({ n, end }) => end !== OPEN && !this.shared.writer.isWide(n)) &&
      this.pools.get(kind)?.leases.reserve(id) !== false
    );
  }

  /** Restores a record once, even if requested several times. */
  #settleOne(record: TouchedRecord, brief = false): Promise<Leftover | null> {
    const key = `${record.kind} ${record.id}`;
    const known = this.#settling.get(key);
    if (known !== undefined) return known;
    const settling = this.shared.restorer
      .restore(record, { damaged: this.shared.damage.of(record.kind), brief })
      .then((left) => {
        this.#keep(record, left);
        return left;
      })
      .finally(() => this.#settling.delete(key));
    this.#settling.set(key, settling);
    return settling;
  }

  /** The records that a list shows as restored: unchanged ones, or after bulk updates that restore flags. */
  async #settleTogether(due: readonly TouchedRecord[], isOwn: ReturnType<typeof isOneOf>): Promise<Set<TouchedRecord>> {
    const back = new Set<TouchedRecord>();
    for (const kind of this.shared.world.described.kinds) {
      const own = due.filter((record) => record.kind === kind.id);
      if (own.length === 0) continue;
      const now = await this.#restoredTogether(kind, own);
      // The target may have applied a request to a record that it did not concern, unless writes show immediately.
      const isSpared = (record: TouchedRecord) => !this.shared.delaysSeen && !isOwn(record);
      for (const record of own.filter((one) => now.sure.has(one.id) || isSpared(one))) {
        const read = now.listed.get(record.id);
        if (read === undefined || differing(record.before, read).length > 0) continue;
        this.shared.journal.note({ type: 'settled', kind: kind.id, id: record.id, how: 'restored' });
        this.#left.delete(`${kind.id} ${record.id}`);
        back.add(record);
      }
    }
    return back;
  }

  /** The list after bulk updates have restored what they can, and the ids of the records in them, or restored before. */
  async #restoredTogether(
    kind: RecordKind,
    records: readonly TouchedRecord[],
  ): Promise<{ readonly listed: ReadonlyMap<string, Fields>; readonly sure: ReadonlySet<string> }> {
    const restore = async () => {
      await this.shared.restorer.ends.of(kind, records);
      const found = await this.#listed(kind);
      // The bulk updates count as writes that may have reached these too.
      const restored = records.filter(isRestored).map(({ id }) => id);
      const sent = await this.shared.restorer.bulk.restoreAll(kind, records, found);
      return { listed: sent.size > 0 ? await this.#listed(kind) : found, sure: new Set([...restored, ...sent]) };
    };
    return (await unlessGivenUp(restore())) ?? { listed: new Map(), sure: new Set() };
  }

  /** All records as their list shows them; none if it cannot be read completely. */
  async #listed(kind: RecordKind): Promise<ReadonlyMap<string, Fields>> {
    const items = await this.shared
      .pool(kind)
      .list.read(this.shared.restorer.link)
      .catch(() => []);
    return new Map(items.map((item) => [String(item.id), watchedOf(kind, item)]));
  }
}
