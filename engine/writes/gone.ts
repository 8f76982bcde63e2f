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

/** What is left of the records of a list. */
export interface Remaining {
  /** The ids of all records now; none if they cannot be read. */
  readonly listed: ReadonlySet<string>;
  /** Those of the records on the first page as the run first read it. */
  readonly first: readonly string[];
  /** Whether a write has named a record. */
  readonly isNamed: (id: string) => boolean;
}

/**
 * The ids of the records that do not exist any more, by their reads and by the list, so that nothing is left to restore. None
 * if only records that writes name are gone, and several of them: then it is writes that remove them.
 */
export function goneOf(missed: readonly Missed[], { listed, first, isNamed }: Remaining): string[] {
  if (listed.size === 0) return [];
  const gone = missed.filter(({ id, found }) => NONE.includes(found.status) && !listed.has(id)).map(({ id }) => id);
  const areOthers = [...first, ...gone].some((id) => !isNamed(id) && !listed.has(id));
  return areOthers || gone.length < ALIKE ? gone : [];
}
