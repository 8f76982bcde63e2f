import type { Fields } from './record-fields.js';

/** The format of journals that this version writes and reads. */
export const JOURNAL_FORMAT = 'touchstone.journal/2';

/** The first line of a journal: the run and its target. It contains no secrets, and nothing that is sent. */
export interface RunEntry {
  readonly type: 'run';
  readonly format: typeof JOURNAL_FORMAT;
  readonly run: string;
  readonly startedAt: string;
  /** Only compared with the base URL of an undo; nothing is sent to it. */
  readonly baseUrl: string;
  /** A digest of each binding that differs from the documented one, by operation id: an undo must be given the same. */
  readonly bindings: Readonly<Record<string, string>>;
  readonly wireForm: 'object' | 'array';
  readonly allowScopeAll: boolean;
  readonly bulkScope: string;
  readonly consistencyWindowMs: number;
  readonly taskTimeoutMs: number;
}

/** The records that a run may write to from now on: other runs in the same folder do not use them. */
export interface ChosenEntry {
  readonly type: 'chosen';
  readonly kind: string;
  readonly ids: readonly string[];
}

/** A record as it was read before the run changed it for the first time. */
export interface BeforeEntry {
  readonly type: 'before';
  readonly kind: string;
  readonly id: string;
  readonly fields: Fields;
}

/** A write that is about to be sent: the records that it may change, and what it gives them. */
export interface WriteEntry {
  readonly type: 'write';
  readonly n: number;
  readonly operation: string;
  readonly kind: string;
  readonly ids: readonly string[];
  readonly sent: Fields;
  /**
   * Fields that the write may set to any value, whatever was sent: the document does not describe its body, and a
   * server may interpret it in its own way.
   */
  readonly anyValue?: readonly string[];
  /** The write may not reach all of its records: the document does not describe how it selects them. */
  readonly wide?: true;
}

/** The result of a write: its status, 0 without a response, and the record or the task in the response. */
export interface AnswerEntry {
  readonly type: 'answer';
  readonly n: number;
  readonly status: number;
  readonly fields?: Fields;
  readonly task?: string;
}

/** The task of a write has ended and changes nothing more. */
export interface EndedEntry {
  readonly type: 'ended';
  readonly n: number;
  /** How long the run waited for it, in milliseconds. */
  readonly afterMs: number;
}

/** A record is restored (`restored`), or has a value from another client (`left`). */
export interface SettledEntry {
  readonly type: 'settled';
  readonly kind: string;
  readonly id: string;
  readonly how: 'restored' | 'left';
}

/** A settled record differs again from its original: every write that ever reached it may be the cause. */
export interface ReopenedEntry {
  readonly type: 'reopened';
  readonly kind: string;
  readonly id: string;
}

/**
 * Fields of a record show the current text of the record that they copy. No update can set the outdated text that they
 * had, so that these are the values that the record is restored to.
 */
export interface RefreshedEntry {
  readonly type: 'refreshed';
  readonly kind: string;
  readonly id: string;
  readonly fields: Fields;
}

/** Users are about to be removed permanently. */
export interface RemovalEntry {
  readonly type: 'removal';
  readonly from: string;
  readonly removed: readonly string[];
}

/** Everything is settled: there is nothing to undo. */
export interface FinishedEntry {
  readonly type: 'finished';
}

export type Entry =
  | RunEntry
  | ChosenEntry
  | BeforeEntry
  | WriteEntry
  | AnswerEntry
  | EndedEntry
  | SettledEntry
  | ReopenedEntry
  | RefreshedEntry
  | RemovalEntry
  | FinishedEntry;
