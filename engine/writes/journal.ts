import { type FileHandle, mkdir, open, readFile, rm, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { UsageError } from '../usage-error.js';
import type { Entry, RunEntry } from './journal-entry.js';
import { JournalState } from './journal-state.js';

/** The folder in which journals are, from the folder that a run starts in. */
export const JOURNALS = '.touchstone';

/**
 * What a run writes, on disk before it is sent: a file with a line of JSON for each entry. Entries that come together
 * share one fsync. A journal without a file is for a target that ends with the run.
 */
export class Journal {
  #pending: string[] = [];
  #flushed: Promise<void> = Promise.resolve();
  readonly #underWay = new Map<number, Promise<unknown>>();

  private constructor(
    /** The file, or `null`. */
    readonly path: string | null,
    private readonly file: FileHandle | null,
    readonly state: JournalState,
  ) {}

  /** Begins a journal; throws a UsageError where its file exists or cannot be made. */
  static async create(path: string | null, run: RunEntry): Promise<Journal> {
    const journal = new Journal(path, path === null ? null : await createFile(path), new JournalState());
    await journal.append(run);
    if (path !== null) await syncFolder(dirname(path));
    return journal;
  }

  /** Goes on with a journal that a run has left; what was cut off in the middle of a line was never sent. */
  static async open(path: string): Promise<Journal> {
    const { entries, length } = await readJournal(path);
    const file = await open(path, 'r+');
    await file.truncate(length);
    await file.close();
    return new Journal(path, await open(path, 'a'), new JournalState(entries));
  }

  /** The number of the next write. */
  nextWrite(): number {
    return this.state.writes + 1;
  }

  /** Keeps a write that is under way in this process, until it is answered. */
  async underWay<Value>(n: number, sending: Promise<Value>): Promise<Value> {
    this.#underWay.set(n, sending);
    try {
      return await sending;
    } finally {
      this.#underWay.delete(n);
    }
  }

  /** Waits for the answer to a write that is under way in this process. */
  async answered(n: number): Promise<void> {
    await this.#underWay.get(n)?.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Takes entries down; they are on disk once this resolves. */
  append(...entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      this.state.take(entry);
      this.#pending.push(`${JSON.stringify(entry)}\n`);
    }
    // Whatever fails here fails for good: nothing more is written to a target that could not be undone.
    this.#flushed = this.#flushed.then(() => this.#flush());
    return this.#flushed;
  }

  /** Takes entries down that an undo could do without: nobody waits for the disk. */
  note(...entries: readonly Entry[]): void {
    this.append(...entries).catch(() => undefined);
  }

  /** Ends the journal: where nothing is left to undo, its file is removed. */
  async close(): Promise<void> {
    const done = this.state.unsettled().length === 0;
    if (done) await this.append({ type: 'finished' });
    await this.#flushed.catch(() => undefined);
    await this.file?.close();
    if (!done || this.path === null) return;
    await rm(this.path, { force: true });
    // Another run may have a journal in the folder of journals: then it stays.
    if (basename(dirname(this.path)) === JOURNALS) await rmdir(dirname(this.path)).catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const text = this.#pending.join('');
    this.#pending = [];
    if (text === '' || this.file === null) return;
    await this.file.appendFile(text);
    await this.file.datasync();
  }
}

async function createFile(path: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return await open(path, 'ax', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === 'EEXIST' ? 'the file exists' : message;
    throw new UsageError(
      `the journal ${path} cannot be made: ${problem}`,
      'Give another file with --journal; without a journal nothing is written to a target.',
    );
  }
}

/** A new file is only there after a power cut once its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  // Not every system opens folders.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The entries of a journal, and the length in bytes of the lines that are whole. */
export async function readJournal(path: string): Promise<{ readonly entries: Entry[]; readonly length: number }> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the journal ${path} cannot be read: ${error.message}`, 'Give the file of a journal.');
  });
  const length = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.subarray(0, length).toString('utf8').split('\n').slice(0, -1);
  const entries = lines.map((line, index) => entryOf(line, path, index + 1));
  if (entries.length > 0 && entries[0]?.type !== 'run') {
    throw new UsageError(`${path} is no journal of touchstone`, 'Give the file that `touchstone check` has named.');
  }
  return { entries, length };
}

function entryOf(line: string, path: string, number: number): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    throw new UsageError(
      `line ${number} of the journal ${path} is not JSON`,
      'A journal is undone whole, so put the file back as it was written.',
    );
  }
}
