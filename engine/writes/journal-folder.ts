import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of journals, relative to the working directory of a run. */
export const JOURNALS = '.touchstone';

/** The paths of the journals in a folder; none if there is no such folder. */
export async function journalsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^journal-.*\.jsonl$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
