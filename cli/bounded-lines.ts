import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../engine/target/usage-error.js';

const MEGABYTE = 1024 * 1024;
const LINE_BREAK = 10;

/** The limits of a file of lines. */
export interface LineLimits {
  readonly megabytes: number;
  /** The maximum length of a line in megabytes. */
  readonly lineMegabytes: number;
}

/**
 * The lines of a file that are not empty, one at a time, so that a large file takes little memory. Throws a UsageError
 * for a file or a line beyond the limits.
 */
export async function* boundedLines(path: string, { megabytes, lineMegabytes }: LineLimits): AsyncGenerator<string> {
  const stats = await stat(path);
  // Nothing else has an end for certain.
  if (!stats.isFile() && !stats.isDirectory()) throw new UsageError(`${path} is not a regular file`, 'Move it away.');
  const { size } = stats;
  if (size > megabytes * MEGABYTE) {
    const hint = 'Move it away, or remove its oldest lines.';
    throw new UsageError(`${path} is ${Math.ceil(size / MEGABYTE)} MB; the limit is ${megabytes} MB`, hint);
  }
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length > lineMegabytes * MEGABYTE) {
      throw new UsageError(`${path} has a line of more than ${lineMegabytes} MB`, 'Remove that line.');
    }
    parts.push(part);
  };
  const line = () => {
    const text = Buffer.concat(parts, length).toString('utf8');
    parts = [];
    length = 0;
    return text;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      if (length > 0) yield line();
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (length > 0) yield line();
}
