import type { Journal } from './journal.js';
import type { Leftover } from './leftover.js';
import type { Reservations } from './reservations.js';
import type { WriteOptions } from './write-coordinator.js';

/** What a run with writes needs in addition. */
export interface Writes {
  readonly journal: Journal;
  readonly options: WriteOptions;
  readonly reservations: Reservations;
  /** A notice for each earlier run that left records of the target unrestored. */
  readonly leftovers: readonly string[];
}

/** The restoration of the records that were written to. */
export interface Restoration {
  /** The journal with the writes to undo; `null` if there is nothing to undo, or no file. */
  readonly journal: string | null;
  /** The command that undoes the journal; `null` if there is none. */
  readonly undo: string | null;
  /** Records that were written to and still exist, as `kind id`. */
  readonly touched: readonly string[];
  /** What was permanently removed, as allowed. */
  readonly removed: readonly { readonly from: string; readonly removed: readonly string[] }[];
  /** The records that are not restored. */
  readonly left: readonly Leftover[];
  /** Why the run stopped writing early; `null` if it sent all its writes. */
  readonly stopped: string | null;
  /** The number of bulk updates that may still change records, because their tasks had not ended. */
  readonly unended: number;
  /** The number of records with copies of texts of other records that a write refreshed, which no update can undo. */
  readonly refreshed: number;
  /** The number of records that no write named and that have changed to values that the run sent (see `Spread.changedOthers`). */
  readonly changedOthers: number;
  /** The number of records that the run wrote to and that do not exist any more (see `goneOf`). */
  readonly gone: number;
  /** Requests by operation id. */
  readonly requests: ReadonlyMap<string, number>;
}
