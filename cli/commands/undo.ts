import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { JOURNALS, journalsIn } from '../../engine/writes/journal-folder.js';
import { wantsColor } from '../color.js';
import { loadConfig } from '../config/load.js';
import { connectionOf } from '../connection.js';
import { reportError } from '../errors.js';
import { addOptions, chosen, defined, type Flags } from '../flags.js';
import { INTERRUPTED } from '../interrupt.js';
import { type Io, widthOf } from '../io.js';
import { repeatable } from '../option-parsers.js';
import { wrappedHelp } from '../wrapped-help.js';

interface UndoFlags extends Flags {
  readonly forceRecord?: readonly string[];
}

const OPTIONS = [
  'baseUrl',
  'token',
  'auth',
  'headers',
  'bindings',
  'config',
  'profile',
  'proxy',
  'ca',
  'cert',
  'key',
  'insecure',
  'resolve',
  'bulkScope',
  'consistencyWindowMs',
  'taskTimeoutMs',
  'concurrency',
  'rps',
  'timeoutMs',
  'color',
] as const;

const WORDING = {
  baseUrl: { help: 'the base URL of the run; credentials are not sent without it' },
  headers: { help: 'send this header with every request; journals store no headers' },
  bindings: { help: 'a binding of the run; journals store no bindings' },
  bulkScope: { help: 'the bulk scope of the run' },
  consistencyWindowMs: { defaultText: 'as in the run' },
  taskTimeoutMs: { defaultText: 'as in the run' },
};

const LEFT = 3;

const HELP = `
The token and headers are only sent to a base URL that you confirm: with --base-url, in the config file, or at a prompt
in the terminal. It must be the base URL of the run. The journal is removed once every record is restored.

Exit codes: 0 all records are restored, 2 the file is not a journal, is in use, or belongs to another target, or the
target rejects the credential, 3 some records are not restored, 130 interrupted.`;

/**
 * `touchstone undo [JOURNAL]`: restores the records that an interrupted run changed, from its journal, or from all
 * journals in this folder. `done` receives the exit code: 0 if all records are restored, 3 if some are not, 2 if a
 * journal was refused.
 */
export function undoCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('undo')
    .description('Restore the records that an interrupted run changed')
    .argument('[journal]', `the journal (default: all journals in ${JOURNALS}/)`);
  return addOptions(command, OPTIONS, WORDING)
    .option(
      '--force-record <id>',
      'restore this record even if another client may have changed it (repeatable)',
      repeatable,
    )
    .addHelpText('after', () => wrappedHelp(HELP, io))
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
  const loaded = await loadConfig(io.cwd, flags);
  const run = ['consistencyWindowMs', 'taskTimeoutMs'] as const;
  return defined({
    ...connectionOf(flags, loaded, io),
    // The times of the run are the default, so those of a config file do not apply.
    ...chosen(run, flags, {}),
    ...chosen(['bulkScope', 'concurrency', 'rps', 'timeoutMs'], flags, loaded.config),
    force: flags.forceRecord,
    confirm: io.confirm,
  });
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
  const page = { color: wantsColor(flags.color !== false, io), width: widthOf(io.stdout) };
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
        codes.push(undone.again === null ? 0 : LEFT);
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
