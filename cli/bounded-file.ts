import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../engine/target/usage-error.js';
import { systemProblem } from './errors.js';

const MEGABYTE = 1024 * 1024;

/** The limits of a file, and the hint of its error messages. */
export interface Wanted {
  /** The maximum size in megabytes. */
  readonly megabytes: number;
  /** What to do about a file that cannot be read. */
  readonly hint: string;
}

/**
 * The text of a file or a pipe, up to a size. Throws a UsageError that names the file if it cannot be read, or if it is
 * too large; a large file is refused before it takes memory.
 */
export async function readBounded(cwd: string, file: string, { megabytes, hint }: Wanted): Promise<string> {
  const path = resolve(cwd, file);
  const limit = megabytes * MEGABYTE;
  const tooLarge = (size: string) => new UsageError(`${file} is ${size}; the limit is ${megabytes} MB`, hint);
  try {
    const { size } = await stat(path);
    if (size > limit) throw tooLarge(`${Math.ceil(size / MEGABYTE)} MB`);
    const chunks: Buffer[] = [];
    let read = 0;
    // The size of a pipe, or of a file that grows, is only known while it is read.
    for await (const chunk of createReadStream(path)) {
      read += (chunk as Buffer).length;
      if (read > limit) throw tooLarge('larger');
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${systemProblem(error)}`, hint);
  }
}
