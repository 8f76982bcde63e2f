import type { RecordKind } from '../../contract/types.js';
import type { World } from '../world.js';
import type { Journal } from './journal.js';
import { isBack, OPEN, type TouchedRecord } from './journal-state.js';
import { differing, type Fields, watchedOf } from './record-fields.js';
import { RecordPool } from './record-pool.js';
import type { Reservations } from './reservations.js';
import { type Leftover, type RestoreOptions, Restorer } from './restorer.js';
import type { Rhythm } from './waiting.js';
import { Writer } from './writer.js';

/** What a person allows and asks of writes. */
export interface WriteOptions extends RestoreOptions {
  readonly allowScopeAll: boolean;
}

/** So many records are read one by one to see whether they are back; more are looked up in their list. */
const FEW = 5;

/** What the checks of a run that write share: the records, the journal, and what puts records back. */
export class Desk {
  readonly writer: Writer;
  readonly restorer: Restorer;
  readonly taskRhythm: Rhythm = { absentMs: 0 };
  /** The target has shown a write later than it answered it. */
  delaysSeen = false;
  /** Which look at the target this is: what is learnt of its haste among many checks need not hold for one alone. */
  look = 1;
  readonly #pools = new Map<string, RecordPool>();
  readonly #left = new Map<string, Leftover>();
  readonly #settling = new Map<string, Promise<Leftover | null>>();

  constructor(
    readonly world: World,
    readonly journal: Journal,
    readonly options: WriteOptions,
    signal: AbortSignal | undefined,
    private readonly reservations: Reservations,
  ) {
    this.writer = new Writer(world.session, journal, signal);
    this.restorer = new Restorer(world, world.session, journal, options);
  }

  pool(kind: RecordKind): RecordPool {
    const known = this.#pools.get(kind.id);
    if (known !== undefined) return known;
    const made = new RecordPool(kind, this.world, this.writer, this.options.consistencyWindowMs, this.reservations);
    this.#pools.set(kind.id, made);
    return made;
  }

  /** Before a second look: what the checks have found out of records, beside each other, is tried again. */
  beginAgain(): void {
    this.look += 1;
    for (const kind of this.world.described.kinds) this.pool(kind).beginAgain();
  }

  /**
   * Puts back what has been written to: the records of a check that has ended, and those that nobody has and that were
   * hit all the same, unless the check that did it is still at work. Answers what is not as it was.
   */
  async settle(ids: ReadonlySet<string>, ended?: string): Promise<Leftover[]> {
    if (ended !== undefined) this.writer.isOver(ended);
    const unsettled = this.journal.state.unsettled();
    const strangers = unsettled.filter((record) => !ids.has(record.id) && this.#keep(record));
    try {
      const due = [...unsettled.filter(({ id }) => ids.has(id)), ...strangers];
      const back = due.length > FEW ? await this.#settleTogether(due, ids) : new Set<TouchedRecord>();
      const rest = due.filter((record) => !back.has(record));
      const left = await Promise.all(rest.map((record) => this.#settleOne(record)));
      return left.filter((one) => one !== null);
    } finally {
      for (const [kind, pool] of this.#pools) {
        pool.letGo(strangers.filter((record) => record.kind === kind).map(({ id }) => id));
      }
    }
  }

  /** What could not be put back so far. */
  get left(): readonly Leftover[] {
    return [...this.#left.values()];
  }

  /** Keeps a record that no check has, and none at work reaches, so that it can be put back now. */
  #keep({ kind, id, writes }: TouchedRecord): boolean {
    return (
      writes.every(({ n, end }) => end !== OPEN && !this.writer.isWide(n)) && this.#pools.get(kind)?.keep(id) !== false
    );
  }

  /** One record is put back once, whoever asks for it. */
  #settleOne(record: TouchedRecord): Promise<Leftover | null> {
    const key = `${record.kind} ${record.id}`;
    const known = this.#settling.get(key);
    if (known !== undefined) return known;
    const settling = this.restorer
      .restore(record)
      .then((left) => {
        if (left === null) this.#left.delete(key);
        else this.#left.set(key, left);
        return left;
      })
      .finally(() => this.#settling.delete(key));
    this.#settling.set(key, settling);
    return settling;
  }

  /** Of many records, the ones that a list shows as they were: by themselves, or after bulk updates that put flags back. */
  async #settleTogether(due: readonly TouchedRecord[], ids: ReadonlySet<string>): Promise<Set<TouchedRecord>> {
    const back = new Set<TouchedRecord>();
    for (const kind of this.world.described.kinds) {
      const own = due.filter((record) => record.kind === kind.id);
      if (own.length === 0) continue;
      await this.restorer.ended(kind, own);
      const found = await this.#listed(kind);
      const changed = await this.restorer.putFlagsBack(kind, own, found);
      const now = changed ? await this.#listed(kind) : found;
      // A request that was not about a record may have been taken for one that was; where writes show at once, it was not.
      const isSpared = ({ id }: TouchedRecord) => !this.delaysSeen && !ids.has(id);
      for (const record of own.filter((one) => changed || isBack(one) || isSpared(one))) {
        const read = now.get(record.id);
        if (read === undefined || differing(record.before, read).length > 0) continue;
        this.journal.note({ type: 'settled', kind: kind.id, id: record.id, how: 'restored' });
        back.add(record);
      }
    }
    return back;
  }

  async #listed(kind: RecordKind): Promise<ReadonlyMap<string, Fields>> {
    const items = await this.pool(kind)
      .whole({ unstoppable: true })
      .catch(() => []);
    return new Map(items.map((item) => [String(item.id), watchedOf(kind, item)]));
  }

  /** The kind of record that an operation writes to; `null` where it is about none. */
  kindOf(operationId: string): RecordKind | null {
    const { kinds } = this.world.described;
    return kinds.find(({ update, bulk }) => update === operationId || bulk.operation === operationId) ?? null;
  }
}
