import type { Area, Fixtures, Level } from '../../contract/types.js';
import type { WireForm } from '../../contract/wire-form.js';
import type { BaselineEntry } from '../../schemas/generated/touchstone.js';
import type { Budget } from './budget.js';

export type { WireForm };

/** The implementation under test, as a person describes it. */
export interface TargetOptions {
  /** The URL that the paths of the operations are relative to; `http:` or `https:`, without credentials or query. */
  readonly baseUrl: string;
  /** The bearer token, sent as `Authorization: Bearer <token>`. */
  readonly token?: string;
  /** Headers of every request; their values are treated as secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Methods and paths that differ from the defaults, by operation id: `GET /other/users`. */
  readonly bindings?: Readonly<Record<string, string>>;
  readonly fixtures?: Fixtures;
  readonly wireForm?: WireForm;
}

/** What is checked, and how gently. */
export interface CheckOptions {
  /** Globs of operation ids; default all. */
  readonly operations?: readonly string[];
  readonly areas?: readonly Area[];
  /** Globs of rule ids (`paging.*`) or check ids (`getUsers/**`); default all. */
  readonly rules?: readonly string[];
  /** The lowest level to check: `must` alone, `should` (also must), or `gap` (everything; the default). */
  readonly level?: Level;
  /** Findings of level `should` fail the run too. */
  readonly strict?: boolean;
  /** The share of the checks of level must, in percent, that has to be decided; otherwise the run is incomplete. */
  readonly requireDecided?: number;
  /** Globs of the operations that have to be tested; otherwise the run is incomplete. */
  readonly requireOperations?: readonly string[];
  /** How much the run may ask; default standard. */
  readonly budget?: Budget;
  /** Makes the run's random choices; the same seed sends the same requests to the same data. */
  readonly seed?: number;
  /** Requests in flight at most; default 10. */
  readonly concurrency?: number;
  /** Requests per second at most; default unbounded. */
  readonly rps?: number;
  /** How long to wait for an answer, in milliseconds; default 30,000. */
  readonly timeoutMs?: number;
  /** The differences that are accepted: they are checked and told, and do not fail the run. */
  readonly baseline?: BaselineOptions;
  /** Sends updates and bulk updates too, on a few records, each of which is put back. */
  readonly allowWrites?: boolean;
  /** Also removes what the fixtures `removable...` name, for good. */
  readonly allowDestroy?: boolean;
  /** Also sends bulk updates that are about all records of a collection; they are put back. */
  readonly allowScopeAll?: boolean;
  /** The scope of a bulk update with which it is about the listed records alone; default `Only`. */
  readonly bulkScope?: string;
  /** How long a read may go on to show what was before a write, in milliseconds; default 5,000. */
  readonly consistencyWindowMs?: number;
  /** How long a task may take, in milliseconds; default 60,000. */
  readonly taskTimeoutMs?: number;
  /** The file that holds what undoes the writes while a run is at it; default `.touchstone/journal-<run>.jsonl`. */
  readonly journal?: string;
  /** Stops the run: what has not run is inconclusive, and the report says that it was interrupted. */
  readonly signal?: AbortSignal;
  /** Called with what a person should know before the run ends, a line each. */
  readonly onNotice?: (text: string) => void;
  /** Called once the run has a journal, with the command that undoes it. */
  readonly onJournal?: (undo: string) => void;
  /** Called whenever a check has its outcome. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What is accepted of a target, and whether an entry that nothing is left to accept of may stay. */
export interface BaselineOptions {
  readonly entries: readonly BaselineEntry[];
  readonly allowFixed: boolean;
  /** The seed of the run that it was made from. With another one, an entry that nothing shows up for counts as used. */
  readonly seed?: number;
  /** The file that it comes from, for the command that makes the run again. */
  readonly file?: string;
}

/** How far a run is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly requests: number;
  /** Failed checks of level must so far, and those below it. */
  readonly failed: number;
  readonly warnings: number;
  /** The id of the check that has just been decided, e.g. `getUsers/paging.total-pages`. */
  readonly check: string;
}
