import { Command } from 'commander';
import { UsageError } from '../../engine/usage-error.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { addCheckOptions, type CheckFlags } from '../check-flags.js';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { dryRunText } from '../dry-run.js';
import { systemProblem } from '../errors.js';
import { type Io, widthOf } from '../io.js';
import { proveWritable, type ReportFile, writeReport } from '../report-files.js';
import { runCheck } from '../run-check.js';
import { settingsOf } from '../settings.js';
import { listWrites } from './dry-run.js';

const PRECEDENCE = `
An option wins over the config file, and --token over the environment. Headers, bindings, fixtures and reports are
taken from both, and the option wins where both name one. A config file holds no token, only the name of the
environment variable that does ("tokenEnv").`;

/** Writes what can be written; gives the problems of what cannot. */
async function writeReports(reports: readonly ReportFile[], report: RunReport): Promise<string[]> {
  const problems: string[] = [];
  for (const file of reports) {
    await writeReport(file, report).catch((error: unknown) => {
      problems.push(`the ${file.kind} report could not be written to ${file.path}: ${systemProblem(error)}`);
    });
  }
  return problems;
}

/** `touchstone check`: asks a target, tells what came of it, writes the reports; `done` takes the exit code. */
export function checkCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('check').description('check a target against the interface document');
  return addCheckOptions(command)
    .addHelpText('after', PRECEDENCE)
    .action(async (flags: CheckFlags) => {
      const settings = settingsOf(flags, await loadConfig(io.cwd, flags.config), io);
      if (flags.dryRun === true) {
        io.stdout.write(dryRunText(await io.services.estimate(settings.options)));
        return done(await listWrites(settings, io, flags.quiet === true));
      }
      await proveWritable(settings.reports);
      const report = await runCheck(settings, io, flags.quiet === true);
      const problems = await writeReports(settings.reports, report);
      const { renderConsole } = await import('../../reporters/console.js');
      io.stdout.write(renderConsole(report, { color: wantsColor(flags.color, io), width: widthOf(io.stdout) }));
      if (problems.length > 0)
        throw new UsageError(problems.join('\n'), 'The run itself is done: its summary is above.');
      done(exitCodeOf(report));
    });
}
