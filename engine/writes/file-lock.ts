import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pause } from '../session/pause.js';
import { UsageError } from '../target/usage-error.js';
import { livenessOf, ownProcess, type ProcessId } from './process-id.js';

/** A file lock held by this process. */
export interface FileLock {
  release(): Promise<void>;
}

/** The maximum attempts to take a lock while another process removes one that a dead process left. */
const ATTEMPTS = 150;
const PAUSE_MS = 20;
/** After this many milliseconds, a lock file without a process id belongs to a process that died while creating it. */
const EMPTY_MS = 2000;

/** Whether a process holds the lock of a file, or may hold it. */
export async function isHeld(file: string): Promise<boolean> {
  const text = await textOf(`${file}.lock`);
  if (text === null) return false;
  const holder = holderIn(text);
  return holder === null || (await livenessOf(holder)) !== 'dead';
}

/**
 * Takes the lock of a file: `FILE.lock`, which names the process that holds it. The lock of a process that has ended is
 * taken over. Throws a UsageError if another process holds it, or may hold it (with `waits`, after some seconds), and
 * the system error if the lock cannot be created.
 */
export async function lockFile(file: string, { waits = false } = {}): Promise<FileLock> {
  const path = `${file}.lock`;
  const own = JSON.stringify(await ownProcess());
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (await made(path, own)) return { release: () => rm(path, { force: true }) };
    const held = await textOf(path);
    if (held !== null) await takeFromDead(file, path, held, waits && attempt < ATTEMPTS);
  }
  throw new UsageError(
    `the lock ${path} cannot be taken`,
    `Remove it if no touchstone process uses ${basename(file)}.`,
  );
}

/** Creates a lock file; `false` if there is one. */
async function made(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // On a full disk the file is created but stays empty.
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Removes the lock of a process that has ended; throws a UsageError if it is still running, or if that cannot be
 * determined.
 */
async function takeFromDead(file: string, path: string, held: string, waits: boolean): Promise<void> {
  const holder = holderIn(held);
  if (holder === null && (await ageOf(path)) < EMPTY_MS) return pause(PAUSE_MS);
  const liveness = holder === null ? 'dead' : await livenessOf(holder);
  if (liveness !== 'dead' && waits) return pause(PAUSE_MS);
  if (liveness === 'alive') {
    throw new UsageError(
      `${file} is in use by process ${holder?.pid}`,
      'Wait until that run ends, because it restores its records itself, or stop it first.',
    );
  }
  if (liveness === 'unknown') {
    throw new UsageError(
      `${file} may be in use by process ${holder?.pid} of another machine or container`,
      `If that process has ended, remove ${path} and try again.`,
    );
  }
  // Only one of several processes may remove a dead lock, or a new lock would be removed with it.
  const guard = `${path}.removal`;
  if (await made(guard, '')) {
    try {
      if ((await textOf(path)) === held) await rm(path, { force: true });
    } finally {
      await rm(guard, { force: true });
    }
  } else if ((await ageOf(guard)) > EMPTY_MS) await rm(guard, { force: true });
  else await pause(PAUSE_MS);
}

function holderIn(text: string): ProcessId | null {
  try {
    const { pid, host, started = null } = JSON.parse(text);
    const known = Number.isSafeInteger(pid) && pid > 0 && typeof host === 'string';
    return known ? { pid, host, started: typeof started === 'string' ? started : null } : null;
  } catch {
    return null;
  }
}

/** The text of a file; `null` where it is gone. */
async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The time since the last change of a file, in milliseconds; 0 if it is gone. */
async function ageOf(path: string): Promise<number> {
  const known = await stat(path).catch(() => null);
  return known === null ? 0 : Date.now() - known.mtimeMs;
}
