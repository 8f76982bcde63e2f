import { access, type FileHandle, open, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Cause } from '../client/failure.js';
import { Inconclusive } from '../session/signals.js';
import { UsageError } from '../target/usage-error.js';
import { entryProblem } from './entry-problem.js';
import { type FileLock, lockFile } from './file-lock.js';
import type { Entry, RunEntry } from './journal-entry.js';
import { JOURNALS } from './journal-folder.js';
import { JournalState } from './journal-state.js';
import { makeFolder } from './make-folder.js';
import { MAX_JOURNAL_BYTES, MAX_LINE_BYTES, type ReadJournal, readJournal } from './read-journal.js';
import { recordKey } from './record-key.js';

/** The maximum attempts to create the folder of a journal. */
const LOCK_ATTEMPTS = 5;

/** The file of a journal; a journal without a file is for a target that ends with the run. */
interface OnDisk {
  readonly path: string;
  readonly lock: FileLock;
  file: FileHandle;
}

/**
 * The writes of a run, on disk before they are sent: a file with a line of JSON for each entry. Concurrent entries
 * share one fsync. The process that writes it holds the lock of the file.
 */
export class Journal {
  #pending: Entry[] = [];
  #flushed: Promise<void> = Promise.resolve();
  #bytes: number;
  #failure: string | null = null;
  /** The records whose original values exceed a limit, so that no write to them can be undone. */
  readonly #tooLarge = new Set<string>();
  readonly #underWay = new Map<number, Promise<unknown>>();

  private constructor(
    private readonly disk: OnDisk | null,
    readonly state: JournalState,
    bytes = 0,
  ) {
    this.#bytes = bytes;
  }

  /** Starts a journal; throws a UsageError if its file exists, is in use, or cannot be created. */
  static async create(path: string | null, run: RunEntry): Promise<Journal> {
    const state = new JournalState([run], true);
    if (path === null) return new Journal(null, state);
    let lock: FileLock | undefined;
    try {
      lock = await lockNew(path);
      await createFile(path, lineOf(run));
      return new Journal({ path, lock, file: await open(path, 'a') }, state, lineOf(run).length);
    } catch (error) {
      await lock?.release();
      throw error instanceof UsageError ? error : notMade(path, (error as Error).message);
    }
  }

  /**
   * Continues the journal of an earlier run, once `accept` has returned what the caller derives from it. Throws a
   * UsageError, and leaves the file unchanged, if it is not a journal, is in use, or is not accepted.
   */
  static async resume<Value>(
    path: string,
    accept: (read: ReadJournal) => Promise<Value>,
  ): Promise<{ readonly journal: Journal; readonly accepted: Value }> {
    await readJournal(path);
    const lock = await lockFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof UsageError) throw error;
      throw new UsageError(
        `${path} cannot be locked: ${error.message}`,
        'Copy the journal to a folder that can be written, and undo the copy.',
      );
    });
    try {
      // Until now another process may have appended to it, or restored everything and removed it.
      const read = await readJournal(path);
      const accepted = await accept(read);
      const { state, length, unended } = read;
      const file = await open(path, 'r+');
      await file.truncate(length);
      if (unended) await file.write('\n', length);
      await file.datasync();
      await file.close();
      return { journal: new Journal({ path, lock, file: await open(path, 'a') }, state, length), accepted };
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** The file, or `null`. */
  get path(): string | null {
    return this.disk?.path ?? null;
  }

  /** Why no more entries can be appended, and so no more writes sent; `null` if they can. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The number of the next write. */
  nextWrite(): number {
    return this.state.writes + 1;
  }

  /** Tracks a write of this process until it has a response. */
  async underWay<Value>(n: number, sending: Promise<Value>): Promise<Value> {
    this.#underWay.set(n, sending);
    try {
      return await sending;
    } finally {
      this.#underWay.delete(n);
    }
  }

  /** Waits for the response to a write of this process. */
  async answered(n: number): Promise<void> {
    await this.#underWay.get(n)?.then(
      () => undefined,
      () => undefined,
    );
  }

  /**
   * Appends entries; resolves once they are on disk. Rejects with Inconclusive if the journal cannot hold them: then
   * the writes they describe must not be sent.
   */
  append(...entries: readonly Entry[]): Promise<void> {
    for (const given of entries) {
      const entry = this.#fitting(given);
      if (entry instanceof Inconclusive) return Promise.reject(entry);
      this.state.take(entry);
      if (this.#failure === null) this.#pending.push(entry);
    }
    // Any error here is final: no more writes are sent, because they could not be undone.
    this.#flushed = this.#flushed.then(() => this.#flush());
    return this.#flushed;
  }

  /** Appends entries that an undo can do without, without waiting for the disk. */
  note(...entries: readonly Entry[]): void {
    this.append(...entries).catch(() => undefined);
  }

  /** Closes the journal: its file is removed if every record is restored, otherwise it stays. */
  async close(): Promise<void> {
    const done = this.state.unrestored().length === 0;
    if (done) this.note({ type: 'finished' });
    await this.#flushed.catch(() => undefined);
    if (this.disk === null) return;
    const { path, file, lock } = this.disk;
    await file.close();
    if (done) await rm(path, { force: true });
    await lock.release();
    // The folder stays if another run has a journal in it.
    if (done && basename(dirname(path)) === JOURNALS) await rmdir(dirname(path)).catch(() => undefined);
  }

  /**
   * The entry as a line can hold it; parts of a response that cannot be in a line are dropped, as if the target had not
   * sent them.
   */
  #fitting(entry: Entry): Entry | Inconclusive {
    // Restorations are still recorded in memory, but no more writes are sent.
    const isSent = entry.type === 'write' || entry.type === 'removal';
    if (isSent && this.#failure !== null) return new Inconclusive(this.#failure);
    const problem = this.#problemOf(entry);
    if (problem === null) return entry;
    const bare = entry.type === 'answer' ? { type: entry.type, n: entry.n, status: entry.status } : entry;
    if (bare !== entry && this.#problemOf(bare) === null) return bare;
    if (entry.type === 'before' && problem.blockedBy === 'limit') this.#tooLarge.add(recordKey(entry.kind, entry.id));
    return problem;
  }

  #problemOf(entry: Entry): Inconclusive | null {
    const { length } = lineOf(entry);
    if (length > MAX_LINE_BYTES) return notHeld(`it takes ${length} bytes`, 'limit');
    if (this.#bytes + length > MAX_JOURNAL_BYTES) {
      return notHeld(`the journal would be larger than ${MAX_JOURNAL_BYTES} bytes`, 'limit');
    }
    const problem = entryProblem(entry, this.state);
    if (problem === null) return null;
    const isTooLarge = entry.type === 'write' && entry.ids.some((id) => this.#tooLarge.has(recordKey(entry.kind, id)));
    return notHeld(
      isTooLarge ? 'a record that it may change takes too many bytes' : problem,
      isTooLarge ? 'limit' : null,
    );
  }

  async #flush(): Promise<void> {
    const entries = this.#pending;
    this.#pending = [];
    if (entries.length === 0 || this.disk === null) return;
    try {
      const lines = Buffer.concat(entries.map(lineOf));
      this.#bytes += lines.length;
      await this.disk.file.appendFile(lines);
      await this.disk.file.datasync();
    } catch (error) {
      this.#fail(entries, error as Error);
    }
  }

  #fail(entries: readonly Entry[], { message }: Error): never {
    this.#failure ??= `the journal ${this.path} cannot be written: ${message}`;
    // These writes were not sent, so they changed nothing, as if the target had refused them.
    for (const entry of [...entries, ...this.#pending.splice(0)]) {
      if (entry.type === 'write') this.state.take({ type: 'answer', n: entry.n, status: 400 });
    }
    throw new Inconclusive(this.#failure);
  }
}

function notHeld(problem: string, cause: Cause | null): Inconclusive {
  return new Inconclusive(`the journal cannot hold this write, so it is not sent: ${problem}`, cause);
}

function lineOf(entry: Entry): Buffer {
  return Buffer.from(`${JSON.stringify(entry)}\n`, 'utf8');
}

/** Takes the lock of a new file and creates its folder, which another run may be removing as it ends. */
async function lockNew(path: string): Promise<FileLock> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await makeFolder(dirname(path));
      return await lockFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === LOCK_ATTEMPTS) throw error;
    }
  }
}

/**
 * Creates the file with its first line atomically: a journal without a complete line is never visible under its name.
 */
async function createFile(path: string, line: Buffer): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw notMade(path, 'the file exists');
  const unfinished = `${path}.new`;
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(line);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

function notMade(path: string, problem: string): UsageError {
  return new UsageError(
    `the journal ${path} cannot be made: ${problem}`,
    'Give another file with --journal; without a journal nothing is written to a target.',
  );
}

/** A new file survives a power failure only once its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  // Not every system can open folders.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
