import type { Tenant } from '../generators/tenant/tenant.js';
import type { Row } from './model.js';

/** Shorter lists are made again for each request: that takes less than a millisecond. */
const LONG = 1000;
/** How much all lists together may take, in units of about 8 bytes: a reference to a row is one. */
const MOST_UNITS = 30_000_000;
/** A field of a row: its slot, and what some fields refer to. */
const UNITS_OF_FIELD = 2;

/** A list that was made: a whole list, or a form of it that shares its rows. */
interface Made {
  readonly list: string;
  readonly isWhole: boolean;
  readonly rows: readonly Row[];
  readonly units: number;
}

/**
 * Long lists that were made before, so that a page of one does not take a filter or a sort of the whole list. All are
 * dropped when a record is written.
 */
export class ListCache {
  /** By list and form, the one that was used least recently first. */
  readonly #made = new Map<string, Made>();
  #units = 0;
  #revision = -1;

  constructor(private readonly tenant: Tenant) {}

  /**
   * A list, made if it is not known or out of date. `form` says how it is filtered and sorted, and is empty for the whole
   * list.
   */
  get(list: string, form: string, make: () => readonly Row[]): readonly Row[] {
    const { users, applications } = this.tenant;
    const revision = users.revision + applications.revision;
    if (revision !== this.#revision) this.#clear(revision);
    const key = `${list} ${form}`;
    const known = this.#made.get(key);
    if (known !== undefined) {
      this.#made.delete(key);
      this.#made.set(key, known);
      return known.rows;
    }
    const rows = make();
    if (rows.length >= LONG) this.#keep(key, { list, isWhole: form === '', rows, units: this.#unitsOf(rows, form) });
    return rows;
  }

  #clear(revision: number): void {
    this.#made.clear();
    this.#units = 0;
    this.#revision = revision;
  }

  #keep(key: string, made: Made): void {
    this.#made.set(key, made);
    this.#units += made.units;
    for (const [oldest, { list, isWhole }] of this.#made) {
      if (this.#units <= MOST_UNITS) return;
      if (oldest === key) continue;
      // The forms of a whole list would keep its rows.
      const dropped = isWhole ? [...this.#made].flatMap(([name, one]) => (one.list === list ? [name] : [])) : [oldest];
      for (const other of dropped) this.#drop(other);
    }
  }

  #drop(key: string): void {
    this.#units -= this.#made.get(key)?.units ?? 0;
    this.#made.delete(key);
  }

  /** A row that is a record of the tenant takes nothing more than the reference to it. */
  #unitsOf(rows: readonly Row[], form: string): number {
    const { users, applications } = this.tenant;
    const { 0: row = {} } = rows;
    const id = String(row.id);
    const isOwn = form === '' && row !== users.get(id) && row !== applications.get(id);
    return rows.length * (1 + (isOwn ? Object.keys(row).length * UNITS_OF_FIELD : 0));
  }
}
