import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { CheckOptions } from '../../engine/target/options.js';
import { suggest } from '../../engine/target/suggest.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { counts } from '../../reporters/outcomes.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { loadConfig } from '../config/load.js';
import { addOptions, chosen, defined, type Flags, keysOf } from '../flags.js';
import type { Io } from '../io.js';
import { privacyOf } from '../privacy.js';
import { failuresOf } from '../replay/failures-of.js';
import { INCONCLUSIVE, PASSED, printAgain, SHOWN } from '../replay/print-again.js';
import { runCheck } from '../run-check.js';
import { readRunReport } from '../run-report.js';
import { journalOf, type Settings, settingsOf } from '../settings.js';
import { targetOfReport } from '../target-of-report.js';
import { withoutEffect } from '../without-effect.js';
import { wrappedHelp } from '../wrapped-help.js';

const KEYS = [
  ...keysOf('Target:', 'Network:', 'Writes:'),
  'seed',
  'budget',
  'concurrency',
  'rps',
  'timeoutMs',
  'quiet',
] as const;
const OF_RUN = 'that of the run report';
const WORDING = {
  wireForm: { defaultText: OF_RUN },
  seed: { defaultText: OF_RUN },
  budget: { defaultText: OF_RUN },
  bulkScope: { defaultText: OF_RUN },
  consistencyWindowMs: { defaultText: OF_RUN },
  taskTimeoutMs: { defaultText: OF_RUN },
  allowWrites: { help: 'send updates to a few records again, and restore the records' },
  allowDestroy: { help: 'permanently remove the users that the fixtures of the run name' },
  allowScopeAll: { help: 'send bulk updates of all records again, and restore those that the credential can list' },
  quiet: { help: 'print neither progress nor notes' },
};

const HELP = `
With a run report, the fixtures, the seed and the budget default to those of the run. The token and headers are only
sent to a base URL that you confirm: with --base-url, in the config file, or at a prompt in the terminal.

Without a run report, give them as options:
  touchstone replay getUsers/filter.grammar --seed 7 --base-url URL`;

/** The settings of a replay from a run report: the operations of the checks, with the seed and the budget of the run. */
async function settingsOfRun(
  io: Io,
  { file, report, ids }: { readonly file: string; readonly report: RunReport; readonly ids: readonly string[] },
  flags: Flags,
): Promise<Settings> {
  const known = ids.map((id) => report.checks.find((check) => check.id === id));
  const missing = ids.find((_id, index) => known[index] === undefined);
  if (missing !== undefined) {
    const ids = report.checks.map(({ id }) => id);
    throw new UsageError(
      `${file} has no check ${JSON.stringify(missing)}`,
      suggest(missing, ids) || 'See `touchstone list rules`.',
    );
  }
  const loaded = await loadConfig(io.cwd, flags);
  const wireForm = flags.wireForm ?? report.target.wireForm;
  const seed = flags.seed ?? report.seed;
  const options = {
    operations: [...new Set(known.flatMap((check) => check?.operation ?? []))],
    seed,
    budget: flags.budget ?? report.selection.budget,
    ...(report.selection.maxRequests !== undefined && { maxRequests: report.selection.maxRequests }),
    ...writesOf(report, flags),
    ...chosen(['concurrency', 'rps', 'timeoutMs', 'waitMs'], flags, loaded.config),
    ...defined({ journal: journalOf(flags, loaded, io.cwd) }),
  };
  const target = await targetOfReport(report, {
    file,
    command: ['replay', file, ...(ids.length === 1 ? ids : [])],
    doing: 'replaying',
    flags,
    loaded,
    io,
  });
  return {
    target,
    wireForm,
    options,
    reports: [],
    privacy: privacyOf({}),
    allowFixed: false,
    withoutEffect: withoutEffect(flags, { target, options, reports: [] }),
  };
}

/** The settings of a replay from a seed: the same, for the target that the options name. */
async function settingsOfSeed(io: Io, id: string, flags: Flags): Promise<Settings> {
  const { operations } = await io.services.listRules();
  const ids = operations.flatMap((operation) => operation.rules.map((rule) => `${operation.id}/${rule}`));
  if (!ids.includes(id)) {
    throw new UsageError(
      `there is no file and no check ${JSON.stringify(id)}`,
      suggest(id, ids) || 'Give the run report that --report json=FILE wrote, or a check: see `touchstone list rules`.',
    );
  }
  if (flags.seed === undefined) {
    throw new UsageError('replay needs a run report or a seed', 'Give RUN.json before the check, or --seed NUMBER.');
  }
  const settings = settingsOf(flags, await loadConfig(io.cwd, flags), io);
  return { ...settings, options: { ...settings.options, operations: [id.split('/')[0] ?? ''] }, reports: [] };
}

/** The write options. Permission to write comes from the flags only; the time limits default to those of the run. */
function writesOf({ selection }: RunReport, flags: Flags): CheckOptions {
  const { bulkScope, consistencyWindowMs, taskTimeoutMs } = selection.writes ?? {};
  return {
    ...chosen(['allowWrites', 'allowDestroy', 'allowScopeAll'], flags, {}),
    ...chosen(['bulkScope', 'consistencyWindowMs', 'taskTimeoutMs'], flags, {
      bulkScope,
      consistencyWindowMs,
      taskTimeoutMs,
    }),
  };
}

/** What to replay: checks of a run report, or one check from a seed. */
interface Wanted {
  readonly ids: readonly string[];
  /** The run report; `null` for a check from a seed. */
  readonly before: RunReport | null;
  readonly settings: Settings;
}

/** A file alone stands for all of its checks whose failure counts, in which case there may be nothing to replay. */
async function wantedOf(io: Io, first: string, second: string | undefined, flags: Flags): Promise<Wanted | RunReport> {
  if (second === undefined && !existsSync(resolve(io.cwd, first))) {
    return { ids: [first], before: null, settings: await settingsOfSeed(io, first, flags) };
  }
  const report = await readRunReport(io.cwd, first);
  const failed = report.checks.filter((check) => counts(check, report)).map(({ id }) => id);
  const ids = second === undefined ? failed : [second];
  if (ids.length === 0) return report;
  return { ids, before: report, settings: await settingsOfRun(io, { file: first, report, ids }, flags) };
}

/** Prints why there is nothing to replay; returns the exit code, which is no success for a run without a result. */
function printNothing(file: string, { verdict, verdictReason, interrupted }: RunReport, io: Io): number {
  if (verdict === 'conforms' || verdict === 'does-not-conform') {
    io.stdout.write(`no check of ${terminalText(file)} failed, so there is nothing to replay\n`);
    return PASSED;
  }
  const state = interrupted ? 'the run was interrupted' : `the run is ${verdict}`;
  const why = verdictReason.includes(state) ? verdictReason : `${state}: ${verdictReason}`;
  io.stdout.write(`INCONCLUSIVE  no check of ${terminalText(file)} failed, but ${terminalText(why, SHOWN)}\n`);
  return INCONCLUSIVE;
}

/**
 * `touchstone replay [RUN.json] [CHECK]`: re-runs the operation of a check with the seed of the run, and prints whether the
 * check fails (exit 1), passes (0) or is inconclusive (3); without a check, all whose failure counts. The whole operation
 * runs, because some rules judge the responses to requests of other rules.
 */
export function replayCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('replay')
    .description('Re-run the failed checks of a run, or one check: failing (exit 1), passing (0) or inconclusive (3)')
    .usage('[options] [RUN.json] [CHECK]')
    .argument('<run>', 'the run report that --report json=FILE wrote; optional with --seed and a check')
    .argument(
      '[check]',
      'the id of the check, such as getUsers/paging.total-pages (default: all whose failure counts)',
    );
  return addOptions(command, KEYS, WORDING)
    .addHelpText('after', () => wrappedHelp(HELP, io))
    .action(async (first: string, second: string | undefined, flags: Flags) => {
      const wanted = await wantedOf(io, first, second, flags);
      if (!('ids' in wanted)) return done(printNothing(first, wanted, io));
      const again = await runCheck(wanted.settings, io, flags.quiet === true, { counted: failuresOf(wanted.ids) });
      done(printAgain(wanted, again, io));
    });
}
