import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { JOURNALS, journalsIn } from '../../engine/writes/journal-folder.js';
import type { CheckFlags } from '../check-flags.js';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { tellError } from '../errors.js';
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
A token and headers are only sent to the base URL that you give: with --base-url, in the config file, or by your answer
on a terminal. It has to be that of the run. The journal is removed once every record is as it was; otherwise it stays.

Exit codes: 0 every record is as it was, 2 the file is no journal, is in use, or is of another target, 3 a record is not
as it was, 130 interrupted.`;

/**
 * `touchstone undo [JOURNAL]`: restores what a run has changed and did not restore itself, by its journal, or by every
 * one that is left in this folder. `done` takes the exit code: 0 where everything is as it was, 3 where something is not,
 * 2 where a journal was refused.
 */
export function undoCommand(io: Io, done: (code: number) => void): Command {
  return new Command('undo')
    .description('restore what an interrupted run has changed')
    .argument('[journal]', `the file of the journal (default: every one in ${JOURNALS}/)`)
    .optionsGroup('Target:')
    .option('--base-url <url>', 'the base URL of the run; without it nothing secret is sent')
    .option('--token <token>', 'the bearer token; better in the environment as TOUCHSTONE_TOKEN')
    .option('--header <name: value>', 'a header of every request, since a journal holds none (repeatable)', repeatable)
    .option(
      '--bind <operation=METHOD path>',
      'a binding of the run, since a journal holds none (repeatable)',
      repeatable,
    )
    .option('--bulk-scope <word>', 'the bulk scope of the run (default: Only)')
    .option('--config <file>', 'the config file (default: touchstone.config.{json,yaml,yml,ts,js,mjs} in this folder)')
    .optionsGroup('Options:')
    .option(
      '--force-record <id>',
      'restore a record though another client may have changed it (repeatable)',
      repeatable,
    )
    .option('--consistency-window <time>', 'how long a write may take to show (default: as in the run)', milliseconds)
    .option('--task-timeout <time>', 'how long a bulk update may take (default: as in the run)', milliseconds)
    .option('--rps <number>', 'requests per second at most (default: no limit)', number(0.001, 1_000_000, false))
    .option('--timeout <time>', 'how long to wait for a response: 30s, or milliseconds (default: 30s)', milliseconds)
    .option('--no-color', 'no colours, as with NO_COLOR in the environment')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: UndoFlags) => {
      if (file === undefined && flags.forceRecord !== undefined) {
        throw new UsageError(
          '--force-record is about one journal, and none is given',
          'Give it: touchstone undo FILE.',
        );
      }
      const files = file === undefined ? await journalsIn(resolve(io.cwd, JOURNALS)) : [resolve(io.cwd, file)];
      if (files.length === 0) io.stdout.write(`There is nothing to undo: no journal is in ${JOURNALS}/.\n`);
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

/** Undoes journals one after the other, so that one that is refused keeps no other from being undone. */
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
    io.stderr.write('touchstone: interrupted: what is not restored yet stays in its journal; run the command again\n');
    io.exit(INTERRUPTED);
  });
  try {
    for (const journal of files) {
      try {
        const undone = await io.services.undo(journal, options);
        io.stdout.write(renderUndone(undone, relative(io.cwd, journal), page));
        codes.push(undone.left.length > 0 ? LEFT : 0);
      } catch (error) {
        // A run that ends removes its journal: where no file was named, there is nothing to undo then.
        if (isNamed || existsSync(journal)) codes.push(tellError(error, io));
      }
    }
  } finally {
    stop();
  }
  // A journal that was refused needs another command; one with something left needs the same one again.
  return codes.find((code) => code !== 0 && code !== LEFT) ?? Math.max(0, ...codes);
}
