import { Command } from 'commander';
import { UsageError } from '../../engine/usage-error.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { addCheckOptions, type CheckFlags } from '../check-flags.js';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { dryRunText } from '../dry-run.js';
import { type Io, widthOf } from '../io.js';
import { proveWritable, type ReportFile, writeReports } from '../report-files.js';
import { runCheck } from '../run-check.js';
import { settingsOf } from '../settings.js';

const PRECEDENCE = `
An option wins over the config file, and --token over the environment. Headers, bindings, fixtures and reports are
taken from both, and the option wins where both name one. A config file holds no token, only the name of the
environment variable that does ("tokenEnv").`;

async function render(kind: ReportFile['kind'], report: RunReport): Promise<string> {
  if (kind === 'json') return (await import('../../reporters/json.js')).renderJson(report);
  return (await import('../../reporters/junit.js')).renderJunit(report);
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
        return done(0);
      }
      await proveWritable(settings.reports);
      const report = await runCheck(settings, io, flags.quiet === true);
      const problems = await writeReports(settings.reports, (kind) => render(kind, report));
      const { renderConsole } = await import('../../reporters/console.js');
      io.stdout.write(renderConsole(report, { color: wantsColor(flags.color, io), width: widthOf(io.stdout) }));
      if (problems.length > 0)
        throw new UsageError(problems.join('\n'), 'The run itself is done: its summary is above.');
      done(exitCodeOf(report));
    });
}
