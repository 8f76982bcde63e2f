import { type Command, Option } from 'commander';
import type { Area, Level } from '../contract/types.js';
import { type WireForm, wireForms } from '../contract/wire-form.js';
import { BUDGETS, type Budget } from '../engine/target/budget.js';
import { milliseconds, number, percent, repeatable, repeatableOf } from './option-parsers.js';
import { REPORT_KINDS } from './report-kinds.js';

/** The parsed options of `touchstone check`; an option that was not given is absent. */
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

/** Adds the options that describe a target, under their own heading in the help. */
export function addTargetOptions(command: Command): Command {
  return command
    .optionsGroup('Target:')
    .option('--base-url <url>', 'the URL that all paths are relative to')
    .option('--reference', 'check the embedded reference implementation')
    .option('--token <token>', 'the bearer token; prefer the environment variable TOUCHSTONE_TOKEN')
    .option('--header <name: value>', 'send this header with every request (repeatable)', repeatable)
    .option(
      '--bind <operation=METHOD path>',
      "use another method and path: 'getUsers=GET /other/users' (repeatable)",
      repeatable,
    )
    .option('--fixture <name=value>', 'a sample id, such as insightRuleId=ID (repeatable)', repeatable)
    .addOption(
      new Option('--wire-form <form>', 'the wire form of index-keyed objects (default: object)').choices(wireForms),
    )
    .option('--config <file>', 'the config file (default: touchstone.config.{json,yaml,yml,ts,js,mjs} in this folder)');
}

/** Adds the options of `touchstone check`, in the groups that its help shows. */
export function addCheckOptions(command: Command): Command {
  addSelection(addTargetOptions(command))
    .addOption(new Option('--level <level>', 'the lowest level to check (default: gap)').choices(LEVELS))
    .option('--strict', 'fail the run on warnings too (level should)')
    .option('--require-decided <share>', 'exit 3 if fewer of the MUST checks are conclusive, such as 95%', percent)
    .option('--require-operation <glob>', 'exit 3 unless these operations are tested (repeatable)', repeatable)
    .optionsGroup('Accepted differences:')
    .option('--baseline <file>', 'the accepted differences, from `touchstone baseline`')
    .option('--allow-fixed', 'do not fail the run if an accepted difference is no longer found')
    .option('--compare <file>', 'an earlier run report: fail the run only for what is worse than in it');
  return addRunOptions(command)
    .optionsGroup('Output:')
    .option(
      '--report <kind=file>',
      `write a report; kind is one of ${REPORT_KINDS.join(', ')}; - is standard output (repeatable)`,
      repeatable,
    )
    .option('--no-color', 'disable colours, as NO_COLOR in the environment does')
    .option('-q, --quiet', 'print the summary only, without progress and notes')
    .optionsGroup('Options:');
}

/** Adds the options of `touchstone survey`: those of `touchstone check` that do not concern the verdict. */
export function addSurveyOptions(command: Command): Command {
  return addRunOptions(addSelection(addTargetOptions(command)))
    .optionsGroup('Output:')
    .option('-q, --quiet', 'print the survey only, without progress and notes')
    .optionsGroup('Options:');
}

function addSelection(command: Command): Command {
  return command
    .optionsGroup('Selection:')
    .option('--operation <glob>', 'check these operations, by id, such as "get*" (repeatable)', repeatable)
    .option('--area <area>', `check this area: ${AREAS.join(', ')} (repeatable)`, repeatableOf(AREAS))
    .option('--rule <glob>', 'check these rules, by id, such as "paging.*" (repeatable)', repeatable);
}

function addRunOptions(command: Command): Command {
  return command
    .optionsGroup('Writes:')
    .option('--allow-writes', 'also send updates to a few records, and restore the records')
    .option('--allow-destroy', 'also remove the users of the fixture removableUserIds, permanently')
    .option('--allow-scope-all', 'also send bulk updates of all records, and restore the records')
    .option('--bulk-scope <word>', 'the scope that limits a bulk update to the listed records (default: Only)')
    .option('--consistency-window <time>', 'how long a write may take to become visible (default: 5s)', milliseconds)
    .option('--task-timeout <time>', 'how long a bulk update may take (default: 60s)', milliseconds)
    .option('--journal <file>', 'the file for `touchstone undo` (default: .touchstone/journal-RUN.jsonl)')
    .optionsGroup('Run:')
    .addOption(
      new Option('--budget <budget>', 'how many requests to send: no generated filters and sorts, some, or many')
        .choices(BUDGETS)
        .default(undefined, 'standard'),
    )
    .option('--dry-run', 'print the maximum number of requests; with writes allowed, also list the records to write to')
    .option('--seed <number>', 'the random seed; the same seed sends the same requests', SEED)
    .option('--concurrency <number>', 'maximum number of requests in flight (default: 10)', number(1, 1000))
    .option(
      '--rps <number>',
      'maximum number of requests per second (default: no limit)',
      number(0.001, 1_000_000, false),
    )
    .option(
      '--timeout <time>',
      'how long to wait for a response, such as 30s or 500 (milliseconds) (default: 30s)',
      milliseconds,
    );
}
