import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import type { Column, Matrix } from '../../reporters/implementations/matrix.js';
import { loadConfig } from '../config/load.js';
import { addOptions, type Flags } from '../flags.js';
import { readIdentities } from '../identities-file.js';
import type { Io } from '../io.js';
import { writeMatrixSite } from '../matrix-site.js';
import { repeatable } from '../option-parsers.js';
import { privacyOf } from '../privacy.js';
import { parseReports, proveWritable, writeReports } from '../report-files.js';
import { readRunReport } from '../run-report.js';

const KINDS = ['html', 'markdown', 'json'] as const;

const RENDER: Readonly<Record<(typeof KINDS)[number], (matrix: Matrix) => Promise<string>>> = {
  html: async (matrix) => (await import('../../reporters/implementations/html.js')).renderMatrixHtml(matrix),
  markdown: async (matrix) =>
    (await import('../../reporters/implementations/markdown.js')).renderMatrixMarkdown(matrix),
  json: async (matrix) => `${JSON.stringify(matrix, null, 2)}\n`,
};

interface MatrixFlags extends Pick<Flags, 'config' | 'profile' | 'masks'> {
  readonly report?: readonly string[];
  readonly site?: string;
  readonly identities?: string;
}

/** `touchstone matrix A.json B.json ...`: compares runs on several implementations, or versions of one. */
export function matrixCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('matrix')
    .description('Compare the runs of several implementations: operations, laws, unspecified behaviour, times')
    .argument('<reports...>', 'the run reports; the name of a file is the name of its column')
    .option('--report <kind=file>', `write ${KINDS.join(', ')}; - is standard output (default: markdown=-)`, repeatable)
    .option('--site <folder>', 'write a site that needs no server: the page, and a result file for each implementation')
    .option('--identities <file>', 'name, version, contact and image of each column, to be published (JSON or YAML)');
  return addOptions(command, ['config', 'profile', 'masks']).action(async (files: string[], flags: MatrixFlags) => {
    if (files.length < 2) throw new UsageError('a matrix needs two run reports or more', 'Give another run report.');
    const reports = parseReports(flags.report ?? (flags.site === undefined ? ['markdown=-'] : []), io.cwd, KINDS);
    const { config } = await loadConfig(io.cwd, flags);
    const { patterns } = privacyOf(flags, config);
    await proveWritable(
      reports,
      files.map((file) => resolve(io.cwd, file)),
    );
    const names = files.map((file) => basename(file, '.json'));
    const identities = flags.identities === undefined ? {} : await readIdentities(io.cwd, flags.identities, names);
    const { maskedReport } = await import('../../reporters/masking/mask-report.js');
    const { matrixOf } = await import('../../reporters/implementations/matrix.js');
    const columns: Column[] = [];
    const fileOf = new Map<string, string>();
    for (const [at, file] of files.entries()) {
      const report = await readRunReport(io.cwd, file);
      const run = report.certificate?.digest ?? resolve(io.cwd, file);
      assertOther(fileOf.get(run), file);
      fileOf.set(run, file);
      const name = names[at] ?? file;
      const identity = Object.hasOwn(identities, name) ? identities[name] : undefined;
      // A matrix is made to be published, and observations repeat values of the target.
      const masked = maskedReport(report, { bodies: 'masked', patterns });
      columns.push({ name, report: masked, ...(identity !== undefined && { identity }) });
    }
    const matrix = matrixOf(columns);
    if (flags.site !== undefined) await writeMatrixSite(resolve(io.cwd, flags.site), matrix, columns);
    const problems = await writeReports(reports, io.stdout, (kind) => RENDER[kind](matrix));
    if (problems.length > 0) throw new UsageError(problems.join('\n'));
    done(0);
  });
}

/** Throws a UsageError for a file with the run of an earlier file: the two columns would be equal. */
function assertOther(known: string | undefined, file: string): void {
  if (known === undefined) return;
  const what = known === file ? `${file} is given twice` : `${known} and ${file} are the same run`;
  throw new UsageError(what, 'Give each run once.');
}
