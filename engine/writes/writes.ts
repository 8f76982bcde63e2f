import type { Journal } from './journal.js';
import type { Leftover } from './leftover.js';
import type { Reservations } from './reservations.js';
import type { WriteOptions } from './write-coordinator.js';

/** What a run that writes needs besides. */
export interface Writes {
  readonly journal: Journal;
  readonly options: WriteOptions;
  readonly reservations: Reservations;
}

/** What has become of the records that were written to. */
export interface Restoration {
  /** The file that still holds what undoes the writes; `null` where there is nothing to undo, or no file. */
  readonly journal: string | null;
  /** The command that undoes it; `null` where there is none. */
  readonly undo: string | null;
  /** Records that were written to, as `kind id`. */
  readonly touched: readonly string[];
  /** What was removed for good, as it was allowed to be. */
  readonly removed: readonly { readonly from: string; readonly removed: readonly string[] }[];
  /** What is not as it was. */
  readonly left: readonly Leftover[];
  /** Why the run wrote nothing more before it was done; `null` where it wrote all that it was to write. */
  readonly stopped: string | null;
  /** Requests by operation id. */
  readonly requests: ReadonlyMap<string, number>;
}
