import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../engine/target/usage-error.js';
import { systemProblem } from './errors.js';
import { existing } from './report-files.js';

/**
 * Throws a UsageError for a folder of an option in which no file can be made, so that the user learns of it before the run;
 * `problem` is its message without the path.
 */
export async function proveFolder(folder: string | undefined, option: string, problem: string): Promise<void> {
  if (folder === undefined) return;
  try {
    const known = await nearest(folder);
    if (!(await stat(known)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(known, constants.W_OK | constants.X_OK);
  } catch (error) {
    const hint = `Give ${option} a folder that is writable, or that can be made.`;
    throw new UsageError(`${problem} ${folder}: ${systemProblem(error)}`, hint);
  }
}

/** The folder itself if it exists, or else the nearest of its parents that does. */
async function nearest(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path || (await existing(path)) !== null ? path : nearest(parent);
}
