import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../engine/target/usage-error.js';
import { systemProblem } from './errors.js';

const MEGABYTE = 1024 * 1024;

/** What a file is to be, in the words of a message. */
export interface Wanted {
  /** The largest size in megabytes that is read. */
  readonly megabytes: number;
  /** What to give instead of a file that cannot be read. */
  readonly hint: string;
}

/**
 * The text of a file, or of a pipe, up to a size; throws a UsageError that names the file for one that is larger before
 * it takes memory, and for one that cannot be read.
 */
export async function readBounded(cwd: string, file: string, { megabytes, hint }: Wanted): Promise<string> {
  const path = resolve(cwd, file);
  const limit = megabytes * MEGABYTE;
  const tooLarge = (size: string) =>
    new UsageError(`${file} is ${size}, and ${megabytes} MB is the most that is read of such a file`, hint);
  try {
    const { size } = await stat(path);
    if (size > limit) throw tooLarge(`${Math.ceil(size / MEGABYTE)} MB large`);
    const chunks: Buffer[] = [];
    let read = 0;
    // A pipe, and a file that grows, say their size only as they are read.
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
