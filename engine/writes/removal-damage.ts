import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import { isSameId } from '../session/same-id.js';
import type { World } from '../session/world.js';
import { bothOf, type Leftover } from './leftover.js';
import { readById } from './reading.js';
import { watchedOf } from './record-fields.js';
import type { Writer } from './writer.js';

/** Reasons for records that removals have changed, or may have changed, in fields that no update can set. */
const CHANGED = 'a removal changed fields that no update can set, so no request restores them';
const MAY_HAVE_CHANGED =
  'it changed while the run removed records, by the removal or by another client; no update can set these fields';
const TAKEN_ALONG = 'the run did not request this removal, and no operation reverts it';
const MAY_HAVE_TAKEN =
  'it was removed while the run removed others, by one of these removals or by another client; no operation reverts it';

/** A record that differs after removals. */
export interface AfterRemoval {
  readonly id: string;
  /** The record before the removals and after them, or those of its fields that were compared. */
  readonly before: JsonRecord;
  readonly now: JsonRecord;
  /** The names of the fields that differ. */
  readonly names: readonly string[];
}

/**
 * What removals do to records in addition to what they are requested to do. A removal cannot be reverted, but a field that
 * a faulty one changes can, if updates contain it; all others are reported as not restored.
 */
export class RemovalDamage {
  /** The ids of the records in the journal, by the ids in requests in lower case. */
  readonly #ids = new Map<string, string>();
  /** The changes that are known, as `id name`: a re-run of a check finds them again. */
  readonly #known = new Set<string>();
  readonly #left = new Map<string, Leftover>();

  constructor(
    private readonly world: World,
    private readonly writer: Writer,
  ) {}

  /**
   * Adds records to the journal before the first removal that lists them, so that they are compared with their originals at
   * the end of the run, or by an undo. A record that cannot be read, or holds a credential, is left out.
   */
  async remember(ids: readonly string[]): Promise<void> {
    const kind = this.#kind;
    for (const id of ids) {
      if (this.#ids.has(id.toLowerCase())) continue;
      const { record } = await readById(this.world.session, this.world.operation(kind.read), id);
      if (record === null || !isSameId(record.id, id)) continue;
      const before = watchedOf(kind, record);
      if (this.writer.isSecret(before)) continue;
      this.#ids.set(id.toLowerCase(), String(record.id));
      this.writer.adopt(kind, String(record.id), before, {});
    }
  }

  /**
   * Records fields that removals have changed: those that updates contain are restored with the next records. `isProven` is
   * false if another client may have changed them instead; then these are compared at the end of the run.
   */
  changed({ id: given, before, now, names: all }: AfterRemoval, isProven: boolean): void {
    const kind = this.#kind;
    const id = this.#idOf(given);
    const names = all.filter((name) => !this.#known.has(`${id} ${name}`));
    for (const name of names) this.#known.add(`${id} ${name}`);
    const settable = new Set(Object.values(kind.members));
    const own = names.filter((name) => settable.has(name));
    // Without sent values it is compared with its original, and left as it is.
    const sent = isProven ? Object.fromEntries(own.map((name) => [name, now[name]])) : {};
    if (own.length > 0) this.writer.adopt(kind, id, watchedOf(kind, before), sent);
    const others = names.filter((name) => !settable.has(name));
    if (others.length === 0) return;
    const fields = Object.fromEntries(others.map((name) => [name, { was: before[name], is: now[name] }]));
    this.#add({ kind: kind.id, id, fields, reason: isProven ? CHANGED : MAY_HAVE_CHANGED, request: null });
  }

  /**
   * Records that a record was removed from a place that no removal of the run names together with it. `isProven` is false
   * if another client may have removed it.
   */
  takenAlong(id: string, from: string, isProven: boolean): void {
    const { from: place } = this.world.described.removal;
    const fields = { [`${place.parameter} ${from}`]: { was: 'assigned', is: 'removed' } };
    this.#add({
      kind: this.#kind.id,
      id: this.#idOf(id),
      fields,
      reason: isProven ? TAKEN_ALONG : MAY_HAVE_TAKEN,
      request: null,
    });
  }

  /** The records that no request can restore. */
  get left(): readonly Leftover[] {
    return [...this.#left.values()];
  }

  /** The id of a record in the journal. */
  #idOf(id: string): string {
    return this.#ids.get(id.toLowerCase()) ?? id;
  }

  #add(one: Leftover): void {
    const known = this.#left.get(one.id);
    this.#left.set(one.id, known === undefined ? one : bothOf(known, one));
  }

  get #kind(): RecordKind {
    const { kinds, removal } = this.world.described;
    const found = kinds.find(({ id }) => id === removal.kind);
    if (found === undefined) throw new Error(`there is no kind of record ${removal.kind}`);
    return found;
  }
}
