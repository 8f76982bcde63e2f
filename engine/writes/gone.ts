import type { Fields } from './record-fields.js';
import type { ReadRecord } from './write-ends.js';

/** The fewest records that must be gone alike: another client may well delete two. */
const ALIKE = 3;
/** What the document lets a target return for an id that does not exist. */
const NONE: readonly number[] = [400, 404];

/** A record that is not restored, as it was read at the end. */
export interface Missed {
  readonly id: string;
  readonly found: ReadRecord;
}

/** All records of a list now, empty if it cannot be read, and the ids of those on its first page that no write has reached. */
export interface Remaining {
  readonly listed: ReadonlyMap<string, Fields>;
  readonly unreached: readonly string[];
}

/**
 * The ids of the records that do not exist any more, by their reads and by the list, so that nothing is left to restore. None
 * if only records that the run wrote to are gone, and several of them: then it is writes that remove them.
 */
export function goneOf(missed: readonly Missed[], { listed, unreached }: Remaining): string[] {
  if (listed.size === 0) return [];
  const gone = missed.filter(({ id, found }) => NONE.includes(found.status) && !listed.has(id)).map(({ id }) => id);
  return gone.length < ALIKE || unreached.some((id) => !listed.has(id)) ? gone : [];
}
