import type { RecordKind } from '../../contract/types.js';
import { differing } from '../session/differing.js';
import { type JsonRecord, pageOf } from '../session/page.js';
import { pause } from '../session/pause.js';
import { Inconclusive } from '../session/signals.js';
import type { World } from '../session/world.js';
import type { Journal } from './journal.js';
import type { TouchedRecord } from './journal-state.js';
import { type Leftover, leftoverOf } from './leftover.js';
import { type Fields, watchedOf } from './record-fields.js';
import { recordKey } from './record-key.js';
import type { Reservations } from './reservations.js';
import type { Restorer } from './restorer.js';
import type { Writer } from './writer.js';

/** The reason for a record that is not restored on a target whose writes change other records too. */
const SPREADS = 'the target changed it again when other records were restored';

/**
 * Restores records on a target whose writes also change records that they do not name, as a confirmed failure shows. Such
 * a record may have been changed before a check claimed it, so it is restored to its state when the writes began.
 */
export class Spread {
  /** The ids of the kinds of record that such writes change. */
  readonly #kinds = new Set<string>();

  constructor(
    private readonly world: World,
    private readonly journal: Journal,
    private readonly writer: Writer,
    private readonly restorer: Restorer,
    private readonly reservations: Reservations,
    private readonly windowMs: number,
  ) {}

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
    for (;;) {
      await this.restorer.link.wait(pause(this.windowMs));
      const changed = await this.#changed(kind, await list());
      if (changed.length >= before) {
        for (const record of changed) done(record, this.#leftover(kind, record));
        return;
      }
      if (changed.length === 0) return;
      before = changed.length;
      for (const record of changed) done(record, await this.restorer.restore(record, { force: true }));
    }
  }

  #leftover(kind: RecordKind, record: TouchedRecord): Leftover {
    this.journal.note({ type: 'reopened', kind: kind.id, id: record.id });
    const context = { world: this.world, link: this.restorer.link };
    return leftoverOf(context, kind, record, { now: null, names: [], reason: SPREADS });
  }

  /**
   * The records of the first page of a list that have changed to sent values since the writes began, whether a write names
   * them or not; they are in the journal then. The first reading of that page is kept by the session.
   */
  async #changed(kind: RecordKind, now: ReadonlyMap<string, Fields>): Promise<TouchedRecord[]> {
    const { state } = this.journal;
    const first = await this.world.plain(this.world.operation(kind.list)).then(pageOf).catch(noRecords);
    const avoided = await this.reservations.avoided();
    return first.items.flatMap((item): TouchedRecord[] => {
      const id = String(item.id);
      const [before, read] = [watchedOf(kind, item), now.get(id)];
      if (read === undefined || avoided.has(recordKey(kind.id, id))) return [];
      const names = differing(before, read).filter((name) => !kind.follows.includes(name));
      if (names.length === 0 || !names.every((name) => state.wasSent(kind.id, name, read[name]))) return [];
      if ((state.record(kind.id, id)?.all.length ?? 0) === 0) {
        this.writer.adopt(kind, id, before, Object.fromEntries(names.map((name) => [name, read[name]])));
      }
      return [{ kind: kind.id, id, before, writes: [], all: [], foreign: false }];
    });
  }
}

function noRecords(error: unknown): { readonly items: readonly JsonRecord[] } {
  if (error instanceof Inconclusive) return { items: [] };
  throw error;
}
