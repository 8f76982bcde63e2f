import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import type { Matrix } from '../../reporters/implementations/matrix.js';
import { loadConfig } from '../config/load.js';
import { addOptions, type Flags } from '../flags.js';
import type { Io } from '../io.js';
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

interface MatrixFlags extends Pick<Flags, 'config' | 'masks'> {
  readonly report?: readonly string[];
}

/** `touchstone matrix A.json B.json ...`: compares runs on several implementations, or versions of one. */
export function matrixCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('matrix')
    .description('Compare the runs of several implementations: operations, laws, unspecified behaviour, times')
    .argument('<reports...>', 'the run reports; the name of a file is the name of its column')
    .option(
      '--report <kind=file>',
      `write ${KINDS.join(', ')}; - is standard output (default: markdown=-)`,
      repeatable,
    );
  return addOptions(command, ['config', 'masks']).action(async (files: string[], flags: MatrixFlags) => {
    if (files.length < 2) throw new UsageError('a matrix needs two run reports or more', 'Give another run report.');
    const reports = parseReports(flags.report ?? ['markdown=-'], io.cwd, KINDS);
    const { config } = await loadConfig(io.cwd, flags.config);
    const { patterns } = privacyOf(flags, config);
    await proveWritable(
      reports,
      files.map((file) => resolve(io.cwd, file)),
    );
    const { maskedReport } = await import('../../reporters/masking/mask-report.js');
    const { matrixOf } = await import('../../reporters/implementations/matrix.js');
    const columns = await Promise.all(
      files.map(async (file) => {
        const report = await readRunReport(io.cwd, file);
        // A matrix is made to be published, and observations repeat values of the target.
        return { name: basename(file, '.json'), report: maskedReport(report, { bodies: 'masked', patterns }) };
      }),
    );
    const matrix = matrixOf(columns);
    const problems = await writeReports(reports, io.stdout, (kind) => RENDER[kind](matrix));
    if (problems.length > 0) throw new UsageError(problems.join('\n'));
    done(0);
  });
}
