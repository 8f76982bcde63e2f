import { isLazy } from '../generators/tenant/large/lazy-array.js';
import type { User } from '../generators/tenant/stored.js';
import type { Tenant } from '../generators/tenant/tenant.js';
import type { Row } from './model.js';
import { ListIndex } from './query/list-index.js';
import type { ValueColumn } from './query/value-column.js';
import { userRowsOf } from './records/rows-of-users.js';

/** Shorter lists are made again for each request: that takes less than a millisecond. A form of a list counts as this long. */
const LONG = 1000;
/** How much all lists together may take, in units of about 8 bytes: a reference to a row is one. */
const MOST_UNITS = 64_000_000;
/** A field of a row: its slot, and what some fields refer to. */
const UNITS_OF_FIELD = 2;
/** The columns of a row in an index: half a unit for each, whose values the rows of other lists may share. */
const UNITS_OF_INDEX = 10;

/** A list that was made: a whole list, or a form of it that shares its rows. */
interface Made {
  readonly list: string;
  readonly isWhole: boolean;
  readonly rows: readonly Row[];
  /** Made for the first filter or sort of a whole list. */
  index: ListIndex | null;
  units: number;
}

/**
 * Long lists that were made before, so that a page of one does not take a filter or a sort of the whole list, and figures
 * that take a read of many records. All are dropped when a record is written.
 */
export class ListCache {
  /** By list and form, the one that was used least recently first. */
  readonly #made = new Map<string, Made>();
  readonly #figures = new Map<string, unknown>();
  #units = 0;
  #revision = -1;

  constructor(private readonly tenant: Tenant) {}

  /**
   * A list, made if it is not known or out of date. `form` says how it is filtered and sorted, and is empty for the whole
   * list.
   */
  get(list: string, form: string, make: () => readonly Row[]): readonly Row[] {
    this.#dropIfWritten();
    const key = `${list} ${form}`;
    const known = this.#made.get(key);
    if (known !== undefined) {
      this.#made.delete(key);
      this.#made.set(key, known);
      return known.rows;
    }
    const rows = make();
    if (rows.length >= LONG || form !== '')
      this.#keep(key, { list, isWhole: form === '', rows, index: null, units: this.#unitsOf(rows, form) });
    return rows;
  }

  /** The index of a whole list that is kept, or `null` for one that is not, such as a short one. */
  indexOf(list: string): ListIndex | null {
    const key = `${list} `;
    const whole = this.#made.get(key);
    if (whole === undefined) return null;
    if (whole.index === null) {
      whole.index = this.#indexOfRows(whole.rows);
      const units = whole.rows.length * UNITS_OF_INDEX;
      whole.units += units;
      this.#units += units;
      this.#dropOldest(key);
    }
    return whole.index;
  }

  /** What follows from all records together, made if it is not known or out of date. */
  figure<Figure>(name: string, make: () => Figure): Figure {
    this.#dropIfWritten();
    if (!this.#figures.has(name)) this.#figures.set(name, make());
    return this.#figures.get(name) as Figure;
  }

  /** The column of a field of all users; `null` if it has values of several types. */
  columnOfUsers(field: keyof User): ValueColumn | null {
    return this.#indexOfUsers().column(field);
  }

  #indexOfRows(rows: readonly Row[]): ListIndex {
    if (rows === this.tenant.users.records) return this.#indexOfUsers();
    const ofUsers = userRowsOf(rows);
    if (ofUsers === undefined) return new ListIndex(rows);
    return new ListIndex(rows, {
      fieldOf: (field) => ofUsers.fields[field],
      parents: { index: this.#indexOfUsers(), positions: ofUsers.users() },
    });
  }

  /** Several lists have most of their fields from users, so it is kept until a record is written. */
  #indexOfUsers(): ListIndex {
    const { users } = this.tenant;
    const fieldOf = (field: string) => users.readerOf(field as keyof User);
    return this.figure('index of users', () => new ListIndex(users.records, { fieldOf }));
  }

  #dropIfWritten(): void {
    const { users, applications } = this.tenant;
    const revision = users.revision + applications.revision;
    if (revision === this.#revision) return;
    this.#made.clear();
    this.#figures.clear();
    this.#units = 0;
    this.#revision = revision;
  }

  #keep(key: string, made: Made): void {
    this.#made.set(key, made);
    this.#units += made.units;
    this.#dropOldest(key);
  }

  /** Drops lists while all together take too much, but not the one with this key, nor the whole list that it is a form of. */
  #dropOldest(key: string): void {
    const current = this.#made.get(key)?.list;
    for (const [oldest, { list, isWhole }] of this.#made) {
      if (this.#units <= MOST_UNITS) return;
      if (oldest === key || (isWhole && list === current)) continue;
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
    const units = Math.max(LONG, rows.length);
    // To read a row of a list that is sorted by its pages takes as long as a page.
    if (form !== '' || isLazy(rows)) return units;
    const { users, applications } = this.tenant;
    const { 0: row = {} } = rows;
    const id = String(row.id);
    const isOwn = row !== users.get(id) && row !== applications.get(id);
    return isOwn ? units * (1 + Object.keys(row).length * UNITS_OF_FIELD) : units;
  }
}
