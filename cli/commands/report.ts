import { basename, resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/usage-error.js';
import type { Io } from '../io.js';
import { parseReports, proveWritable, writeReport } from '../report-files.js';
import { readRunReport } from '../run-report.js';

interface ReportFlags {
  readonly html?: string;
}

/** `touchstone report RUN.json --html FILE`: makes a report again from the run report, and asks nothing of anyone. */
export function reportCommand(io: Io, done: (code: number) => void): Command {
  return new Command('report')
    .description('make a report again from the run report, as --report json=FILE writes it')
    .argument('<run>', 'the run report')
    .option('--html <file>', 'as one HTML file, to be opened from disk')
    .action(async (file: string, { html }: ReportFlags) => {
      if (html === undefined) throw new UsageError('no report is asked for', 'Give --html FILE.');
      const reports = parseReports([`html=${html}`], io.cwd);
      if (reports.some(({ path }) => path === resolve(io.cwd, file)))
        throw new UsageError(`${file} would be overwritten by its own report`, 'Give the report a file of its own.');
      const report = await readRunReport(io.cwd, file);
      await proveWritable(reports);
      for (const one of reports) await writeReport(one, report, basename(file));
      done(0);
    });
}
