import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;
/** How long nothing may come from a pipe, in milliseconds. */
const LONGEST_MS = 10_000;
const PAUSE_MS = 20;

/**
 * At most so many bytes of a file, a device or a pipe, which may be endless. Throws the error of the system, or an error
 * with the code `TOUCHSTONE_SILENT` if nothing comes from a pipe for `longestMs`.
 */
export function beginningOf(path: string, most: number, longestMs = LONGEST_MS): Buffer {
  // Otherwise, a pipe without a writer could never be opened.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const isPipe = fstatSync(file).isFIFO();
    const parts: Buffer[] = [];
    let [size, silentMs] = [0, 0];
    while (size < most) {
      const part = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, most - size));
      const read = readNow(file, part);
      if (read > 0) {
        parts.push(part.subarray(0, read));
        [size, silentMs] = [size + read, 0];
      } else if (read === 0 && !(isPipe && size === 0)) break;
      else if (silentMs >= longestMs) throw silent(longestMs);
      else silentMs += paused();
    }
    return Buffer.concat(parts, size);
  } finally {
    closeSync(file);
  }
}

/** The number of bytes read; 0 at the end, or before a pipe has a writer; -1 if there is nothing to read yet. */
function readNow(file: number, part: Buffer): number {
  try {
    return readSync(file, part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return -1;
    throw error;
  }
}

/** Blocks for a moment, which it returns in milliseconds. */
function paused(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  return PAUSE_MS;
}

function silent(ms: number): Error {
  return Object.assign(new Error(`nothing came from the pipe for ${ms / 1000} s`), { code: 'TOUCHSTONE_SILENT' });
}
