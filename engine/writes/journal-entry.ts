import type { Fields } from './record-fields.js';

/** The first line of a journal: which run it is of, and how the target is reached. No secret is in it. */
export interface RunEntry {
  readonly type: 'run';
  readonly format: 'touchstone.journal/1';
  readonly run: string;
  readonly startedAt: string;
  /** The process that writes it. */
  readonly process: { readonly pid: number; readonly host: string };
  readonly baseUrl: string;
  /** The bindings that differ from the defaults, by operation id. */
  readonly bindings: Readonly<Record<string, string>>;
  readonly wireForm: 'object' | 'array';
  readonly allowScopeAll: boolean;
  readonly bulkScope: string;
  readonly consistencyWindowMs: number;
  readonly taskTimeoutMs: number;
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

/** A record is as it was, or is left to whoever changed it since. */
export interface SettledEntry {
  readonly type: 'settled';
  readonly kind: string;
  readonly id: string;
  readonly how: 'restored' | 'left';
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
  | BeforeEntry
  | WriteEntry
  | AnswerEntry
  | EndedEntry
  | SettledEntry
  | RemovalEntry
  | FinishedEntry;
