import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Removal, Tier } from '../../contract/types.js';
import { plural } from '../../numbers/plural.js';
import { DEFAULTS } from '../../options/declared.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { CheckOptions } from '../target/options.js';
import type { Target } from '../target/target.js';
import { UsageError } from '../target/usage-error.js';
import { bindingDigests } from './binding-digests.js';
import { isHeld } from './file-lock.js';
import { Journal } from './journal.js';
import { JOURNAL_FORMAT } from './journal-entry.js';
import { JOURNALS } from './journal-folder.js';
import { announce, announced } from './machine-journals.js';
import type { ReadJournal } from './read-journal.js';
import { Reservations } from './reservations.js';
import { undoCommand } from './undo-command.js';
import { unfinished, unfinishedIn } from './unfinished.js';
import type { WriteOptions } from './write-coordinator.js';
import type { Writes } from './writes.js';

/** The tiers of requests other than GET that a run may send. */
export function tiersOf({ allowWrites = false, allowDestroy = false }: CheckOptions): ReadonlySet<Tier> {
  return new Set([...(allowWrites ? (['write'] as const) : []), ...(allowDestroy ? (['destroy'] as const) : [])]);
}

/** The write options of a run, as in its report; `null` if it may not write. */
export function writesSelected(options: CheckOptions): NonNullable<RunReport['selection']['writes']> | null {
  const { allowWrites = false, allowDestroy = false } = options;
  return allowWrites || allowDestroy ? { allowWrites, allowDestroy, ...writeOptionsOf(options) } : null;
}

/** Throws a UsageError for write options that cannot work together. */
export function assertWrites(target: Target, options: CheckOptions, removal: Removal): void {
  const { allowWrites = false, allowDestroy = false, allowScopeAll = false } = options;
  if (allowScopeAll && !allowWrites) {
    throw new UsageError(
      '--allow-scope-all allows bulk updates only together with --allow-writes',
      'Give --allow-writes too.',
    );
  }
  const names = [removal.from.fixture, removal.removed.fixture];
  const missing = names.filter((name) => target.fixtures[name] === undefined);
  if (allowDestroy && missing.length > 0) {
    throw new UsageError(
      `--allow-destroy permanently removes only users that you name: ${missing.join(' and ')} missing`,
      `Give ${names.map((name) => `--fixture ${name}=ID`).join(' ')} (separate several users with commas).`,
    );
  }
}

/**
 * Prepares writes: starts a journal, and reserves records against other runs. `null` if nothing may be written. On the
 * embedded reference, which ends with the run, the journal has no file unless the user names one.
 */
export async function beginWrites(target: Target, options: CheckOptions, embedded: boolean): Promise<Writes | null> {
  if (tiersOf(options).size === 0) return null;
  const run = randomBytes(8).toString('hex');
  const file = options.journal ?? (embedded ? null : join(JOURNALS, `journal-${run}.jsonl`));
  const { bulkScope } = writeOptionsOf(options);
  await assertFree(options.journal, target, bulkScope);
  const leftovers = embedded ? [] : await leftoversOf(target, bulkScope);
  for (const one of leftovers) options.onNotice?.(one);
  const journal = await Journal.create(file === null ? null : resolve(file), {
    type: 'run',
    format: JOURNAL_FORMAT,
    run,
    startedAt: new Date().toISOString(),
    baseUrl: target.baseUrl,
    bindings: bindingDigests(target),
    wireForm: target.wireForm,
    ...writeOptionsOf(options),
  });
  if (journal.path !== null) options.onJournal?.(undoCommand(journal.path, target, bulkScope));
  if (journal.path !== null && !embedded) await announce(journal.path, target.baseUrl);
  const reservations = new Reservations(journal, embedded ? null : target.baseUrl);
  return { journal, options: writeOptionsOf(options), reservations, leftovers };
}

/** Throws a UsageError if the given file is the unfinished journal of another run. */
async function assertFree(named: string | undefined, target: Target, bulkScope: string): Promise<void> {
  const left = named === undefined ? null : await unfinished(resolve(named)).catch(() => null);
  if (left === null) return;
  throw new UsageError(
    `${left.path} is the journal of another run with ${countOf(left)} left to restore`,
    `Give another file with --journal, or restore the records first: ${undoCommand(left.path, target, bulkScope)}`,
  );
}

/** `1 record`, `2 records`: how many records a journal has left to restore. */
function countOf({ state }: Pick<ReadJournal, 'state'>): string {
  return plural(state.unrestored().length, 'record');
}

/** A notice for each journal, in this folder or another one of this user, with unrestored records of the target whose run has ended. */
async function leftoversOf(target: Target, bulkScope: string): Promise<string[]> {
  const here = await unfinishedIn(resolve(JOURNALS));
  const paths = here.map(({ path }) => path);
  const elsewhere = (await announced(target.baseUrl)).filter((path) => !paths.includes(path));
  // Another folder may hold anything: what is no journal there is not the business of this run.
  const others = await Promise.all(elsewhere.map((path) => unfinished(path).catch(() => null)));
  const notices: string[] = [];
  for (const { path, run, state } of [...here, ...others.flatMap((one) => one ?? [])]) {
    // A run that is still going restores its records itself.
    if (run.baseUrl !== target.baseUrl || (await isHeld(path))) continue;
    const count = countOf({ state });
    notices.push(
      `an earlier run left ${count} unrestored, which this run does not use: ${undoCommand(path, target, bulkScope)}`,
    );
  }
  return notices;
}

function writeOptionsOf(options: CheckOptions): WriteOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { consistencyWindowMs, taskTimeoutMs, bulkScope, allowScopeAll } = {
    allowScopeAll: false,
    ...DEFAULTS,
    ...given,
  };
  return { allowScopeAll, bulkScope, consistencyWindowMs, taskTimeoutMs };
}
