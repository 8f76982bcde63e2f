import { appendFile } from 'node:fs/promises';
import type { Compared } from '../reporters/comparison/compared.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { systemProblem } from './errors.js';
import type { Io } from './io.js';
import { type Privacy, renderReport } from './report-kinds.js';

/**
 * Appends the Markdown report to the summary of the job on GitHub Actions. A shard has none: the merged report has. If
 * that fails, it prints a note, because a summary must not change the result of a run.
 */
export async function writeStepSummary(
  report: RunReport,
  privacy: Privacy,
  { env, stderr }: Pick<Io, 'env' | 'stderr'>,
  compared?: Compared,
): Promise<void> {
  const { GITHUB_ACTIONS: github, GITHUB_STEP_SUMMARY: file } = env;
  if (github !== 'true' || !file || report.shard !== undefined) return;
  try {
    await appendFile(file, `${await renderReport('markdown', report, undefined, privacy, compared)}\n`);
  } catch (error) {
    stderr.write(`touchstone: the job summary could not be written: ${systemProblem(error)}\n`);
  }
}
