import { Command } from 'commander';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { addOptions, type Flags, keysOf } from '../flags.js';
import { type Io, widthOf } from '../io.js';
import { runCheck } from '../run-check.js';
import { settingsOf } from '../settings.js';
import { wrappedHelp } from '../wrapped-help.js';
import { dryRun } from './dry-run.js';

const AFTER = `
Exit codes: 0 something was observed, 2 invalid usage or config, 3 nothing was observed, the survey is incomplete, or
a record is not restored; 130 interrupted. A deviation from the document does not change the exit code.`;

const INCONCLUSIVE = 3;
const INTERRUPTED = 130;

/** `touchstone survey`: prints how a target behaves where the document does not specify it, without a verdict. */
export function surveyCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('survey').description(
    'Print how a target behaves where the document does not specify it',
  );
  const own = keysOf('Target:', 'Network:', 'Selection:', 'Writes:', 'Run:').filter((key) => key !== 'level');
  const keys = [...own, 'quiet'] as const;
  const wording = { quiet: { help: 'print the survey only, without progress and notes' } };
  addOptions(command, keys, wording).addHelpText('after', () => wrappedHelp(AFTER, io));
  return command.action(async (flags: Flags) => {
    const settings = settingsOf(flags, await loadConfig(io.cwd, flags), io);
    const gaps = (await io.services.listRules()).rules.filter(({ level }) => level === 'gap').map(({ id }) => id);
    const { allowWrites, budget = allowWrites === true ? 'thorough' : undefined } = settings.options;
    const options = {
      ...settings.options,
      // Concurrent clients are part of a survey with writes, and of the largest budget alone.
      ...(budget !== undefined && { budget }),
      rules: flags.rules ?? gaps,
      level: 'gap' as const,
    };
    if (flags.dryRun === true) return done(await dryRun({ ...settings, options }, io, flags.quiet === true));
    const report = await runCheck({ ...settings, options }, io, flags.quiet === true);
    const { renderSurvey } = await import('../../reporters/survey.js');
    const { hasLeftRecords, renderLeftRecords } = await import('../../reporters/left-records.js');
    const page = { color: wantsColor(true, io), width: widthOf(io.stdout) };
    io.stdout.write(`${renderLeftRecords(report, page)}${renderSurvey(report)}`);
    const isComplete = report.observations.length > 0 && report.incomplete === undefined && !hasLeftRecords(report);
    if (report.interrupted) done(INTERRUPTED);
    else done(isComplete ? 0 : INCONCLUSIVE);
  });
}
