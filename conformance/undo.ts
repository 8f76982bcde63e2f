import { operations } from '../contract/operations/index.js';
import { chosenBaseUrl } from '../engine/target/chosen-base-url.js';
import { assertKnownUndo } from '../engine/target/known-options.js';
import type { TargetOptions } from '../engine/target/options.js';
import { hasCredentials, resolveTarget } from '../engine/target/target.js';
import { UsageError } from '../engine/target/usage-error.js';
import { assertTargetOfRun } from '../engine/writes/assert-target-of-run.js';
import { Journal } from '../engine/writes/journal.js';
import type { RunEntry } from '../engine/writes/journal-entry.js';
import type { TouchedRecord } from '../engine/writes/journal-state.js';
import type { ReadJournal } from '../engine/writes/read-journal.js';
import { forcedOf, type Undone, undoAll } from '../engine/writes/undo.js';
import { undoCommand } from '../engine/writes/undo-command.js';
import { DEFAULTS } from '../options/declared.js';
import { connect } from './connect.js';
import { described } from './interface.js';

export type { Undone };

/** How to undo a journal: the target that the user names, and the limits. */
export interface UndoOptions extends Partial<Omit<TargetOptions, 'fixtures' | 'wireForm'>> {
  /** Prompts the user to confirm a host that only the journal names; absent without an interactive terminal. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** The ids of records to restore even if they hold a value that the run did not write. */
  readonly force?: readonly string[];
  /** The scope that limits a bulk update to the listed records; default `Only`. */
  readonly bulkScope?: string;
  /** How long a read may return the state before a write, in milliseconds; default that of the run, at most a minute. */
  readonly consistencyWindowMs?: number;
  /** How long a task may take, in milliseconds; default that of the run, at most ten minutes. */
  readonly taskTimeoutMs?: number;
  readonly concurrency?: number;
  readonly rps?: number;
  readonly timeoutMs?: number;
}

/** Upper limits for the waits of a journal, in milliseconds, because the file may come from anywhere. */
const LONGEST = { consistencyWindowMs: 60_000, taskTimeoutMs: 600_000 };

/**
 * Restores the records that an interrupted run changed, and removes the journal once all are restored. Throws a
 * UsageError, and does not change the file, if it is not a journal, is in use, or belongs to another target, or if the
 * target rejects the credential.
 */
export async function undo(file: string, options: UndoOptions = {}): Promise<Undone> {
  assertKnownUndo(options);
  if (typeof file !== 'string') {
    throw new UsageError(
      'the journal is not the path of a file',
      "Give it first: undo('.touchstone/journal-RUN.jsonl', { baseUrl }).",
    );
  }
  const { journal, accepted } = await Journal.resume(file, (read) => acceptedOf(read, options));
  try {
    const { run, bulkScope, forced, options: found } = accepted;
    const { target, client, close } = await connect(found, { ...options, tiers: new Set(['write']) });
    const waiting = waitingOf(run, options);
    journal.state.longestTaskMs = Math.min(journal.state.longestTaskMs, waiting.taskTimeoutMs);
    try {
      const undone = await undoAll(journal, { ...waiting, bulkScope }, target, client, described, forced);
      const isDone = journal.state.unrestored().length === 0 && undone.left.length === 0;
      return { ...undone, again: isDone ? null : undoCommand(file, target, bulkScope) };
    } finally {
      await close();
    }
  } finally {
    await journal.close();
  }
}

interface Accepted {
  /** The target, at the base URL that the user gave or confirmed. */
  readonly options: TargetOptions;
  readonly run: RunEntry;
  readonly bulkScope: string;
  readonly forced: readonly TouchedRecord[];
}

/** The target that the user names; throws a UsageError if it is not the target of the journal. */
async function acceptedOf({ path, run, state }: ReadJournal, options: UndoOptions): Promise<Accepted> {
  const { bulkScope = DEFAULTS.bulkScope, confirm, force = [] } = options;
  const { token, headers = {}, bindings = {}, auth, authWords, network, networkWords } = options;
  const forced = forcedOf(state, force, path);
  const at = (baseUrl: string): TargetOptions => ({
    baseUrl,
    headers,
    bindings,
    ...(token !== undefined && { token }),
    ...(auth && { auth }),
    ...(authWords && { authWords }),
    ...(network && { network }),
    ...(networkWords && { networkWords }),
  });
  const resolved = (baseUrl: string) => resolveTarget(at(baseUrl), operations);
  const named = resolved(run.baseUrl);
  const baseUrl =
    state.unrestored().length === 0
      ? run.baseUrl
      : await chosenBaseUrl({
          given: options.baseUrl,
          named: run.baseUrl,
          file: path,
          hasCredentials: hasCredentials(options),
          ...(confirm && { confirm }),
          command: undoCommand(path, named, bulkScope),
        });
  const target = resolved(baseUrl);
  if (state.unrestored().length > 0) assertTargetOfRun(run, target, bulkScope, described.kinds, path);
  return { options: at(baseUrl), run, bulkScope, forced };
}

function waitingOf(run: RunEntry, given: UndoOptions): typeof LONGEST {
  const { consistencyWindowMs, taskTimeoutMs } = LONGEST;
  return {
    consistencyWindowMs: given.consistencyWindowMs ?? Math.min(run.consistencyWindowMs, consistencyWindowMs),
    taskTimeoutMs: given.taskTimeoutMs ?? Math.min(run.taskTimeoutMs, taskTimeoutMs),
  };
}
