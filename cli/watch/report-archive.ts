import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../engine/writes/make-folder.js';
import { systemProblem } from '../errors.js';
import { writeWhole } from '../report-files.js';

const NAME = /^run-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.json$/;

/** A folder that keeps the run reports of the last runs. */
export interface ReportArchive {
  /** The absolute path of the folder. */
  readonly folder: string;
  /** How many run reports it keeps. */
  readonly keep: number;
}

/**
 * Writes a run report into the folder and removes the oldest ones; files with other names stay. `startedAt` is the time in
 * the report. Returns the problem if the folder cannot be written: the next run may succeed.
 */
export async function archived({ folder, keep }: ReportArchive, startedAt: string, text: string): Promise<string[]> {
  try {
    await makeFolder(folder);
    await writeWhole(join(folder, `run-${startedAt.replace(/[:.]/g, '-')}.json`), text);
    // The names are in the order of time.
    const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
    for (const name of names.slice(0, Math.max(0, names.length - keep))) await rm(join(folder, name));
    return [];
  } catch (error) {
    return [`the run report could not be kept in ${folder}: ${systemProblem(error)}`];
  }
}
