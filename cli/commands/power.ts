import { resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { REPORT_KINDS } from '../../options/choices.js';
import { counted } from '../../reporters/numbers.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { addOptions, chosen, type Flags, keysOf } from '../flags.js';
import { type Io, widthOf } from '../io.js';
import { percentOf } from '../option-parsers.js';
import { privacyOf } from '../privacy.js';
import { parseReports, proveWritable, rendering, writeReports } from '../report-files.js';
import { runCheck } from '../run-check.js';
import { readRunReport } from '../run-report.js';
import type { Settings } from '../settings.js';
import { targetOfReport } from '../target-of-report.js';
import { wrappedHelp } from '../wrapped-help.js';

const MEASURED = 0;
const TOO_LOW_OR_NOT_MEASURED = 3;
const INTERRUPTED = 130;

const KEYS = [
  ...keysOf('Target:', 'Network:'),
  'power',
  'powerRequests',
  'requirePower',
  'concurrency',
  'rps',
  'timeoutMs',
  'reports',
  'bodies',
  'masks',
  'color',
  'quiet',
] as const;
const WORDING = {
  wireForm: { defaultText: 'that of the run report' },
  power: { help: 'how many deviations to inject', defaultText: 'all' },
  requirePower: { help: 'exit 3 if the run would notice fewer of the deviations, such as 90%' },
  quiet: { help: 'print neither progress nor notes' },
};

const HELP = `
A run report does not contain all responses of its run, so the reads of the run are sent again: the same operations and
rules, with the same seed and budget. Nothing is written. The reports are those of this run.

The token and headers are only sent to a base URL that you confirm: with --base-url, in the config file, or at a prompt
in the terminal.`;

/** The settings of the reads of a run, with the same seed and selection, and with its power to be measured. */
async function settingsOf(report: RunReport, file: string, flags: Flags, io: Io): Promise<Settings> {
  const loaded = await loadConfig(io.cwd, flags);
  const { operations, areas, rules, exclude = [], level, budget, maxRequests } = report.selection;
  const requirePower = flags.requirePower ?? percentOf(loaded.config.requirePower);
  const target = await targetOfReport(report, {
    file,
    command: ['power', file],
    doing: 'measuring',
    flags,
    loaded,
    io,
  });
  return {
    target,
    wireForm: flags.wireForm ?? report.target.wireForm,
    options: {
      ...(operations.length > 0 && { operations }),
      ...(areas.length > 0 && { areas }),
      ...(rules.length > 0 && { rules }),
      ...(exclude.length > 0 && { exclude }),
      ...(maxRequests !== undefined && { maxRequests }),
      level,
      budget,
      seed: report.seed,
      // The embedded reference allows writes by default.
      allowWrites: false,
      allowDestroy: false,
      allowScopeAll: false,
      power: flags.power ?? 'all',
      ...(requirePower !== undefined && { requirePower }),
      ...chosen(['powerRequests', 'concurrency', 'rps', 'timeoutMs', 'waitMs'], flags, loaded.config),
    },
    reports: parseReports(flags.reports ?? [], io.cwd, REPORT_KINDS),
    privacy: privacyOf(flags, loaded.config),
    withoutEffect: [],
    allowFixed: false,
  };
}

/** The number of checks that both runs ran and that have another outcome now. */
function changedOutcomes(before: RunReport, after: RunReport): number {
  const then = new Map(before.checks.map(({ id, outcome }) => [id, outcome]));
  return after.checks.filter(
    ({ id, outcome }) => outcome !== 'excluded' && ![outcome, 'excluded', undefined].includes(then.get(id)),
  ).length;
}

/** `touchstone power RUN.json`: sends the reads of a run again, and reports which deviations it would notice. */
export function powerCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('power')
    .description('Measure which deviations an earlier run would notice (exit 3 if fewer than required)')
    .argument('<run>', 'the run report that --report json=FILE wrote');
  return addOptions(command, KEYS, WORDING)
    .addHelpText('after', () => wrappedHelp(HELP, io))
    .action(async (file: string, flags: Flags) => {
      const before = await readRunReport(io.cwd, file);
      const settings = await settingsOf(before, file, flags, io);
      await proveWritable(settings.reports, [resolve(io.cwd, file)]);
      const report = await runCheck(settings, io, flags.quiet === true);
      const problems = await writeReports(
        settings.reports,
        io.stdout,
        rendering(settings.reports, report, settings.privacy),
      );
      const { renderPower } = await import('../../reporters/console/power.js');
      io.stdout.write(renderPower(report, wantsColor(flags.color !== false, io), widthOf(io.stdout)));
      if (report.incomplete !== undefined)
        io.stdout.write(`INCOMPLETE  ${terminalText(report.incomplete.reason, 500)}\n`);
      const changed = changedOutcomes(before, report);
      if (changed > 0 && flags.quiet !== true)
        io.stderr.write(
          `touchstone: ${counted(changed, 'check')} ended otherwise than in ${terminalText(file)}: this is the power of the new run\n`,
        );
      if (problems.length > 0) throw new UsageError(problems.join('\n'), 'The power is printed above.');
      done(exitCodeOf(report));
    });
}

/** An incomplete run has a power that is too low, or the power of a part of the earlier run alone. */
function exitCodeOf({ interrupted, power, incomplete }: RunReport): number {
  if (interrupted) return INTERRUPTED;
  return power === undefined || incomplete !== undefined ? TOO_LOW_OR_NOT_MEASURED : MEASURED;
}
