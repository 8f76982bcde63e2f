import { access } from 'node:fs/promises';
import { journalsIn } from './journal-folder.js';
import { type ReadJournal, readJournal } from './read-journal.js';

/** The journals of a folder with records that may not be restored, of finished and running runs; without values. */
export async function unfinishedIn(folder: string): Promise<ReadJournal[]> {
  const read: ReadJournal[] = [];
  for (const path of await journalsIn(folder)) {
    const one = await unfinished(path);
    if (one !== null) read.push(one);
  }
  return read;
}

/** An unfinished journal; `null` if there is nothing to undo. Throws a UsageError if it is not a journal. */
export async function unfinished(path: string): Promise<ReadJournal | null> {
  try {
    const read = await readJournal(path, { values: false });
    return read.state.finished || read.state.unrestored().length === 0 ? null : read;
  } catch (error) {
    // A run that ends removes its journal, perhaps at this moment.
    if (await isGone(path)) return null;
    throw error;
  }
}

function isGone(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  );
}
