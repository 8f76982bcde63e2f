import { resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { REPORT_KINDS } from '../../options/choices.js';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { addOptions, type Flags } from '../flags.js';
import { type Io, widthOf } from '../io.js';
import { privacyOf } from '../privacy.js';
import { proveWritable, rendering, reportFile, writeReports } from '../report-files.js';
import { aboutReport, type ReportKind } from '../report-kinds.js';
import { readRunReport } from '../run-report.js';

type ReportFlags = Partial<Record<ReportKind, string>> &
  Pick<Flags, 'config' | 'profile' | 'bodies' | 'masks' | 'color'>;

/** `touchstone report RUN.json`: renders a run report, on the terminal or in other formats, without a request. */
export function reportCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('report')
    .description('Print the summary of a run report, or convert the report to other formats')
    .argument('<run>', 'the run report that --report json=FILE wrote');
  for (const kind of REPORT_KINDS) command.option(`--${kind} <file>`, `${aboutReport(kind)}; - is standard output`);
  return addOptions(command, ['config', 'profile', 'bodies', 'masks', 'color']).action(
    async (file: string, flags: ReportFlags) => {
      const files = REPORT_KINDS.flatMap((kind) => {
        const path = flags[kind];
        return path === undefined ? [] : [reportFile(kind, path, io.cwd)];
      });
      const run = resolve(io.cwd, file);
      const { config } = await loadConfig(io.cwd, flags);
      const privacy = privacyOf(flags, config);
      const report = await readRunReport(io.cwd, file);
      await proveWritable(files, [run]);
      const problems = await writeReports(files, io.stdout, rendering(files, report, privacy, run));
      if (problems.length > 0) throw new UsageError(problems.join('\n'));
      if (files.length === 0) {
        const { renderConsole } = await import('../../reporters/console.js');
        io.stdout.write(
          renderConsole(report, { color: wantsColor(flags.color !== false, io), width: widthOf(io.stdout) }),
        );
      }
      done(0);
    },
  );
}
