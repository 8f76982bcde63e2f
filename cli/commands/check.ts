import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { OPTION_KEYS } from '../../options/declared.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import { acceptedDifferences } from '../baseline/accepted-differences.js';
import { wantsColor } from '../color.js';
import { compareWith } from '../compare-with.js';
import { loadConfig } from '../config/load.js';
import { addOptions, type Flags } from '../flags.js';
import { appendHistory, proveHistory } from '../history/history-files.js';
import { INTERRUPTED, throughInterrupt } from '../interrupt.js';
import { type Io, widthOf } from '../io.js';
import { proveWritable, rendering, writeReports } from '../report-files.js';
import { runCheck } from '../run-check.js';
import { readRunReport } from '../run-report.js';
import { settingsOf } from '../settings.js';
import { shardOptions } from '../shards/shard-options.js';
import { writeStepSummary } from '../step-summary.js';
import { wrappedHelp } from '../wrapped-help.js';
import { dryRun } from './dry-run.js';

const PRECEDENCE = `
Options override the config file, and --token overrides the environment. Headers, bindings, fixtures and reports are
merged by name, and the option wins. A config file contains no token, only the name of the environment variable that
holds it ("tokenEnv").`;

/** `touchstone check`: runs the checks, prints the summary and writes the reports; `done` receives the exit code. */
export function checkCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('check').description('Check an implementation against the interface document');
  return addOptions(command, OPTION_KEYS)
    .addHelpText('after', () => wrappedHelp(PRECEDENCE, io))
    .action(async (flags: Flags) => {
      const configured = settingsOf(flags, await loadConfig(io.cwd, flags), io);
      const bail = flags.bail === undefined ? {} : { bail: flags.bail };
      const settings = {
        ...configured,
        options: { ...configured.options, ...bail, ...(await shardOptions(flags, io)) },
      };
      if (flags.dryRun === true) return done(await dryRun(settings, io, flags.quiet === true));
      const before = flags.compare === undefined ? null : await readRunReport(io.cwd, flags.compare);
      const options = {
        // The same seed sends the same requests, so every difference comes from the target.
        ...(await acceptedDifferences(settings, io)),
        ...(before !== null && { seed: before.seed }),
        ...settings.options,
        ...(settings.history !== undefined && { dataDigests: true }),
      };
      await proveWritable(settings.reports);
      await proveHistory(settings.history);
      const lines = flags.verbose === true ? 'all' : 'failures';
      const report = await runCheck({ ...settings, options }, io, flags.quiet === true, { lines });
      const compared =
        before === null || flags.compare === undefined ? undefined : await compareWith(flags.compare, before, report);
      const problems: string[] = [];
      const isInterrupted = await throughInterrupt(io, async () => {
        const render = rendering(settings.reports, report, settings.privacy, undefined, compared);
        problems.push(...(await writeReports(settings.reports, io.stdout, render)));
        await writeStepSummary(report, settings.privacy, io, compared);
        if (settings.history !== undefined && report.shard === undefined)
          problems.push(...(await appendHistory(settings.history, report)));
      });
      const { renderConsole } = await import('../../reporters/console.js');
      const exitCode = isInterrupted ? INTERRUPTED : (compared?.exitCode ?? exitCodeOf(report));
      io.stdout.write(
        renderConsole(report, { color: wantsColor(flags.color !== false, io), width: widthOf(io.stdout), exitCode }),
      );
      if (compared !== undefined) io.stdout.write(`\nCompared with ${compared.file}:\n\n${compared.text}`);
      if (problems.length > 0) throw new UsageError(problems.join('\n'), 'The run is complete: see the summary above.');
      done(exitCode);
    });
}
