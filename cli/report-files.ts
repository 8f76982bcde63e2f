import { randomBytes } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { suggest } from '../engine/target/suggest.js';
import { UsageError } from '../engine/target/usage-error.js';
import type { Compared } from '../reporters/comparison/compared.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { systemProblem } from './errors.js';
import type { Output } from './io.js';
import { nameAndValue } from './named-values.js';
import { type Privacy, type ReportKind, renderReport } from './report-kinds.js';

/** The file name that means standard output. */
const STDOUT = '-';

/** A report to write: its kind, and the absolute path of its file, or `-` for standard output. */
export interface ReportFile<Kind extends string = ReportKind> {
  readonly kind: Kind;
  readonly path: string;
}

/** The files of `--report kind=file`, relative to `folder`; throws a UsageError for a kind that is not in `kinds`. */
export function parseReports<Kind extends string>(
  texts: readonly string[],
  folder: string,
  kinds: readonly Kind[],
): ReportFile<Kind>[] {
  return texts.map((text) => {
    const [name, file] = nameAndValue('--report', text, 'json=report.json');
    const kind = kinds.find((known) => known === name);
    if (kind === undefined)
      throw new UsageError(`--report "${name}" is not a known kind of report`, suggest(name, kinds));
    return reportFile(kind, file, folder);
  });
}

/** A report in a file whose path is relative to `folder`. */
export function reportFile<Kind extends string>(kind: Kind, file: string, folder: string): ReportFile<Kind> {
  return { kind, path: file === STDOUT ? STDOUT : resolve(folder, file) };
}

/** A temporary file next to another file, so that a rename stays in one file system. */
function beside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);
}

/** The stats of a path, links followed; `null` if nothing exists there. */
export async function existing(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The path with all links followed; the path itself if nothing can be found there. */
async function realpathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function prove(path: string): Promise<void> {
  const found = await existing(path);
  if (found?.isDirectory()) throw Object.assign(new Error('it is a folder, not a file'), { code: 'EISDIR' });
  // A device or a pipe is written to directly.
  if (found !== null && !found.isFile()) return;
  const trial = beside(path);
  await (await open(trial, 'wx')).close();
  await rm(trial);
}

/**
 * Throws a UsageError for a report that cannot be written, so that the user learns of it before the run, and for one that
 * would replace one of the `inputs`, the absolute paths of files that the command reads.
 */
export async function proveWritable(
  reports: readonly ReportFile<string>[],
  inputs: readonly string[] = [],
): Promise<void> {
  const taken = new Set<string>();
  const read = await Promise.all(inputs.map(async (path) => ({ path, real: await realpathOf(path) })));
  for (const { kind, path } of reports) {
    if (taken.has(path))
      throw new UsageError(`two reports have the same file ${path}`, 'Give each report its own file.');
    taken.add(path);
    if (path === STDOUT) continue;
    const target = await realpathOf(path);
    const input = read.find(({ real }) => real === target);
    if (input !== undefined)
      throw new UsageError(`${input.path} would be overwritten by its own report`, 'Choose another file.');
    await prove(path).catch((error: NodeJS.ErrnoException) => {
      const hint =
        error.code === 'EISDIR'
          ? 'Give the name of a file in this folder.'
          : `Check that the folder exists and is writable: ${dirname(path)}`;
      throw new UsageError(`the ${kind} report cannot be written to ${path}: ${systemProblem(error)}`, hint);
    });
  }
}

/** Renders and writes reports; a failure does not stop the others. Returns the problems. */
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

/** Renders reports of a run; `runFile` is the file of the run report, `compared` the comparison with an earlier run. */
export function rendering(
  files: readonly ReportFile[],
  report: RunReport,
  privacy?: Privacy,
  runFile = files.find(({ kind, path }) => kind === 'json' && path !== STDOUT)?.path,
  compared?: Compared,
): (kind: ReportKind) => Promise<string> {
  return (kind) => renderReport(kind, report, runFile && basename(runFile), privacy, compared);
}

/** Writes a file atomically: writes a temporary file next to it and renames that. A file that it replaces keeps its mode. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const found = await existing(path);
  if (found !== null && !found.isFile()) return writeFile(path, text);
  const target = found === null ? path : await realpath(path);
  const temporary = beside(target);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    if (found !== null) await chmod(temporary, found.mode & 0o777);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
