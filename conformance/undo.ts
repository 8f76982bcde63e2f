import { operations } from '../contract/operations/index.js';
import { Client } from '../engine/client/client.js';
import { DEFAULT_CONCURRENCY, DEFAULT_TIMEOUT_MS } from '../engine/client/defaults.js';
import { chosenBaseUrl } from '../engine/target/chosen-base-url.js';
import type { TargetOptions } from '../engine/target/options.js';
import { resolveTarget, type Target } from '../engine/target/target.js';
import { assertTargetOfRun } from '../engine/writes/assert-target-of-run.js';
import { Journal } from '../engine/writes/journal.js';
import type { RunEntry } from '../engine/writes/journal-entry.js';
import type { TouchedRecord } from '../engine/writes/journal-state.js';
import type { ReadJournal } from '../engine/writes/read-journal.js';
import { forcedOf, type Undone, undoAll } from '../engine/writes/undo.js';
import { DEFAULT_BULK_SCOPE, undoCommand } from '../engine/writes/undo-command.js';
import { described } from './interface.js';
import { VERSION } from './version.js';

export type { Undone };

/** How a journal is undone: the target as the person gives it, and how gently. */
export interface UndoOptions extends Partial<Pick<TargetOptions, 'baseUrl' | 'token' | 'headers' | 'bindings'>> {
  /** Asks the person whether a host that only the journal names is the right one; absent where nobody can answer. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** The ids of records that are restored though they hold a value that the run did not write. */
  readonly force?: readonly string[];
  /** The scope with which a bulk update is about the listed records alone; default `Only`. */
  readonly bulkScope?: string;
  /** How long a read may show what was before a write, in milliseconds; default that of the run, a minute at most. */
  readonly consistencyWindowMs?: number;
  /** How long a task may take, in milliseconds; default that of the run, ten minutes at most. */
  readonly taskTimeoutMs?: number;
  readonly concurrency?: number;
  readonly rps?: number;
  readonly timeoutMs?: number;
}

/** A journal is a file that may come from anywhere: what it says of waiting is bounded, in milliseconds. */
const LONGEST = { consistencyWindowMs: 60_000, taskTimeoutMs: 600_000 };

/**
 * Restores what a run has changed and did not restore itself. The journal is removed once nothing is left in it. Throws
 * a UsageError, and leaves the file as it is, for one that is no journal, that is in use, or whose target is not the one
 * given.
 */
export async function undo(file: string, options: UndoOptions = {}): Promise<Undone> {
  const { journal, accepted } = await Journal.resume(file, (read) => acceptedOf(read, options));
  try {
    const { target, run, bulkScope, forced } = accepted;
    const { concurrency = DEFAULT_CONCURRENCY, timeoutMs = DEFAULT_TIMEOUT_MS, rps } = options;
    const client = new Client({
      origin: target.origin,
      concurrency,
      timeoutMs,
      userAgent: `touchstone/${VERSION}`,
      tiers: new Set(['write']),
      ...(rps !== undefined && { rps }),
    });
    const waiting = waitingOf(run, options);
    journal.state.longestTaskMs = Math.min(journal.state.longestTaskMs, waiting.taskTimeoutMs);
    try {
      const undone = await undoAll(journal, { ...waiting, bulkScope }, target, client, described, forced);
      return { ...undone, again: undone.left.length === 0 ? null : undoCommand(file, target, bulkScope) };
    } finally {
      await client.close();
    }
  } finally {
    await journal.close();
  }
}

interface Accepted {
  readonly target: Target;
  readonly run: RunEntry;
  readonly bulkScope: string;
  readonly forced: readonly TouchedRecord[];
}

/** The target of an undo, as the person gives it; throws a UsageError where it is not the one of the journal. */
async function acceptedOf({ path, run, state }: ReadJournal, options: UndoOptions): Promise<Accepted> {
  const { token, headers = {}, bindings = {}, bulkScope = DEFAULT_BULK_SCOPE, confirm, force = [] } = options;
  const forced = forcedOf(state, force, path);
  const resolved = (baseUrl: string) =>
    resolveTarget({ baseUrl, headers, bindings, ...(token !== undefined && { token }) }, operations);
  const named = resolved(run.baseUrl);
  const baseUrl =
    state.unrestored().length === 0
      ? run.baseUrl
      : await chosenBaseUrl({
          given: options.baseUrl,
          named: run.baseUrl,
          file: path,
          hasCredentials: token !== undefined || Object.keys(headers).length > 0,
          ...(confirm && { confirm }),
          command: undoCommand(path, named, bulkScope),
        });
  const target = resolved(baseUrl);
  if (state.unrestored().length > 0) assertTargetOfRun(run, target, bulkScope, described.kinds, path);
  return { target, run, bulkScope, forced };
}

function waitingOf(run: RunEntry, given: UndoOptions): typeof LONGEST {
  const { consistencyWindowMs, taskTimeoutMs } = LONGEST;
  return {
    consistencyWindowMs: given.consistencyWindowMs ?? Math.min(run.consistencyWindowMs, consistencyWindowMs),
    taskTimeoutMs: given.taskTimeoutMs ?? Math.min(run.taskTimeoutMs, taskTimeoutMs),
  };
}
