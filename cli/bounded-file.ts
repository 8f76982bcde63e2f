import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../engine/target/usage-error.js';
import { beginningOf } from './beginning-of.js';
import { systemProblem } from './errors.js';

const MEGABYTE = 1024 * 1024;

/** The limits of a file, and the hint of its error messages. */
export interface Wanted {
  /** The maximum size in megabytes. */
  readonly megabytes: number;
  /** What to do about a file that cannot be read. */
  readonly hint: string;
  /** How messages name the file, if not by its path as given. */
  readonly name?: string;
  /** What kind of file has this limit, such as `a config file`. */
  readonly kind?: string;
}

/**
 * The text of a file or a pipe, up to a size: UTF-8, or UTF-16 with a byte order mark, as PowerShell writes it. Throws a
 * UsageError that names the file if it cannot be read, or if it is too large; a large file is refused before it takes
 * memory.
 */
export async function readBounded(cwd: string, file: string, wanted: Wanted): Promise<string> {
  const { megabytes, hint, name = file, kind } = wanted;
  const path = resolve(cwd, file);
  const limit = megabytes * MEGABYTE;
  const tooLarge = (size: string) =>
    new UsageError(`${name} is ${size}; the limit${kind ? ` of ${kind}` : ''} is ${megabytes} MB`, hint);
  try {
    const { size } = await stat(path);
    if (size > limit) throw tooLarge(`${Math.ceil(size / MEGABYTE)} MB`);
    // The size of a pipe, or of a file that grows, is only known when it is read.
    const content = beginningOf(path, limit + 1);
    if (content.length > limit) throw tooLarge('larger');
    return decoded(content);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} cannot be read: ${systemProblem(error)}`, hint);
  }
}

/** The text of a file, without a byte order mark. */
function decoded(content: Buffer): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content);
  return new TextDecoder().decode(content);
}
