import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { suggest } from '../engine/suggest.js';
import { UsageError } from '../engine/usage-error.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { systemProblem } from './errors.js';
import { nameAndValue } from './named-values.js';

const KINDS = ['json', 'junit', 'html'] as const;
type Kind = (typeof KINDS)[number];

/** A report to write: its kind, and its file as an absolute path. */
export interface ReportFile {
  readonly kind: Kind;
  readonly path: string;
}

/** The files of `--report kind=file`, relative to `folder`; throws a UsageError for a kind that is none. */
export function parseReports(texts: readonly string[], folder: string): ReportFile[] {
  return texts.map((text) => {
    const [name, file] = nameAndValue('--report', text, 'json=report.json');
    const kind = KINDS.find((known) => known === name);
    if (kind === undefined)
      throw new UsageError(`--report names "${name}", which is no kind of report`, suggest(name, KINDS));
    return { kind, path: resolve(folder, file) };
  });
}

/** A file beside another, so that a rename onto it stays in one file system. */
function beside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);
}

/** What is at a path, links followed: `null` where there is nothing yet. */
async function existing(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function prove(path: string): Promise<void> {
  const found = await existing(path);
  if (found?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  // A device or a pipe is written to as it is.
  if (found !== null && !found.isFile()) return;
  const trial = beside(path);
  await (await open(trial, 'wx')).close();
  await rm(trial);
}

/** Throws a UsageError for a report that could not be written: to be found before the run, not after it. */
export async function proveWritable(reports: readonly ReportFile[]): Promise<void> {
  const taken = new Set<string>();
  for (const { kind, path } of reports) {
    if (taken.has(path))
      throw new UsageError(`two reports are to be written to ${path}`, 'Give each a file of its own.');
    taken.add(path);
    await prove(path).catch((error: unknown) => {
      const problem = `the ${kind} report cannot be written to ${path}: ${systemProblem(error)}`;
      throw new UsageError(
        problem,
        `Give a file in a folder that exists and that you may write to (${dirname(path)}).`,
      );
    });
  }
}

/** The text of a report; `runFile` is the name of the file that the run report itself is in, where there is one. */
async function render(kind: Kind, report: RunReport, runFile: string | undefined): Promise<string> {
  if (kind === 'json') return (await import('../reporters/json.js')).renderJson(report);
  if (kind === 'html') return (await import('../reporters/html.js')).renderHtml(report, runFile);
  return (await import('../reporters/junit.js')).renderJunit(report);
}

/** Writes a report whole or not at all: to a file beside it, which then takes its name. */
export async function writeReport({ kind, path }: ReportFile, report: RunReport, runFile?: string): Promise<void> {
  const text = await render(kind, report, runFile);
  const found = await existing(path);
  if (found !== null && !found.isFile()) return writeFile(path, text);
  const target = found === null ? path : await realpath(path);
  const temporary = beside(target);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
