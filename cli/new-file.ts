import { writeFile } from 'node:fs/promises';
import { UsageError } from '../engine/target/usage-error.js';
import { systemProblem } from './errors.js';

/** What to do if a file that is printed as `file` exists already, or cannot be written. */
interface Hints {
  readonly file: string;
  readonly ifExists: string;
  readonly otherwise: string;
}

/** Writes a new file; never overwrites an existing one, for which it throws a UsageError. */
export async function writeNew(path: string, text: string, { file, ifExists, otherwise }: Hints): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UsageError(`${file} already exists`, ifExists);
    throw new UsageError(`${file} cannot be written: ${systemProblem(error)}`, otherwise);
  });
}
