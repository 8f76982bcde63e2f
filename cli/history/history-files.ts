import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../../engine/target/usage-error.js';
import { HISTORY_FORMAT, type HistoryLine, linesOf } from '../../reporters/history/entry.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { systemProblem } from '../errors.js';
import { LastData, runOf } from './run-of-line.js';

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The file of a target: its host and path to read, and a hash that distinguishes targets with the same ones. */
function fileOf({ target }: RunReport): string {
  if (target.embedded) return 'reference.jsonl';
  const readable = target.baseUrl.replace(/^https?:\/\/|\/+$/g, '').replace(/[^\w.-]+/g, '-');
  return `${readable.slice(0, 60)}-${hash(target.baseUrl).slice(0, 6)}.jsonl`;
}

/**
 * Appends a run to the history of its target. The list of checks is written once, with the first run that has it. Returns
 * the problem if the file cannot be written: the run is over, and its results must reach the user all the same.
 */
export async function appendHistory(folder: string, report: RunReport): Promise<string[]> {
  const path = join(folder, fileOf(report));
  const [checks, run] = linesOf(report, (ids) => hash(ids.join('\n')));
  try {
    await mkdir(folder, { recursive: true });
    const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    // A list that a crash cut off is written again.
    const isKnown = known.split('\n').includes(JSON.stringify(checks));
    // A line that was cut off by a crash ends here, so that it damages no other.
    const start = known === '' || known.endsWith('\n') ? '' : '\n';
    const lines = [...(isKnown ? [] : [checks]), run].map((line) => `${JSON.stringify(line)}\n`);
    await appendFile(path, start + lines.join(''));
    return [];
  } catch (error) {
    return [`the history could not be written to ${path}: ${systemProblem(error)}`];
  }
}

/** The lines of one target, and the number of lines that could not be read. */
export interface TargetHistory {
  readonly lines: readonly HistoryLine[];
  readonly damaged: number;
}

/** The histories in a folder, one for each target. Throws a UsageError for a folder without one. */
export async function readHistory(cwd: string, folder: string): Promise<TargetHistory[]> {
  const hint = 'Give the folder that `touchstone check --history` wrote.';
  let files: string[];
  try {
    files = (await readdir(resolve(cwd, folder))).filter((name) => name.endsWith('.jsonl')).toSorted();
  } catch (error) {
    throw new UsageError(`${folder} cannot be read: ${systemProblem(error)}`, hint);
  }
  if (files.length === 0) throw new UsageError(`${folder} has no history`, hint);
  return Promise.all(files.map(async (name) => parsed(await readFile(resolve(cwd, folder, name), 'utf8'))));
}

/** A crash while a line is written leaves a part of it: it is counted, and the others are read. */
function parsed(text: string): TargetHistory {
  const lines = text.split('\n').filter((line) => line !== '');
  const data = new LastData();
  const read = lines.flatMap((line) => lineOf(line, data) ?? []);
  return { lines: read, damaged: lines.length - read.length };
}

function lineOf(text: string, data: LastData): HistoryLine | null {
  try {
    const line = (runOf(text, data) ?? JSON.parse(text)) as HistoryLine | null;
    return line?.format === HISTORY_FORMAT ? line : null;
  } catch {
    return null;
  }
}
