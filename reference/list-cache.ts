import type { Tenant } from '../generators/tenant/tenant.js';
import type { Row } from './model.js';

/** Shorter lists are made again for each request: that takes less than a millisecond. */
const LONG = 1000;
/** How many rows are kept in all lists together; about 8 bytes each, and some 200 in a list of consumptions. */
const MOST_ROWS = 4_000_000;

/**
 * Long lists that were made before, so that a page of one does not take a filter or a sort of the whole list. All are
 * dropped when a record is written.
 */
export class ListCache {
  /** The lists by key, the one that was used least recently first. */
  readonly #lists = new Map<string, readonly Row[]>();
  #rows = 0;
  #revision = -1;

  constructor(private readonly tenant: Tenant) {}

  /** The list of a key, made if it is not known or out of date. */
  get(key: string, make: () => readonly Row[]): readonly Row[] {
    const { users, applications } = this.tenant;
    const revision = users.revision + applications.revision;
    if (revision !== this.#revision) this.#clear(revision);
    const known = this.#lists.get(key);
    if (known !== undefined) {
      this.#lists.delete(key);
      this.#lists.set(key, known);
      return known;
    }
    const made = make();
    if (made.length >= LONG) this.#keep(key, made);
    return made;
  }

  #clear(revision: number): void {
    this.#lists.clear();
    this.#rows = 0;
    this.#revision = revision;
  }

  #keep(key: string, list: readonly Row[]): void {
    this.#lists.set(key, list);
    this.#rows += list.length;
    for (const [oldest, rows] of this.#lists) {
      if (this.#rows <= MOST_ROWS || oldest === key) return;
      this.#lists.delete(oldest);
      this.#rows -= rows.length;
    }
  }
}
