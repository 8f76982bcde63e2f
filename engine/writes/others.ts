import type { Answer } from '../client/answer.js';
import { differing } from '../session/differing.js';
import type { JsonRecord } from '../session/page.js';
import type { World } from '../session/world.js';
import { type Listed, listedRecords } from './listed-records.js';
import { type Fields, watchedOf } from './record-fields.js';
import { recordKey } from './record-key.js';
import type { RecordPool } from './record-pool.js';
import { waitFor } from './waiting.js';
import type { Writer } from './writer.js';

/** A record that no check writes to and that has changed. */
export interface Changed {
  readonly id: string;
  /** The names of the updatable fields that differ. */
  readonly fields: readonly string[];
  readonly before: JsonRecord;
  readonly now: JsonRecord;
  /** The list in which it was seen. */
  readonly answer: Answer;
}

/** The records of a list that no check uses: to verify that a write does not change them. */
export class Others {
  readonly #moment: number;

  private constructor(
    private readonly pool: RecordPool,
    private readonly world: World,
    private readonly writer: Writer,
    private readonly first: Listed,
    /** The keys of the records of other runs, which may change them at any time. */
    private readonly avoided: ReadonlySet<string>,
    private readonly windowMs: number,
  ) {
    this.#moment = pool.leases.now;
  }

  /** Reads the records as they are now. */
  static async look(pool: RecordPool, world: World, writer: Writer, windowMs: number): Promise<Others> {
    const avoided = await pool.reservations.avoided();
    return new Others(pool, world, writer, await listedRecords(world, pool.kind), avoided, windowMs);
  }

  /** The number of records compared. */
  get count(): number {
    return [...this.first.items.keys()].filter((id) => !this.pool.leases.touchedSince(id, this.#moment)).length;
  }

  /**
   * The records that have changed since, and stay so for the consistency window: a replica that is behind may show what
   * another check wrote and restored before. A record with exactly the values that were sent for one record was changed by a
   * fault of the target, and is restored with the rest; any other change may come from another client.
   */
  async changed(...sent: readonly Fields[]): Promise<Changed[]> {
    const { kind } = this.pool;
    const { value: changed } = await waitFor(
      () => this.#differing(),
      ({ length }) => length === 0,
      this.windowMs,
    );
    for (const one of changed) {
      const named = one.fields.filter((name) => !kind.follows.includes(name));
      const values = sent.find((fields) => differing(fields, one.now, named).length === 0);
      if (values !== undefined) this.writer.adopt(kind, one.id, watchedOf(kind, one.before), values);
    }
    return changed;
  }

  /** Adds records that a write has changed by mistake to those that are restored. */
  adopt(changed: readonly Changed[]): void {
    const { kind } = this.pool;
    for (const { id, fields, before, now } of changed) {
      const sent = Object.fromEntries(fields.map((name) => [name, now[name]]));
      this.writer.adopt(kind, id, watchedOf(kind, before), sent);
    }
  }

  /** The records that differ now. */
  async #differing(): Promise<Changed[]> {
    const { kind } = this.pool;
    const meanwhile = await this.pool.reservations.avoided();
    const { answer, items } = await listedRecords(this.world, kind);
    const since = await this.pool.reservations.avoided();
    const isAvoided = (key: string) => [this.avoided, meanwhile, since].some((keys) => keys.has(key));
    return [...this.first.items].flatMap(([id, before]): Changed[] => {
      const now = items.get(id);
      if (now === undefined || this.pool.leases.touchedSince(id, this.#moment) || isAvoided(recordKey(kind.id, id)))
        return [];
      const fields = differing(watchedOf(kind, before), watchedOf(kind, now));
      return fields.length === 0 ? [] : [{ id, fields, before, now, answer }];
    });
  }
}
