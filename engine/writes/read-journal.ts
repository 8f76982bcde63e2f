import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { UsageError } from '../target/usage-error.js';
import { entryProblem } from './entry-problem.js';
import { type Entry, JOURNAL_FORMAT, type RunEntry } from './journal-entry.js';
import { JournalState } from './journal-state.js';

const MEGABYTE = 1024 * 1024;
/** The largest journal that is written or read, in bytes. */
export const MAX_JOURNAL_BYTES = 256 * MEGABYTE;
/** The longest line of a journal that is written or read, in bytes. */
export const MAX_LINE_BYTES = 8 * MEGABYTE;
const CHUNK_BYTES = 256 * 1024;
const LINE_BREAK = 10;

/** A journal as read; the file is unchanged. */
export interface ReadJournal {
  readonly path: string;
  readonly run: RunEntry;
  readonly state: JournalState;
  /** The length in bytes of the valid lines. */
  readonly length: number;
  /** The last line is valid, but has no line break. */
  readonly unended: boolean;
}

/**
 * Reads a journal line by line without changing it. A last line without a line break counts if it is a complete entry;
 * a partial one never had an effect, because a write is sent only once its line is on disk. Throws a UsageError with
 * the line number for a file that is not a journal of this version, or cannot be read. Without `values`, the state says
 * which records are restored, but not to what, and takes little memory.
 */
export async function readJournal(path: string, { values = true } = {}): Promise<ReadJournal> {
  const file = await opened(path);
  try {
    const reader = new LineReader(path, values);
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) return reader.end();
      reader.take(chunk.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  const hint = 'Give the journal that `touchstone check` printed.';
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new UsageError(`the journal ${path} cannot be read: ${reason}`, hint);
  });
  const stats = await file.stat();
  const reason = !stats.isFile() ? 'is not a regular file' : stats.size > MAX_JOURNAL_BYTES ? tooLarge() : null;
  if (reason === null) return file;
  await file.close();
  throw new UsageError(`${path} ${reason}`, hint);
}

class LineReader {
  readonly #state = new JournalState();
  #parts: Buffer[] = [];
  #partial = 0;
  #lines = 0;
  #length = 0;

  constructor(
    private readonly path: string,
    private readonly values: boolean,
  ) {}

  take(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
      this.#keep(chunk.subarray(from, at));
      const line = Buffer.concat(this.#parts, this.#partial);
      this.#lines += 1;
      this.#entry(line);
      this.#length += line.length + 1;
      this.#parts = [];
      this.#partial = 0;
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  end(): ReadJournal {
    const unended = this.#isWholeEntry(Buffer.concat(this.#parts, this.#partial));
    const { run } = this.#state;
    if (run === undefined) {
      const what = this.#partial === 0 && this.#lines === 0 ? 'is empty' : 'has no complete line of a journal';
      throw new UsageError(
        `${this.path} ${what}, so its run sent no write`,
        'There is nothing to undo. Remove it if it is a journal of touchstone.',
      );
    }
    return {
      path: this.path,
      run,
      state: this.#state,
      length: this.#length + (unended ? this.#partial : 0),
      unended,
    };
  }

  #keep(part: Buffer): void {
    this.#partial += part.length;
    if (this.#partial > MAX_LINE_BYTES) {
      this.#lines += 1;
      throw this.#wrong(`it is longer than ${MAX_LINE_BYTES / MEGABYTE} MB`);
    }
    if (this.#length + this.#partial > MAX_JOURNAL_BYTES) throw new UsageError(`${this.path} ${tooLarge()}`);
    // The buffer is reused for the next read.
    this.#parts.push(Buffer.from(part));
  }

  #entry(line: Buffer): void {
    const entry = parsed(line);
    if (this.#lines === 1) this.#assertJournal(entry);
    if (entry === undefined) throw this.#wrong('it is not JSON');
    const problem = entryProblem(entry, this.#state);
    if (problem !== null) throw this.#wrong(problem);
    this.#take(entry as Entry);
  }

  /** Accepts a last line without a line break; `false` if there is none, or only a partial one. */
  #isWholeEntry(line: Buffer): boolean {
    if (this.#lines === 0 || line.length === 0) return false;
    const entry = parsed(line);
    if (entry === undefined || entryProblem(entry, this.#state) !== null) return false;
    this.#take(entry as Entry);
    return true;
  }

  #take(entry: Entry): void {
    this.#state.take(this.values ? entry : withoutValues(entry));
  }

  #assertJournal(entry: unknown): void {
    const { type, format } = (entry ?? {}) as { readonly type?: unknown; readonly format?: unknown };
    const isJournal = type === 'run' && typeof format === 'string' && format.startsWith('touchstone.journal/');
    if (!isJournal) {
      throw new UsageError(
        `${this.path} is not a touchstone journal; nothing was changed`,
        'Give the journal that `touchstone check` printed.',
      );
    }
    if (format === JOURNAL_FORMAT) return;
    throw new UsageError(
      `${this.path} is a journal in the format ${format.slice(0, 40)}, and this version reads ${JOURNAL_FORMAT}`,
      'Undo it with the version of touchstone that wrote it.',
    );
  }

  #wrong(what: string): UsageError {
    return new UsageError(
      `line ${this.#lines} of the journal ${this.path} is wrong: ${what}`,
      'Nothing was changed. Undo the journal as touchstone wrote it.',
    );
  }
}

function withoutValues(entry: Entry): Entry {
  if (entry.type === 'before' || entry.type === 'refreshed') return { ...entry, fields: {} };
  if (entry.type === 'write') return { ...entry, sent: {} };
  if (entry.type !== 'answer') return entry;
  const { fields: _fields, ...answer } = entry;
  return answer;
}

/** The JSON of a line; `undefined` if it is not JSON or not UTF-8. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line));
  } catch {
    return undefined;
  }
}

function tooLarge(): string {
  return `is larger than ${MAX_JOURNAL_BYTES / MEGABYTE} MB, the largest journal that is read`;
}
