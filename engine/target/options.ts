import type { Area, Fixtures, Level } from '../../contract/types.js';
import type { WireForm } from '../../contract/wire-form.js';
import type { OptionValues } from '../../options/declared.js';
import type { BaselineEntry } from '../../schemas/generated/touchstone.js';
import type { Auth } from '../access/auth.js';
import type { Network } from '../access/network.js';
import type { Budget } from './budget.js';

export type { WireForm };

/** The implementation under test, as the user describes it. */
export interface TargetOptions {
  /** The URL that the paths of the operations are relative to; `http:` or `https:`, without credentials or query. */
  readonly baseUrl: string;
  /** The bearer token, sent as `Authorization: Bearer <token>`. */
  readonly token?: string;
  /** Another kind of credential; it takes precedence over the token. */
  readonly auth?: Auth;
  /** How the options of the command line describe that credential, without its secrets. */
  readonly authWords?: Readonly<Record<string, string>>;
  /** Proxies, certificates, and the client certificate. */
  readonly network?: Network;
  /** The options of the command line behind it: paths of files instead of their contents. */
  readonly networkWords?: Partial<Pick<OptionValues, 'proxy' | 'ca' | 'cert' | 'key' | 'insecure' | 'resolve'>>;
  /** Headers of every request; their values are treated as secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Methods and paths that differ from the defaults, by operation id: `GET /other/users`. */
  readonly bindings?: Readonly<Record<string, string>>;
  readonly fixtures?: Fixtures;
  readonly wireForm?: WireForm;
}

/** What is checked, and the limits on requests. */
export interface CheckOptions {
  /** Globs of operation ids; default all. */
  readonly operations?: readonly string[];
  readonly areas?: readonly Area[];
  /** Globs of rule ids (`paging.*`) or check ids (`getUsers/**`); default all. */
  readonly rules?: readonly string[];
  /** Globs of rules, checks or operations to leave out; default none. */
  readonly exclude?: readonly string[];
  /** The lowest level to check: `must` alone, `should` (also must), or `gap` (everything; the default). */
  readonly level?: Level;
  /** Findings of level `should` fail the run too. */
  readonly strict?: boolean;
  /** The percentage of the checks of level must that has to be decided; otherwise the run is incomplete. */
  readonly requireDecided?: number;
  /** Measures which deviations the run would notice, a sample of them or all; default neither. */
  readonly power?: 'sample' | 'all';
  /** With `power`: the maximum number of reads that are sent to decide what the run left inconclusive; default 0. */
  readonly powerRequests?: number;
  /** The percentage of the injected deviations that has to be noticed; otherwise the run is incomplete. */
  readonly requirePower?: number;
  /** Globs of the operations that have to be tested; otherwise the run is incomplete. */
  readonly requireOperations?: readonly string[];
  /** Stops the run after so many failed checks, those that the baseline accepts not counted; default never. */
  readonly bail?: number;
  /** Also reports a digest of the data that each operation returned, to tell flaky checks from changed data. */
  readonly dataDigests?: boolean;
  /** The budget of requests; default standard. */
  readonly budget?: Budget;
  /** The maximum number of requests of reads, for the checks that notice most within it; default 150 with the budget quick. */
  readonly maxRequests?: number;
  /** The seed of the random choices; the same seed sends the same requests to the same data. */
  readonly seed?: number;
  /** The maximum number of concurrent requests; default 10. */
  readonly concurrency?: number;
  /** The maximum number of requests per second; default unlimited. */
  readonly rps?: number;
  /** Runs one part of the checks: `2/8`, the second of eight shards, or `writes`. */
  readonly shard?: string;
  /** How long operations take, to divide them equally; by default it is estimated. */
  readonly balance?: BalanceOptions;
  /** How long to wait for a response, in milliseconds; default 30,000. */
  readonly timeoutMs?: number;
  /** The URL of a trace in the tracing back end of the target, with `{traceId}` in place of its id. */
  readonly traceUrl?: string;
  /** How long to wait for the target to respond before the run, in milliseconds; default 0. */
  readonly waitMs?: number;
  /** The accepted differences: they are checked and reported, but do not fail the run. */
  readonly baseline?: BaselineOptions;
  /** Also sends updates and bulk updates, to a few records, and restores each of them. */
  readonly allowWrites?: boolean;
  /** Also permanently removes what the fixtures `removable...` name. */
  readonly allowDestroy?: boolean;
  /** Also sends bulk updates that apply to all records of a collection, and restores the records. */
  readonly allowScopeAll?: boolean;
  /** The scope that limits a bulk update to the listed records; default `Only`. */
  readonly bulkScope?: string;
  /** How long a read may still show the state before a write, in milliseconds; default 5,000. */
  readonly consistencyWindowMs?: number;
  /** How long a task may take, in milliseconds; default 60,000. */
  readonly taskTimeoutMs?: number;
  /**
   * The file of the journal, which restores the records if the run is interrupted; default
   * `.touchstone/journal-<run>.jsonl`.
   */
  readonly journal?: string;
  /** Stops the run: checks that have not run are inconclusive, and the report says that the run was interrupted. */
  readonly signal?: AbortSignal;
  /** Called with each notice for the user, one line at a time. */
  readonly onNotice?: (text: string) => void;
  /** Called once the run has a journal, with the command that undoes it. */
  readonly onJournal?: (undo: string) => void;
  /** Called whenever a check has its outcome; never if the target cannot be tested at all. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The accepted differences, and whether entries that no longer match anything are allowed. */
export interface BaselineOptions {
  readonly entries: readonly BaselineEntry[];
  readonly allowFixed: boolean;
  /**
   * The seed of the run that the baseline was created from. With another seed, an entry without a matching difference
   * counts as used.
   */
  readonly seed?: number;
  /** The file of the baseline, for the command that reproduces the run. */
  readonly file?: string;
}

/** The time that operations took in an earlier run. */
export interface BalanceOptions {
  /** By operation id, in any unit. */
  readonly weights: Readonly<Record<string, number>>;
  /** The run report, for the command that reproduces the run. */
  readonly file?: string;
}

/** What has just been decided of a check. */
export interface CheckProgress {
  readonly outcome: 'pass' | 'fail' | 'inconclusive' | 'not-applicable' | 'excluded' | 'error';
  readonly level: Level;
  /** The baseline accepts all that failed. */
  readonly accepted: boolean;
  /** Why, or the first difference; `null` for a pass. */
  readonly text: string | null;
}

/** The progress of a run. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly requests: number;
  /** Failed checks of level must so far, and warnings. */
  readonly failed: number;
  readonly warnings: number;
  /** The id of the check that has just been decided, e.g. `getUsers/paging.total-pages`. */
  readonly check: string;
  /** Its result; absent in the progress of a proof. */
  readonly result?: CheckProgress;
}
