import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readJournal } from './journal.js';
import { JournalState } from './journal-state.js';

/** A journal of a run that has not put everything back. */
export interface Unfinished {
  readonly path: string;
  readonly state: JournalState;
}

/** The journals of a folder, by their paths; none where there is no such folder. */
export async function journalsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^journal-.*\.jsonl$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** The journals of a folder that runs have left before everything was put back. */
export async function unfinishedIn(folder: string): Promise<Unfinished[]> {
  const read = await Promise.all((await journalsIn(folder)).map(unfinished));
  return read.filter((one) => one !== null);
}

/** A journal that was left unfinished; `null` where there is nothing to undo. Throws a UsageError where it is none. */
export async function unfinished(path: string): Promise<Unfinished | null> {
  if (!(await exists(path))) return null;
  const state = new JournalState((await readJournal(path)).entries);
  return state.run === undefined || state.finished || state.unsettled().length === 0 ? null : { path, state };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
