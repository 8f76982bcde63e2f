import { Command } from 'commander';
import type { CheckOptions, TargetOptions } from '../../engine/options.js';
import { suggest } from '../../engine/suggest.js';
import { UsageError } from '../../engine/usage-error.js';
import { checkText } from '../../reporters/check-text.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import type { Io } from '../io.js';
import { parseHeaders } from '../named-values.js';
import { repeatable } from '../option-parsers.js';
import { runCheck } from '../run-check.js';
import { readRunReport } from '../run-report.js';

interface ReplayFlags {
  readonly token?: string;
  readonly header?: readonly string[];
  readonly quiet?: boolean;
  readonly allowWrites?: boolean;
  readonly allowDestroy?: boolean;
  readonly allowScopeAll?: boolean;
}

const CODES = { fail: 1, pass: 0 } as const;
const UNDECIDED = 3;
const INTERRUPTED = 130;
const WORDS = { fail: 'STILL FAILING', pass: 'FIXED' } as const;

/** The target of a report, with the secrets that a report does not hold; `null` for the embedded reference. */
function targetOf({ target }: RunReport, flags: ReplayFlags, env: Io['env']): TargetOptions | null {
  if (target.embedded) return null;
  const token = flags.token ?? env.TOUCHSTONE_TOKEN;
  const { baseUrl, bindings, fixtures, wireForm } = target;
  const headers = parseHeaders(flags.header ?? []);
  return { baseUrl, bindings, fixtures, wireForm, headers, ...(token ? { token } : {}) };
}

/** What may be written: never because a report says that a run was allowed to, but as patiently as that run did. */
function writesOf({ selection }: RunReport, { allowWrites, allowDestroy, allowScopeAll }: ReplayFlags): CheckOptions {
  const { bulkScope, consistencyWindowMs, taskTimeoutMs } = selection.writes ?? {};
  const given = { allowWrites, allowDestroy, allowScopeAll, bulkScope, consistencyWindowMs, taskTimeoutMs };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * `touchstone replay RUN.json CHECK`: asks the operation of a check again, with the seed of the run, and tells whether
 * the check still fails (exit 1), is fixed (0) or cannot be decided (3). The whole operation is asked, because some
 * rules judge what others ask for.
 */
export function replayCommand(io: Io, done: (code: number) => void): Command {
  return new Command('replay')
    .description('look again at a check of a run: still failing (exit 1), fixed (0) or undecided (3)')
    .argument('<run>', 'the run report, as --report json=FILE writes it')
    .argument('<check>', 'the id of the check, such as getUsers/paging.total-pages')
    .option('--token <token>', 'the bearer token; better in the environment as TOUCHSTONE_TOKEN')
    .option('--header <name: value>', 'a header of every request, since a report holds none (repeatable)', repeatable)
    .option('--allow-writes', 'send updates again, on a few records, each of which is put back')
    .option('--allow-destroy', 'remove users again, for good, as the fixtures of the run name them')
    .option('--allow-scope-all', 'send bulk updates of all records again; they are put back')
    .option('-q, --quiet', 'no progress and no notes')
    .action(async (file: string, id: string, flags: ReplayFlags) => {
      const report = await readRunReport(io.cwd, file);
      const known = report.checks.find((check) => check.id === id);
      if (known === undefined) {
        const hint = suggest(
          id,
          report.checks.map((check) => check.id),
        );
        throw new UsageError(`${file} has no check ${JSON.stringify(id)}`, hint || 'See `touchstone list rules`.');
      }
      const { wireForm } = report.target;
      const options = { operations: [known.operation], seed: report.seed, ...writesOf(report, flags) };
      const settings = { target: targetOf(report, flags, io.env), wireForm, options, reports: [] };
      const again = await runCheck(settings, io, flags.quiet === true);
      const check = again.checks.find((one) => one.id === id);
      if (check?.outcome === 'fail') {
        io.stdout.write(`${checkText(check, new Map(again.exchanges.map((exchange) => [exchange.id, exchange])))}\n\n`);
      }
      const decided = check?.outcome === 'fail' || check?.outcome === 'pass' ? check.outcome : null;
      const why = check?.reason ?? again.verdictReason;
      io.stdout.write(decided === null ? `UNDECIDED  ${id}: ${why}\n` : `${WORDS[decided]}  ${id}\n`);
      if (again.interrupted) done(INTERRUPTED);
      else done(decided === null ? UNDECIDED : CODES[decided]);
    });
}
