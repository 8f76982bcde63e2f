import { createHash } from 'node:crypto';
import { access, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Where the writing runs of a user on this machine make their journals known to each other, whatever folder they run in:
 * a file for each, named after the target, that holds the path of the journal.
 */
export const MACHINE_JOURNALS = join(tmpdir(), `touchstone-${userInfo().uid}`);

/** Makes the journal of a run on a target known. What cannot be made known is not: the run goes on without. */
export async function announce(journal: string, baseUrl: string, folder = MACHINE_JOURNALS): Promise<void> {
  if (!(await isOwn(folder))) return;
  await writeFile(join(folder, `${key(baseUrl)}-${key(journal)}`), journal, { mode: 0o600 }).catch(() => undefined);
}

/** The journals of runs on a target that were made known and are still there. */
export async function announced(baseUrl: string, folder = MACHINE_JOURNALS): Promise<string[]> {
  if (!(await isOwn(folder))) return [];
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names.filter((one) => one.startsWith(`${key(baseUrl)}-`))) {
    const journal = await readFile(join(folder, name), 'utf8').catch(() => '');
    if (journal === '') continue;
    if (await exists(journal)) found.push(journal);
    else await rm(join(folder, name), { force: true });
  }
  return found;
}

/** Whether the folder is there, or could be made, and is this user's alone: another user could name any file in it. */
export async function isOwn(folder = MACHINE_JOURNALS): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  const stats = await lstat(folder).catch(() => null);
  if (stats?.isDirectory() !== true) return false;
  const { uid } = userInfo();
  // Windows has no such owner and no such mode: its folder for temporary files is the user's own.
  return uid === -1 || (stats.uid === uid && (stats.mode & 0o077) === 0);
}

const key = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
