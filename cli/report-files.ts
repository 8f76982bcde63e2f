import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { suggest } from '../engine/target/suggest.js';
import { UsageError } from '../engine/target/usage-error.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { systemProblem } from './errors.js';
import type { Output } from './io.js';
import { nameAndValue } from './named-values.js';
import { type ReportKind, renderReport } from './report-kinds.js';

/** What stands for standard output in place of a file. */
const STDOUT = '-';

/** A report to write: its kind, and its file as an absolute path, or `-` for standard output. */
export interface ReportFile<Kind extends string = ReportKind> {
  readonly kind: Kind;
  readonly path: string;
}

/** The files of `--report kind=file`, relative to `folder`; throws a UsageError for a kind that is not among `kinds`. */
export function parseReports<Kind extends string>(
  texts: readonly string[],
  folder: string,
  kinds: readonly Kind[],
): ReportFile<Kind>[] {
  return texts.map((text) => {
    const [name, file] = nameAndValue('--report', text, 'json=report.json');
    const kind = kinds.find((known) => known === name);
    if (kind === undefined)
      throw new UsageError(`--report names "${name}", which is no kind of report`, suggest(name, kinds));
    return reportFile(kind, file, folder);
  });
}

/** A report in a file that is named relative to `folder`. */
export function reportFile<Kind extends string>(kind: Kind, file: string, folder: string): ReportFile<Kind> {
  return { kind, path: file === STDOUT ? STDOUT : resolve(folder, file) };
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
export async function proveWritable(reports: readonly ReportFile<string>[]): Promise<void> {
  const taken = new Set<string>();
  for (const { kind, path } of reports) {
    if (taken.has(path))
      throw new UsageError(`two reports are to be written to ${path}`, 'Give each a file of its own.');
    taken.add(path);
    if (path === STDOUT) continue;
    await prove(path).catch((error: unknown) => {
      const problem = `the ${kind} report cannot be written to ${path}: ${systemProblem(error)}`;
      throw new UsageError(
        problem,
        `Give a file in a folder that exists and that you may write to (${dirname(path)}).`,
      );
    });
  }
}

/** Writes reports as far as they can be written, each as `render` makes it; gives the problems of those that cannot. */
export async function writeReports<Kind extends string>(
  files: readonly ReportFile<Kind>[],
  stdout: Output,
  render: (kind: Kind) => Promise<string>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { kind, path } of files) {
    try {
      const text = await render(kind);
      if (path === STDOUT) stdout.write(text);
      else await writeWhole(path, text);
    } catch (error) {
      problems.push(`the ${kind} report could not be written to ${path}: ${systemProblem(error)}`);
    }
  }
  return problems;
}

/** Renders reports of a run; `runFile` is where the run report itself is. */
export function rendering(
  files: readonly ReportFile[],
  report: RunReport,
  runFile = files.find(({ kind, path }) => kind === 'json' && path !== STDOUT)?.path,
): (kind: ReportKind) => Promise<string> {
  return (kind) => renderReport(kind, report, runFile && basename(runFile));
}

/** Writes a file whole or not at all: to a file beside it, which then takes its name. */
export async function writeWhole(path: string, text: string): Promise<void> {
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
