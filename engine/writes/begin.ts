import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Removal, Tier } from '../../contract/types.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { CheckOptions } from '../options.js';
import type { Target } from '../target.js';
import { UsageError } from '../usage-error.js';
import type { WriteOptions } from './desk.js';
import { JOURNALS, Journal } from './journal.js';
import type { Writes } from './run-writes.js';
import { unfinished, unfinishedIn } from './unfinished.js';

const DEFAULTS = { consistencyWindowMs: 5000, taskTimeoutMs: 60_000, bulkScope: 'Only', allowScopeAll: false };

/** What a run may send besides GET. */
export function tiersOf({ allowWrites = false, allowDestroy = false }: CheckOptions): ReadonlySet<Tier> {
  return new Set([...(allowWrites ? (['write'] as const) : []), ...(allowDestroy ? (['destroy'] as const) : [])]);
}

/** What a run was allowed to write, as its report tells it; `null` where it was nothing. */
export function writesSelected(options: CheckOptions): NonNullable<RunReport['selection']['writes']> | null {
  const { allowWrites = false, allowDestroy = false } = options;
  return allowWrites || allowDestroy ? { allowWrites, allowDestroy, ...writeOptionsOf(options) } : null;
}

/** Throws a UsageError for what a person allows and cannot mean. */
export function assertWrites(target: Target, options: CheckOptions, removal: Removal): void {
  const { allowWrites = false, allowDestroy = false, allowScopeAll = false } = options;
  if (allowScopeAll && !allowWrites) {
    throw new UsageError(
      '--allow-scope-all is about bulk updates, and writes are not allowed',
      'Give --allow-writes too.',
    );
  }
  const names = [removal.from.fixture, removal.removed.fixture];
  const missing = names.filter((name) => target.fixtures[name] === undefined);
  if (allowDestroy && missing.length > 0) {
    throw new UsageError(
      `--allow-destroy removes users for good, and only those that are named: no ${missing.join(' and no ')} is given`,
      `Give ${names.map((name) => `--fixture ${name}=ID`).join(' ')} (several users with commas).`,
    );
  }
}

/**
 * What a run that writes needs: a journal that has begun. `null` where nothing may be written. Throws a UsageError where
 * another run on this target has left something to undo, which would be taken for what the target holds. On the embedded
 * reference, which ends with the run, the journal has no file unless one is named.
 */
export async function beginWrites(target: Target, options: CheckOptions, embedded: boolean): Promise<Writes | null> {
  if (tiersOf(options).size === 0) return null;
  const run = randomBytes(8).toString('hex');
  const file = options.journal ?? (embedded ? null : join(JOURNALS, `journal-${run}.jsonl`));
  if (!embedded) await assertNothingToUndo(target, options.journal);
  const journal = await Journal.create(file === null ? null : resolve(file), {
    type: 'run',
    format: 'touchstone.journal/1',
    run,
    startedAt: new Date().toISOString(),
    process: { pid: process.pid, host: hostname() },
    baseUrl: target.baseUrl,
    bindings: Object.fromEntries(
      Object.entries(target.bindings).map(([id, { method, path }]) => [id, `${method} ${path}`]),
    ),
    wireForm: target.wireForm,
    ...writeOptionsOf(options),
  });
  return { journal, options: writeOptionsOf(options) };
}

async function assertNothingToUndo({ baseUrl }: Target, named: string | undefined): Promise<void> {
  const own = named === undefined ? null : await unfinished(resolve(named));
  const found = [...(await unfinishedIn(resolve(JOURNALS))), ...(own === null ? [] : [own])];
  const left = found.find(({ state }) => state.run?.baseUrl === baseUrl);
  if (left === undefined) return;
  throw new UsageError(
    `a run has left something to undo on this target (${left.state.unsettled().length} of its records): ${left.path}`,
    `Put them back first: touchstone undo ${left.path}. If that run is still at work, wait for it.`,
  );
}

function writeOptionsOf(options: CheckOptions): WriteOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { consistencyWindowMs, taskTimeoutMs, bulkScope, allowScopeAll } = { ...DEFAULTS, ...given };
  return { allowScopeAll, bulkScope, consistencyWindowMs, taskTimeoutMs };
}
