import type { RecordKind } from '../../contract/types.js';
import type { World } from '../session/world.js';
import { BulkUpdates } from './bulk-updates.js';
import { Damage } from './damage.js';
import type { Journal } from './journal.js';
import { QuietWatch } from './quiet-watch.js';
import { ReadPatience } from './read-patience.js';
import { RecordPool } from './record-pool.js';
import { RemovalDamage } from './removal-damage.js';
import type { Reservations } from './reservations.js';
import { type RestoreOptions, Restorer } from './restorer.js';
import { Settlement } from './settlement.js';
import { Spread } from './spread.js';
import type { Waited } from './waiting.js';
import { Writer } from './writer.js';

/** The write options of the user. */
export interface WriteOptions extends RestoreOptions {
  readonly allowScopeAll: boolean;
}

/** How much longer than the longest delay that was seen the next one may be. */
const DELAY_FACTOR = 1.5;

/** What the write checks of a run share: the records, the journal, and the restorer. */
export class WriteCoordinator {
  readonly writer: Writer;
  readonly restorer: Restorer;
  readonly quiet: QuietWatch;
  readonly spread: Spread;
  readonly damage: Damage;
  readonly removals: RemovalDamage;
  readonly settlement: Settlement;
  /** The target has shown a write only some time after its response. */
  delaysSeen = false;
  /** The longest time after which a read has shown a write, in milliseconds; 0 if each was shown at once. */
  #longestDelayMs = 0;
  /** The number of the run of the checks: results from many concurrent checks need not hold for one alone. */
  look = 1;
  readonly #pools = new Map<string, RecordPool>();
  readonly #bulk = new Map<string, BulkUpdates>();
  readonly #patience = new Map<string, ReadPatience>();

  constructor(
    readonly world: World,
    readonly journal: Journal,
    readonly options: WriteOptions,
    signal: AbortSignal | undefined,
    private readonly reservations: Reservations,
    /** Stops writes, but not restoring, which only the interrupt of the user ends. */
    stop: AbortSignal | undefined = signal,
  ) {
    const stopped = () => {
      if (signal?.aborted) return 'the run was interrupted';
      return stop?.aborted ? 'the run was stopped' : this.restorer.link.over;
    };
    this.writer = new Writer(world.session, journal, stopped, stop);
    this.quiet = new QuietWatch(world, journal.state, (kind) => this.pool(kind).chosenIds);
    this.restorer = new Restorer(world, journal, options, (kind) => this.bulk(kind), signal);
    this.damage = new Damage(world, journal.state, this.restorer.link);
    this.removals = new RemovalDamage(world, this.writer);
    const { consistencyWindowMs } = options;
    this.spread = new Spread(world, journal, this.writer, this.restorer, reservations, consistencyWindowMs);
    this.settlement = new Settlement(this, this.#pools);
  }

  /** Learns from a wait for a write whether the target shows writes late, and how late. */
  recordWait({ held, reads, waitedMs }: Waited<unknown>): void {
    if (reads === 1) return;
    this.delaysSeen = true;
    if (held) this.#longestDelayMs = Math.max(this.#longestDelayMs, waitedMs);
  }

  /** How late the target may carry out a write that it has accepted, in milliseconds; 0 if each was shown at once. */
  get delayMs(): number {
    return Math.min(this.options.consistencyWindowMs, DELAY_FACTOR * this.#longestDelayMs);
  }

  pool(kind: RecordKind): RecordPool {
    const { consistencyWindowMs } = this.options;
    const made =
      this.#pools.get(kind.id) ??
      new RecordPool(
        kind,
        this.world,
        this.writer,
        consistencyWindowMs,
        this.reservations,
        (record) => this.settlement.restoreAgain(record),
        () => this.spread.begin(kind),
        () => this.delayMs,
      );
    this.#pools.set(kind.id, made);
    return made;
  }

  /** What is known of the bulk updates of a kind of record. */
  bulk(kind: RecordKind): BulkUpdates {
    const made = this.#bulk.get(kind.id) ?? new BulkUpdates(this.options.taskTimeoutMs);
    this.#bulk.set(kind.id, made);
    return made;
  }

  /** How long checks wait until reads show a write of an operation: the same for all operations on a kind of record. */
  patience(operationId: string): ReadPatience {
    const key = this.kindOf(operationId)?.id ?? operationId;
    const made = this.#patience.get(key) ?? new ReadPatience(this.options.consistencyWindowMs);
    this.#patience.set(key, made);
    return made;
  }

  /**
   * Resets results before a re-run: what concurrent checks found about records is tested again. Where no records are left
   * because the target did not restore them, it is asked again: since then, it may have shown another way.
   */
  async resetForRerun(): Promise<void> {
    this.look += 1;
    for (const patience of this.#patience.values()) patience.reset();
    for (const kind of this.world.described.kinds) {
      const pool = this.pool(kind);
      await Promise.all(
        pool.stranded.map(async (candidate) => {
          const record = this.journal.state.record(kind.id, candidate.id);
          if (record !== undefined && (await this.settlement.restoreAgain(record)) === null)
            candidate.standing = 'untried';
        }),
      );
      pool.resetForRerun();
    }
  }

  /** The kind of record that an operation writes to; `null` if there is none. */
  kindOf(operationId: string): RecordKind | null {
    const { kinds } = this.world.described;
    return kinds.find(({ update, bulk }) => update === operationId || bulk.operation === operationId) ?? null;
  }
}
