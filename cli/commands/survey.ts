import { Command } from 'commander';
import { addSurveyOptions, type CheckFlags } from '../check-flags.js';
import { loadConfig } from '../config/load.js';
import type { Io } from '../io.js';
import { runCheck } from '../run-check.js';
import { settingsOf } from '../settings.js';
import { dryRun } from './dry-run.js';

const INCONCLUSIVE = 3;
const INTERRUPTED = 130;

/** `touchstone survey`: prints how a target behaves where the document does not specify it, without a verdict. */
export function surveyCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('survey').description(
    'Print how a target behaves where the document does not specify it',
  );
  return addSurveyOptions(command).action(async (flags: CheckFlags) => {
    const settings = settingsOf(flags, await loadConfig(io.cwd, flags.config), io);
    const gaps = (await io.services.listRules()).rules.filter(({ level }) => level === 'gap').map(({ id }) => id);
    const options = { ...settings.options, rules: flags.rule ?? gaps, level: 'gap' as const };
    if (flags.dryRun === true) return done(await dryRun({ ...settings, options }, io, flags.quiet === true));
    const report = await runCheck({ ...settings, options }, io, flags.quiet === true);
    const { renderSurvey } = await import('../../reporters/survey.js');
    io.stdout.write(renderSurvey(report));
    if (report.interrupted) done(INTERRUPTED);
    else done(report.observations.length > 0 && report.incomplete === undefined ? 0 : INCONCLUSIVE);
  });
}
