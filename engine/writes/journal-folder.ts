import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder in which journals are, from the folder that a run starts in. */
export const JOURNALS = '.touchstone';

/** The journals of a folder, by their paths; none where there is no such folder. */
export async function journalsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^journal-.*\.jsonl$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
