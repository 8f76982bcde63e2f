import { operations } from '../contract/operations/index.js';
import { Client } from '../engine/client/client.js';
import type { TargetOptions } from '../engine/options.js';
import { resolveTarget } from '../engine/target.js';
import { Journal } from '../engine/writes/journal.js';
import { runOf, type Undone, undoAll } from '../engine/writes/undo.js';
import { described } from './interface.js';
import { VERSION } from './version.js';

export type { Undone };

/** How a journal is undone: what a journal does not hold because it is secret, and how gently. */
export interface UndoOptions extends Pick<TargetOptions, 'token' | 'headers'> {
  readonly concurrency?: number;
  readonly rps?: number;
  readonly timeoutMs?: number;
}

/**
 * Puts back what a run has changed and did not come to put back itself. The journal is removed once nothing is left in
 * it. Throws a UsageError for a file that is no journal, or of a run that is still at work.
 */
export async function undo(file: string, options: UndoOptions = {}): Promise<Undone> {
  const journal = await Journal.open(file);
  try {
    const run = runOf(journal);
    const { baseUrl, bindings, wireForm } = run;
    const { concurrency = 10, timeoutMs = 30_000, rps, ...credentials } = options;
    const target = resolveTarget({ baseUrl, bindings, wireForm, ...credentials }, operations);
    const client = new Client({
      origin: target.origin,
      concurrency,
      timeoutMs,
      userAgent: `touchstone/${VERSION}`,
      tiers: new Set(['write']),
      ...(rps !== undefined && { rps }),
    });
    try {
      return await undoAll(journal, run, target, client, described);
    } finally {
      await client.close();
    }
  } finally {
    await journal.close();
  }
}
