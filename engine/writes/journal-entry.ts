import type { Fields } from './record-fields.js';

/** The format of journals that this version writes and reads. */
export const JOURNAL_FORMAT = 'touchstone.journal/2';

/** The first line of a journal: the run, and what its target was. No secret is in it, and nothing that is sent. */
export interface RunEntry {
  readonly type: 'run';
  readonly format: typeof JOURNAL_FORMAT;
  readonly run: string;
  readonly startedAt: string;
  /** To compare with the base URL that an undo is given; nothing is sent to it because it is here. */
  readonly baseUrl: string;
  /** A digest of each binding that differs from the documented one, by operation id: an undo must be given the same. */
  readonly bindings: Readonly<Record<string, string>>;
  readonly wireForm: 'object' | 'array';
  readonly allowScopeAll: boolean;
  readonly bulkScope: string;
  readonly consistencyWindowMs: number;
  readonly taskTimeoutMs: number;
}

/** The records that a run may write to from now on: another run in the same folder leaves them alone. */
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
   * Fields that the write may give any value, whatever was sent: its body is not one that the document describes, and a
   * server may read it in its own way.
   */
  readonly anyValue?: readonly string[];
  /** The write may not reach all of its records: it does not select them in a way that the document describes. */
  readonly wide?: true;
}

/** What came of a write: its status, 0 where no answer came, and the record or the task of the answer. */
export interface AnswerEntry {
  readonly type: 'answer';
  readonly n: number;
  readonly status: number;
  readonly fields?: Fields;
  readonly task?: string;
}

/** The task of a write will change nothing any more. */
export interface EndedEntry {
  readonly type: 'ended';
  readonly n: number;
  /** How long it was waited for, in milliseconds. */
  readonly afterMs: number;
}

/** A record is as it was (`restored`), or holds a value that another client gave it (`left`). */
export interface SettledEntry {
  readonly type: 'settled';
  readonly kind: string;
  readonly id: string;
  readonly how: 'restored' | 'left';
}

/** A record that was settled differs again from what it was first: every write that ever reached it may be the cause. */
export interface ReopenedEntry {
  readonly type: 'reopened';
  readonly kind: string;
  readonly id: string;
}

/** Users are about to be removed for good. */
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
  | RemovalEntry
  | FinishedEntry;
