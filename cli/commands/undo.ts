import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { JOURNALS, journalsIn } from '../../engine/writes/journal-folder.js';
import type { CheckFlags } from '../check-flags.js';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { reportError } from '../errors.js';
import { INTERRUPTED } from '../interrupt.js';
import { type Io, widthOf } from '../io.js';
import { milliseconds, number, repeatable } from '../option-parsers.js';
import { connectionOf } from '../settings.js';

interface UndoFlags
  extends Pick<
    CheckFlags,
    'baseUrl' | 'token' | 'header' | 'bind' | 'config' | 'bulkScope' | 'consistencyWindow' | 'taskTimeout' | 'rps'
  > {
  readonly forceRecord?: readonly string[];
  readonly timeout?: number;
  readonly color: boolean;
}

const LEFT = 3;

const HELP = `
The token and headers are only sent to a base URL that you confirm: with --base-url, in the config file, or at a prompt
in the terminal. It must be the base URL of the run. The journal is removed once every record is restored.

Exit codes: 0 all records are restored, 2 the file is not a journal, is in use, or belongs to another target, 3 some
records are not restored, 130 interrupted.`;

/**
 * `touchstone undo [JOURNAL]`: restores the records that an interrupted run changed, from its journal, or from all
 * journals in this folder. `done` receives the exit code: 0 if all records are restored, 3 if some are not, 2 if a
 * journal was refused.
 */
export function undoCommand(io: Io, done: (code: number) => void): Command {
  return new Command('undo')
    .description('Restore the records that an interrupted run changed')
    .argument('[journal]', `the journal (default: all journals in ${JOURNALS}/)`)
    .optionsGroup('Target:')
    .option('--base-url <url>', 'the base URL of the run; credentials are not sent without it')
    .option('--token <token>', 'the bearer token; prefer the environment variable TOUCHSTONE_TOKEN')
    .option(
      '--header <name: value>',
      'send this header with every request; journals store no headers (repeatable)',
      repeatable,
    )
    .option(
      '--bind <operation=METHOD path>',
      'a binding of the run; journals store no bindings (repeatable)',
      repeatable,
    )
    .option('--bulk-scope <word>', 'the bulk scope of the run (default: Only)')
    .option('--config <file>', 'the config file (default: touchstone.config.{json,yaml,yml,ts,js,mjs} in this folder)')
    .optionsGroup('Options:')
    .option(
      '--force-record <id>',
      'restore this record even if another client may have changed it (repeatable)',
      repeatable,
    )
    .option(
      '--consistency-window <time>',
      'how long a write may take to become visible (default: as in the run)',
      milliseconds,
    )
    .option('--task-timeout <time>', 'how long a bulk update may take (default: as in the run)', milliseconds)
    .option(
      '--rps <number>',
      'maximum number of requests per second (default: no limit)',
      number(0.001, 1_000_000, false),
    )
    .option(
      '--timeout <time>',
      'how long to wait for a response, such as 30s or 500 (milliseconds) (default: 30s)',
      milliseconds,
    )
    .option('--no-color', 'disable colours, as NO_COLOR in the environment does')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: UndoFlags) => {
      if (file === undefined && flags.forceRecord !== undefined) {
        throw new UsageError(
          '--force-record needs a journal',
          'Name the journal: touchstone undo FILE --force-record ID.',
        );
      }
      const files = file === undefined ? await journalsIn(resolve(io.cwd, JOURNALS)) : [resolve(io.cwd, file)];
      if (files.length === 0) io.stdout.write(`Nothing to undo: ${JOURNALS}/ contains no journal.\n`);
      else done(await undoAll(files, file !== undefined, await optionsOf(flags, io), flags, io));
    });
}

type UndoOptions = NonNullable<Parameters<Io['services']['undo']>[1]>;

async function optionsOf(flags: UndoFlags, io: Io): Promise<UndoOptions> {
  const loaded = await loadConfig(io.cwd, flags.config);
  const given = {
    ...connectionOf(flags, loaded, io.env),
    force: flags.forceRecord,
    bulkScope: flags.bulkScope ?? loaded.config.bulkScope,
    consistencyWindowMs: flags.consistencyWindow,
    taskTimeoutMs: flags.taskTimeout,
    rps: flags.rps,
    timeoutMs: flags.timeout,
    confirm: io.confirm,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Undoes journals one by one. A journal that is refused does not stop the others. */
async function undoAll(
  files: readonly string[],
  isNamed: boolean,
  options: UndoOptions,
  flags: UndoFlags,
  io: Io,
): Promise<number> {
  const { renderUndone } = await import('../../reporters/undone.js');
  const page = { color: wantsColor(flags.color, io), width: widthOf(io.stdout) };
  const codes: number[] = [];
  const stop = io.onInterrupt(() => {
    io.stderr.write(
      'touchstone: interrupted: records that are not restored yet stay in the journal; run the command again\n',
    );
    io.exit(INTERRUPTED);
  });
  try {
    for (const journal of files) {
      try {
        const undone = await io.services.undo(journal, options);
        io.stdout.write(renderUndone(undone, relative(io.cwd, journal), page));
        codes.push(undone.left.length > 0 ? LEFT : 0);
      } catch (error) {
        // A run that is still going removes its journal at its end. If no file was named, there is then nothing to undo.
        if (isNamed || existsSync(journal)) codes.push(reportError(error, io));
      }
    }
  } finally {
    stop();
  }
  // A refused journal needs another command, so its exit code wins over that of a journal with unrestored records.
  return codes.find((code) => code !== 0 && code !== LEFT) ?? Math.max(0, ...codes);
}
