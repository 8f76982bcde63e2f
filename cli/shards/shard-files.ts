import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ShardFile } from '../../conformance/merge/merge.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { readBounded } from '../bounded-file.js';
import { parseJson } from '../config/json.js';
import { systemProblem } from '../errors.js';
import { MAX_REPORT_MEGABYTES, readRunReport } from '../run-report.js';

const HINT = 'Give the files that `touchstone check --shard` wrote with --report json=FILE, or a folder of them.';

/**
 * The run reports of files and folders. Of a folder, with those in it, every JSON file that is not of another kind counts:
 * one that is damaged is not skipped. Throws a UsageError that names the file.
 */
export async function shardFiles(cwd: string, paths: readonly string[]): Promise<ShardFile[]> {
  const files = (await Promise.all(paths.map((path) => filesOf(cwd, path)))).flat();
  if (files.length === 0) throw new UsageError(`there is no run report in ${paths.join(', ')}`, HINT);
  const reports: ShardFile[] = [];
  for (const file of files) reports.push({ file, report: await readRunReport(cwd, file) });
  return reports;
}

async function filesOf(cwd: string, path: string): Promise<string[]> {
  try {
    if (!(await stat(resolve(cwd, path))).isDirectory()) return [path];
    const names = (await readdir(resolve(cwd, path), { recursive: true })).filter((name) => name.endsWith('.json'));
    const files = names.toSorted().map((name) => join(path, name));
    const wanted = await Promise.all(files.map((file) => mayBeReport(cwd, file)));
    return files.filter((_file, index) => wanted[index]);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read: ${systemProblem(error)}`, HINT);
  }
}

/** Whether a JSON file in a folder may be a run report: it is one, or it is damaged. */
async function mayBeReport(cwd: string, file: string): Promise<boolean> {
  const text = await readBounded(cwd, file, { megabytes: MAX_REPORT_MEGABYTES, hint: HINT });
  const json = parseJson(file, text, HINT) as { format?: unknown } | null;
  return typeof json?.format === 'string' && json.format.startsWith('touchstone.run-report/');
}
