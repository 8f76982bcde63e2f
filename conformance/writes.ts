import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { CheckOptions } from '../engine/options.js';
import type { Target } from '../engine/target.js';
import { Journal } from '../engine/writes/journal.js';
import type { Writes } from '../engine/writes/run-writes.js';

const DEFAULTS = { consistencyWindowMs: 5000, taskTimeoutMs: 60_000, bulkScope: 'Only', allowScopeAll: false };

/**
 * What a run that writes needs: a journal that has begun. `null` where nothing may be written. Throws a UsageError for
 * what cannot be meant. On the embedded reference, which ends with the run, the journal has no file unless one is named.
 */
export async function beginWrites(target: Target, options: CheckOptions, embedded: boolean): Promise<Writes | null> {
  const { allowWrites = false, allowDestroy = false } = options;
  if (!allowWrites && !allowDestroy) return null;
  const { consistencyWindowMs, taskTimeoutMs, bulkScope, allowScopeAll } = { ...DEFAULTS, ...options };
  const run = randomBytes(8).toString('hex');
  const file = options.journal ?? (embedded ? null : `.touchstone/journal-${run}.jsonl`);
  const journal = await Journal.create(file === null ? null : resolve(file), {
    type: 'run',
    format: 'touchstone.journal/1',
    run,
    startedAt: new Date().toISOString(),
    baseUrl: target.baseUrl,
    bindings: Object.fromEntries(
      Object.entries(target.bindings).map(([id, { method, path }]) => [id, `${method} ${path}`]),
    ),
    wireForm: target.wireForm,
    bulkScope,
    consistencyWindowMs,
    taskTimeoutMs,
  });
  return { journal, options: { consistencyWindowMs, taskTimeoutMs, bulkScope, allowScopeAll } };
}
