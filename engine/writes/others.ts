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
  private constructor(
    private readonly pool: RecordPool,
    private readonly world: World,
    private readonly writer: Writer,
    private readonly first: Listed,
    /** The keys of the records of other runs, which may change them at any time. */
    private readonly avoided: ReadonlySet<string>,
    private readonly windowMs: number,
    /** When the records were first read. */
    private readonly moment: number,
  ) {}

  /** Reads the records as they are now. */
  static async look(pool: RecordPool, world: World, writer: Writer, windowMs: number): Promise<Others> {
    const moment = pool.leases.now;
    const avoided = await pool.reservations.avoided();
    return new Others(pool, world, writer, await listedRecords(world, pool.kind), avoided, windowMs, moment);
  }

  /** The number of records compared. */
  get count(): number {
    return [...this.first.items.keys()].filter((id) => !this.pool.leases.touchedSince(id, this.moment)).length;
  }

  /**
   * The records that have changed since, and stay so for the consistency window: a replica that is behind may show what
   * another check wrote and restored before. A record with the values that were sent for one record was changed by a fault of
   * the target, and is restored with the rest; any other change may come from another client.
   */
  async changed(...sent: readonly Fields[]): Promise<Changed[]> {
    const { kind } = this.pool;
    const found = new Map<string, Changed>();
    const look = async () => {
      await this.#compare(found);
      return [...found.values()];
    };
    const { value: changed } = await waitFor(look, ({ length }) => length === 0, this.windowMs);
    for (const one of changed) {
      const values = sent.find((fields) => this.#isCertain(one, fields));
      if (values !== undefined) this.writer.adopt(kind, one.id, watchedOf(kind, one.before), values);
    }
    return changed;
  }

  /**
   * Whether a record has changed to values that were sent for another one: to all of them, or to a text that no record had.
   * Another client may well set one of the flags.
   */
  #isCertain({ fields, now }: Changed, sent: Fields): boolean {
    const { kind } = this.pool;
    const isOwn = (name: string) => !kind.follows.includes(name);
    const named = fields.filter(isOwn);
    if (named.length === 0 || differing(sent, now, named).length > 0) return false;
    const isMadeUp = (name: string) =>
      typeof now[name] === 'string' && ![...this.first.items.values()].some((one) => one[name] === now[name]);
    return named.some(isMadeUp) || differing(sent, now, Object.keys(sent).filter(isOwn)).length === 0;
  }

  /** Adds records that a write has changed by mistake to those that are restored. */
  adopt(changed: readonly Changed[]): void {
    const { kind } = this.pool;
    for (const { id, fields, before, now } of changed) {
      const sent = Object.fromEntries(fields.map((name) => [name, now[name]]));
      this.writer.adopt(kind, id, watchedOf(kind, before), sent);
    }
  }

  /** Brings the records that differ up to date. One that the list does not show now stays as it was shown last. */
  async #compare(found: Map<string, Changed>): Promise<void> {
    const { kind } = this.pool;
    const meanwhile = await this.pool.reservations.avoided();
    const { answer, items } = await listedRecords(this.world, kind);
    const since = await this.pool.reservations.avoided();
    const isAvoided = (key: string) => [this.avoided, meanwhile, since].some((keys) => keys.has(key));
    for (const [id, before] of this.first.items) {
      const isOthers = this.pool.leases.touchedSince(id, this.moment) || isAvoided(recordKey(kind.id, id));
      const now = items.get(id);
      const fields = isOthers || now === undefined ? [] : differing(watchedOf(kind, before), watchedOf(kind, now));
      if (now !== undefined && fields.length > 0) found.set(id, { id, fields, before, now, answer });
      else if (isOthers || now !== undefined) found.delete(id);
    }
  }
}
