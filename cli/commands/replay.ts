import { Command, Option } from 'commander';
import { operations } from '../../contract/operations/index.js';
import { BUDGETS } from '../../engine/target/budget.js';
import { chosenBaseUrl } from '../../engine/target/chosen-base-url.js';
import { quoted } from '../../engine/target/command-words.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { suggest } from '../../engine/target/suggest.js';
import { baseUrlOf, parseBaseUrl } from '../../engine/target/target.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { checkText } from '../../reporters/check-text.js';
import { terminalText } from '../../reporters/terminal-text.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { addTargetOptions, type CheckFlags, SEED } from '../check-flags.js';
import { loadConfig } from '../config/load.js';
import type { Io } from '../io.js';
import { parseFixtures } from '../named-values.js';
import { runCheck } from '../run-check.js';
import { readRunReport } from '../run-report.js';
import { connectionOf, type Settings, settingsOf } from '../settings.js';

const CODES = { fail: 1, pass: 0 } as const;
const INCONCLUSIVE = 3;
const INTERRUPTED = 130;
const WORDS = { fail: 'STILL FAILING', pass: 'FIXED' } as const;

const HELP = `
With a run report the fixtures, the seed and the budget are those of the run, where no option says otherwise. A token and
headers are only sent to the base URL that you give: with --base-url, in the config file, or by your answer on a terminal.
Without a report they are options:
  touchstone replay getUsers/filter.grammar --seed 7 --base-url URL`;

/**
 * The target of a report, reached at the base URL that the person gives: by an option, in the config file, or by an answer
 * on a terminal, never because the report says so; `null` for the embedded reference.
 */
async function targetOf({ target }: RunReport, file: string, id: string, flags: CheckFlags, io: Io) {
  const loaded = await loadConfig(io.cwd, flags.config);
  const own = connectionOf(flags, loaded, io.env);
  if (target.embedded && own.baseUrl === undefined) return null;
  assertOwnBindings(target.bindings, own.bindings, flags);
  const baseUrl = await chosenBaseUrl({
    given: own.baseUrl,
    named: target.baseUrl,
    file,
    hasCredentials: own.token !== undefined || Object.keys(own.headers).length > 0,
    ...(io.confirm && { confirm: io.confirm }),
    command: `touchstone replay ${quoted(file)} ${quoted(id)} --base-url ${quoted(target.baseUrl)}`,
  });
  if (!target.embedded && baseUrlOf(parseBaseUrl(baseUrl)) !== target.baseUrl.replace(/\/+$/, '')) {
    io.stderr.write(
      `touchstone: ${terminalText(file)} is of ${terminalText(target.baseUrl)}; replayed on ${baseUrl}\n`,
    );
  }
  return {
    ...own,
    baseUrl,
    bindings: { ...target.bindings, ...own.bindings },
    fixtures: { ...target.fixtures, ...loaded.config.fixtures, ...parseFixtures(flags.fixture ?? []) },
    wireForm: flags.wireForm ?? target.wireForm,
  };
}

/** Where writes are allowed, what they are bound to is for the person to say: a report may be anybody's. */
function assertOwnBindings(
  ofReport: RunReport['target']['bindings'],
  own: Readonly<Record<string, string>>,
  { allowWrites = false, allowDestroy = false }: CheckFlags,
): void {
  if (!allowWrites && !allowDestroy) return;
  const writing = operations.filter(({ tier }) => tier !== undefined).map(({ id }) => id);
  const foreign = Object.keys(ofReport).find((id) => writing.includes(id) && !Object.hasOwn(own, id));
  if (foreign === undefined) return;
  throw new UsageError(
    `the run report binds ${foreign}, which writes, and a binding of a write is not taken from a report`,
    `Give it, where it is right: --bind ${quoted(`${foreign}=${ofReport[foreign]}`)}.`,
  );
}

function unknownCheck(where: string, id: string, known: readonly string[]): UsageError {
  return new UsageError(
    `${where} no check ${JSON.stringify(id)}`,
    suggest(id, known) || 'See `touchstone list rules`.',
  );
}

/** What is run again by a run report: the operation of the check, with the seed and the budget of the run. */
async function settingsOfRun(io: Io, file: string, id: string, flags: CheckFlags): Promise<Settings> {
  const report = await readRunReport(io.cwd, file);
  const ids = report.checks.map((check) => check.id);
  const known = report.checks.find((check) => check.id === id);
  if (known === undefined) throw unknownCheck(`${file} has`, id, ids);
  const wireForm = flags.wireForm ?? report.target.wireForm;
  const seed = flags.seed ?? report.seed;
  const options = {
    operations: [known.operation],
    seed,
    budget: flags.budget ?? report.selection.budget,
    ...writesOf(report, flags),
  };
  return { target: await targetOf(report, file, id, flags, io), wireForm, options, reports: [] };
}

/** What is run again by a seed: the same, for the target of the options. */
async function settingsOfSeed(io: Io, id: string, flags: CheckFlags): Promise<Settings> {
  const { operations } = await io.services.listRules();
  const ids = operations.flatMap((operation) => operation.rules.map((rule) => `${operation.id}/${rule}`));
  if (!ids.includes(id)) throw unknownCheck('there is', id, ids);
  if (flags.seed === undefined) {
    throw new UsageError('a check is replayed by a run report or by a seed', 'Give RUN.json before it, or --seed.');
  }
  const settings = settingsOf(flags, await loadConfig(io.cwd, flags.config), io);
  return { ...settings, options: { ...settings.options, operations: [id.split('/')[0] ?? ''] }, reports: [] };
}

/** What may be written: never because a report says that a run was allowed to, but as patiently as that run did. */
function writesOf({ selection }: RunReport, { allowWrites, allowDestroy, allowScopeAll }: CheckFlags): CheckOptions {
  const { bulkScope, consistencyWindowMs, taskTimeoutMs } = selection.writes ?? {};
  const given = { allowWrites, allowDestroy, allowScopeAll, bulkScope, consistencyWindowMs, taskTimeoutMs };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * `touchstone replay [RUN.json] CHECK`: asks the operation of a check again, with the seed of the run, and tells whether
 * the check still fails (exit 1), is fixed (0) or cannot be decided (3). The whole operation is asked, because some
 * rules judge what others ask for.
 */
export function replayCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('replay')
    .description('look again at a check: still failing (exit 1), fixed (0) or inconclusive (3)')
    .usage('[options] [RUN.json] CHECK')
    .argument('<run>', 'the run report, as --report json=FILE writes it; may be left out where --seed is given')
    .argument('[check]', 'the id of the check, such as getUsers/paging.total-pages');
  return addTargetOptions(command)
    .optionsGroup('How it runs:')
    .option('--seed <number>', 'the seed of the run, where there is no report of it', SEED)
    .addOption(
      new Option('--budget <budget>', 'the budget of the run, where there is no report of it').choices(BUDGETS),
    )
    .option('--allow-writes', 'send updates again, on a few records, each of which is put back')
    .option('--allow-destroy', 'remove users again, for good, as the fixtures of the run name them')
    .option('--allow-scope-all', 'send bulk updates of all records again; they are put back')
    .option('-q, --quiet', 'no progress and no notes')
    .optionsGroup('Options:')
    .addHelpText('after', HELP)
    .action(async (first: string, second: string | undefined, flags: CheckFlags) => {
      const id = second ?? first;
      const settings = await (second === undefined
        ? settingsOfSeed(io, id, flags)
        : settingsOfRun(io, first, id, flags));
      const again = await runCheck(settings, io, flags.quiet === true);
      const check = again.checks.find((one) => one.id === id);
      if (check?.outcome === 'fail') {
        io.stdout.write(`${checkText(check, new Map(again.exchanges.map((exchange) => [exchange.id, exchange])))}\n\n`);
      }
      const decided = check?.outcome === 'fail' || check?.outcome === 'pass' ? check.outcome : null;
      const why = check?.reason ?? again.verdictReason;
      io.stdout.write(decided === null ? `INCONCLUSIVE  ${id}: ${why}\n` : `${WORDS[decided]}  ${id}\n`);
      if (again.interrupted) done(INTERRUPTED);
      else done(decided === null ? INCONCLUSIVE : CODES[decided]);
    });
}
