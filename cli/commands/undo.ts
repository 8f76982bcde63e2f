import { resolve } from 'node:path';
import { Command } from 'commander';
import { JOURNALS } from '../../engine/writes/journal.js';
import { journalsIn } from '../../engine/writes/unfinished.js';
import { wantsColor } from '../color.js';
import { type Io, widthOf } from '../io.js';
import { parseHeaders } from '../named-values.js';
import { milliseconds, number, repeatable } from '../option-parsers.js';

interface UndoFlags {
  readonly token?: string;
  readonly header?: readonly string[];
  readonly rps?: number;
  readonly timeout?: number;
  readonly color: boolean;
}

const LEFT = 1;

/**
 * `touchstone undo [JOURNAL]`: puts back what a run has changed and did not come to put back itself, by its journal, or
 * by every one that is left in this folder. Exit 0 where everything is as it was, 1 where something is not.
 */
export function undoCommand(io: Io, done: (code: number) => void): Command {
  return new Command('undo')
    .description('put back what a run that was cut off has changed')
    .argument('[journal]', `the file of the journal (default: every one in ${JOURNALS}/)`)
    .option('--token <token>', 'the bearer token; better in the environment as TOUCHSTONE_TOKEN')
    .option('--header <name: value>', 'a header of every request, since a journal holds none (repeatable)', repeatable)
    .option('--rps <number>', 'requests per second at most (default: no limit)', number(0.001, 1_000_000, false))
    .option('--timeout <time>', 'how long to wait for an answer: 30s, or milliseconds (default: 30s)', milliseconds)
    .option('--no-color', 'no colours, as with NO_COLOR in the environment')
    .action(async (file: string | undefined, flags: UndoFlags) => {
      const files = file === undefined ? await journalsIn(resolve(io.cwd, JOURNALS)) : [resolve(io.cwd, file)];
      if (files.length === 0) io.stdout.write(`There is nothing to undo: no journal is in ${JOURNALS}/.\n`);
      const token = flags.token ?? io.env.TOUCHSTONE_TOKEN;
      const options = {
        headers: parseHeaders(flags.header ?? []),
        ...(token && { token }),
        ...(flags.rps !== undefined && { rps: flags.rps }),
        ...(flags.timeout !== undefined && { timeoutMs: flags.timeout }),
      };
      const { renderUndone } = await import('../../reporters/undone.js');
      for (const journal of files) {
        const undone = await io.services.undo(journal, options);
        const page = { color: wantsColor(flags.color, io), width: widthOf(io.stdout) };
        io.stdout.write(renderUndone(undone, journal, page));
        if (undone.left.length > 0) done(LEFT);
      }
    });
}
