import { type Command, Option } from 'commander';
import type { Area, Level } from '../contract/types.js';
import { type WireForm, wireForms } from '../contract/wire-form.js';
import { BUDGETS, type Budget } from '../engine/target/budget.js';
import { milliseconds, number, percent, repeatable, repeatableOf } from './option-parsers.js';
import { REPORT_KINDS } from './report-kinds.js';

/** The options of `touchstone check` as they were given; what was not given is absent. */
export interface CheckFlags {
  readonly baseUrl?: string;
  readonly reference?: boolean;
  readonly token?: string;
  readonly header?: readonly string[];
  readonly bind?: readonly string[];
  readonly fixture?: readonly string[];
  readonly wireForm?: WireForm;
  readonly config?: string;
  readonly operation?: readonly string[];
  readonly area?: readonly Area[];
  readonly rule?: readonly string[];
  readonly level?: Level;
  readonly strict?: boolean;
  /** In percent. */
  readonly requireDecided?: number;
  readonly requireOperation?: readonly string[];
  readonly budget?: Budget;
  readonly seed?: number;
  readonly concurrency?: number;
  readonly rps?: number;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly baseline?: string;
  readonly allowFixed?: boolean;
  readonly compare?: string;
  readonly allowWrites?: boolean;
  readonly allowDestroy?: boolean;
  readonly allowScopeAll?: boolean;
  readonly bulkScope?: string;
  /** In milliseconds. */
  readonly consistencyWindow?: number;
  /** In milliseconds. */
  readonly taskTimeout?: number;
  readonly journal?: string;
  readonly dryRun?: boolean;
  readonly report?: readonly string[];
  readonly color: boolean;
  readonly quiet?: boolean;
}

const AREAS = ['applications', 'users', 'subscriptions', 'agreements'] as const satisfies readonly Area[];
const LEVELS = ['must', 'should', 'gap'] as const satisfies readonly Level[];
export const SEED = number(0, 2 ** 32 - 1);

/** Adds the options that describe a target, under a heading of their own in the help. */
export function addTargetOptions(command: Command): Command {
  return command
    .optionsGroup('Target:')
    .option('--base-url <url>', 'the URL that the paths are relative to')
    .option('--reference', 'check the embedded reference implementation, as without any option and config file')
    .option('--token <token>', 'the bearer token; better in the environment as TOUCHSTONE_TOKEN')
    .option('--header <name: value>', 'a header of every request (repeatable)', repeatable)
    .option(
      '--bind <operation=METHOD path>',
      "another method and path: 'getUsers=GET /other/users' (repeatable)",
      repeatable,
    )
    .option('--fixture <name=value>', 'a sample id, such as insightRuleId=... (repeatable)', repeatable)
    .addOption(
      new Option('--wire-form <form>', 'how index-keyed objects are sent (default: object)').choices(wireForms),
    )
    .option('--config <file>', 'the config file (default: touchstone.config.{json,yaml,yml,ts,js,mjs} in this folder)');
}

/** Adds the options of `touchstone check`, in groups as its help shows them. */
export function addCheckOptions(command: Command): Command {
  addSelection(addTargetOptions(command))
    .addOption(new Option('--level <level>', 'the lowest level that is checked (default: gap)').choices(LEVELS))
    .option('--strict', 'fail the run for what the document does not demand too (level should)')
    .option('--require-decided <share>', 'exit 3 unless so many of the MUST checks are decided: 95%', percent)
    .option('--require-operation <glob>', 'exit 3 unless these operations are tested (repeatable)', repeatable)
    .optionsGroup('What is accepted:')
    .option('--baseline <file>', 'the accepted differences, as `touchstone baseline` writes them')
    .option('--allow-fixed', 'do not fail the run for an accepted difference that is no longer found')
    .option('--compare <file>', 'a run report from before: fail the run only for what is worse than in it');
  return addRunOptions(command)
    .optionsGroup('What is told:')
    .option(
      '--report <kind=file>',
      `write a report, where kind is one of ${REPORT_KINDS.join(', ')}; - is standard output (repeatable)`,
      repeatable,
    )
    .option('--no-color', 'no colours, as with NO_COLOR in the environment')
    .option('-q, --quiet', 'no progress and no notes, only the summary')
    .optionsGroup('Options:');
}

/** Adds the options of `touchstone survey`: those of `touchstone check` that are about more than a verdict. */
export function addSurveyOptions(command: Command): Command {
  return addRunOptions(addSelection(addTargetOptions(command)))
    .optionsGroup('What is told:')
    .option('-q, --quiet', 'no progress and no notes, only the survey')
    .optionsGroup('Options:');
}

function addSelection(command: Command): Command {
  return command
    .optionsGroup('What is checked:')
    .option('--operation <glob>', 'operations by id, such as "get*" (repeatable)', repeatable)
    .option('--area <area>', `one of ${AREAS.join(', ')} (repeatable)`, repeatableOf(AREAS))
    .option('--rule <glob>', 'rules by id, such as "paging.*" (repeatable)', repeatable);
}

function addRunOptions(command: Command): Command {
  return command
    .optionsGroup('Writes:')
    .option('--allow-writes', 'also send updates, on a few records, each of which is put back')
    .option('--allow-destroy', 'also remove the users of the fixture removableUserIds, for good')
    .option('--allow-scope-all', 'also send bulk updates of all records; they are put back')
    .option('--bulk-scope <word>', 'the scope of a bulk update of the listed records alone (default: Only)')
    .option('--consistency-window <time>', 'how long a write may take to show (default: 5s)', milliseconds)
    .option('--task-timeout <time>', 'how long a bulk update may take (default: 60s)', milliseconds)
    .option('--journal <file>', 'what undoes the writes (default: .touchstone/journal-RUN.jsonl)')
    .optionsGroup('How it runs:')
    .addOption(
      new Option(
        '--budget <budget>',
        'how much it may ask: without generated filters and sorts, with them, or with many',
      )
        .choices(BUDGETS)
        .default(undefined, 'standard'),
    )
    .option('--dry-run', 'tell how many requests it would send at most, and, by reads alone, what it would write to')
    .option('--seed <number>', 'repeat the random choices of a run', SEED)
    .option('--concurrency <number>', 'requests in flight at most (default: 10)', number(1, 1000))
    .option('--rps <number>', 'requests per second at most (default: no limit)', number(0.001, 1_000_000, false))
    .option('--timeout <time>', 'how long to wait for an answer: 30s, or milliseconds (default: 30s)', milliseconds);
}
