import { createHash } from 'node:crypto';
import { appendFile, open, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../../engine/target/usage-error.js';
import { makeFolder } from '../../engine/writes/make-folder.js';
import { HISTORY_FORMAT, type HistoryLine, linesOf } from '../../reporters/history/entry.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { boundedLines } from '../bounded-lines.js';
import { systemProblem } from '../errors.js';
import { proveFolder } from '../prove-folder.js';
import { LastData, runOf } from './run-of-line.js';

/** A run takes a few kilobytes. */
const LIMITS = { megabytes: 128, lineMegabytes: 4 };

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The file of a target: its host and path to read, and a hash that distinguishes targets with the same ones. */
function fileOf({ target }: RunReport): string {
  if (target.embedded) return 'reference.jsonl';
  const readable = target.baseUrl.replace(/^https?:\/\/|\/+$/g, '').replace(/[^\w.-]+/g, '-');
  return `${readable.slice(0, 60)}-${hash(target.baseUrl).slice(0, 6)}.jsonl`;
}

/** Throws a UsageError for a history that cannot be written, so that the user learns of it before the run. */
export async function proveHistory(folder: string | undefined): Promise<void> {
  await proveFolder(folder, '--history', 'the history cannot be written to');
}

/**
 * Appends a run to the history of its target. The list of checks is written once, with the first run that has it. Returns
 * the problem if the file cannot be written: the run is over, and its results must reach the user all the same.
 */
export async function appendHistory(folder: string, report: RunReport): Promise<string[]> {
  const path = join(folder, fileOf(report));
  const [checks, run] = linesOf(report, (ids) => hash(ids.join('\n')));
  try {
    await makeFolder(folder);
    // A list that a crash cut off is written again.
    const isKnown = await holds(path, JSON.stringify(checks));
    // A line that was cut off by a crash ends here, so that it damages no other.
    const start = (await isUnended(path)) ? '\n' : '';
    const lines = [...(isKnown ? [] : [checks]), run].map((line) => `${JSON.stringify(line)}\n`);
    await appendFile(path, start + lines.join(''));
    return [];
  } catch (error) {
    if (error instanceof UsageError) return [`the history could not be written: ${error.message}`];
    return [`the history could not be written to ${path}: ${systemProblem(error)}`];
  }
}

/** Whether a history has a line; `false` if there is no history yet. */
async function holds(path: string, wanted: string): Promise<boolean> {
  try {
    for await (const line of boundedLines(path, LIMITS)) if (line === wanted) return true;
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Whether the last line of a file has no line break. */
async function isUnended(path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(size - 1, 0));
    return bytesRead === 1 && buffer.toString() !== '\n';
  } finally {
    await file.close();
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
  const histories: TargetHistory[] = [];
  for (const name of files) {
    const path = resolve(cwd, folder, name);
    histories.push(
      await historyIn(path).catch((error: unknown) => {
        if (error instanceof UsageError) throw error;
        throw new UsageError(`${path} cannot be read: ${systemProblem(error)}`, hint);
      }),
    );
  }
  return histories;
}

/** A crash while a line is written leaves a part of it: it is counted, and the others are read. */
async function historyIn(path: string): Promise<TargetHistory> {
  const lines: HistoryLine[] = [];
  const data = new LastData();
  let damaged = 0;
  for await (const text of boundedLines(path, LIMITS)) {
    const line = lineOf(text, data);
    if (line === null) damaged += 1;
    else lines.push(line);
  }
  return { lines, damaged };
}

function lineOf(text: string, data: LastData): HistoryLine | null {
  try {
    const line = (runOf(text, data) ?? JSON.parse(text)) as HistoryLine | null;
    return line?.format === HISTORY_FORMAT ? line : null;
  } catch {
    return null;
  }
}
