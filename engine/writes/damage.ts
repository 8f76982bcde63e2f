import type { RecordKind } from '../../contract/types.js';
import { fields as documented } from '../../schemas/generated/fields.js';
import { differing } from '../session/differing.js';
import { itemsOf, type JsonRecord } from '../session/page.js';
import { nullIfInconclusive } from '../session/signals.js';
import type { World } from '../session/world.js';
import type { JournalState, TouchedRecord } from './journal-state.js';
import type { Leftover } from './leftover.js';
import { firstRecords } from './listed-records.js';
import type { QuietWatch } from './quiet-watch.js';
import { byId, readingOf } from './reading.js';
import { unsettable } from './record-fields.js';
import type { RecordPool } from './record-pool.js';
import type { RestoreLink } from './restore-link.js';
import { changedWhereWritten, sideEffectsOf } from './side-effects.js';

/** The reason for a record that writes have changed in fields that no update contains. */
const LASTING = 'writes changed fields that no update can set, so no request restores them';

/** How long fields are watched that only written records have changed in, in milliseconds: another client may change them. */
const QUIET_MS = 2000;

/**
 * The fields in which confirmed failures have shown that writes change the records that they name. What such a field of
 * such a record has now was set by the run, even if no write contains it.
 */
export class Damage {
  /** By kind, the names of the fields. */
  readonly #names = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly world: World,
    private readonly state: JournalState,
    private readonly link: RestoreLink,
  ) {}

  /** Records that writes change these fields. */
  record({ id }: RecordKind, names: readonly string[]): void {
    this.#names.set(id, new Set([...this.of(id), ...names]));
  }

  /** The names of the damaged fields of a kind, by its id. */
  of(kind: string): ReadonlySet<string> {
    return this.#names.get(kind) ?? new Set();
  }

  /**
   * Records the fields that no update contains and that writes have changed, as the first page of the list shows, even if no
   * check has failed: a bulk update that sets another field too may be permitted.
   */
  async noteSideEffects(kind: RecordKind, quiet: QuietWatch): Promise<void> {
    const reached = this.state.reached().filter((one) => one.kind === kind.id);
    if (reached.length === 0) return;
    const operation = this.world.operation(kind.list);
    // What a removal changes of the users that it names is permitted.
    const removed = new Set(this.state.removals.flatMap((one) => one.removed.map((id) => id.toLowerCase())));
    const before = (await firstRecords(this.world, kind)).filter(({ id }) => !removed.has(String(id).toLowerCase()));
    const now = await this.#firstPage(kind);
    const names = unsettable(kind, Object.keys(documented[operation.success.item ?? ''] ?? {}));
    const certain = sideEffectsOf(names, { before, now, reached });
    const known = this.of(kind.id);
    const found = [...certain, ...changedWhereWritten(names, { before, now, reached })].filter(
      (name) => !known.has(name),
    );
    if (found.length === 0) return;
    // Some fields change with every read, all to the same value.
    const unstable = await quiet.unstableFields(kind, found, QUIET_MS).catch(nullIfInconclusive);
    this.record(
      kind,
      found.filter((name) => (unstable === null ? certain.includes(name) : !unstable.has(name))),
    );
  }

  /** The records that differ in fields that no update can set, once everything else is restored. */
  async lasting(kind: RecordKind, pool: RecordPool): Promise<Leftover[]> {
    const names = unsettable(kind, [...this.of(kind.id)]);
    if (names.length === 0) return [];
    const items = await pool.list.read(this.link).catch(() => []);
    const listed = new Map(items.map((item) => [String(item.id), item]));
    const left: Leftover[] = [];
    for (const record of this.state.reached().filter((one) => one.kind === kind.id)) {
      const before = pool.original(record.id);
      const item = listed.get(record.id);
      if (before === undefined || !mayDiffer(before, item, names)) continue;
      const now = await this.#read(kind, record);
      const changed = now === null ? [] : differing(before, now, names);
      if (now !== null && changed.length > 0) left.push(leftover(record, { changed, before, now }));
    }
    return left;
  }

  /** The records of the first page of the list; none if it cannot be read. */
  async #firstPage(kind: RecordKind): Promise<readonly JsonRecord[]> {
    return itemsOf(await this.link.ask({ operation: this.world.operation(kind.list), params: {} }));
  }

  async #read(kind: RecordKind, { id }: TouchedRecord): Promise<JsonRecord | null> {
    const operation = this.world.operation(kind.read);
    return readingOf(await this.link.ask({ operation, params: byId(operation, id) })).record;
  }
}

/** Whether a record may differ from its original: a list that does not show a field, or the record, proves nothing. */
function mayDiffer(before: JsonRecord, item: JsonRecord | undefined, names: readonly string[]): boolean {
  return (
    item === undefined || names.some((name) => !Object.hasOwn(item, name)) || differing(before, item, names).length > 0
  );
}

function leftover(
  { kind, id }: TouchedRecord,
  {
    changed,
    before,
    now,
  }: { readonly changed: readonly string[]; readonly before: JsonRecord; readonly now: JsonRecord },
): Leftover {
  const fields = Object.fromEntries(changed.map((name) => [name, { was: before[name], is: now[name] }]));
  return { kind, id, fields, reason: LASTING, request: null };
}
