import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/target/usage-error.js';
import { terminalText } from '../../reporters/terminal-text.js';
import { CONFIG_FILES } from '../config/load.js';
import { addOptions, chosen, type Flags, keysOf } from '../flags.js';
import { inspectionLines } from '../init/inspection-lines.js';
import type { Io } from '../io.js';
import { writeNew } from '../new-file.js';
import { givenTarget } from '../target-settings.js';
import { wrappedHelp } from '../wrapped-help.js';

interface InitFlags extends Flags {
  readonly yes?: boolean;
}

const FILE = 'touchstone.config.yaml';
const IF_EXISTS = 'Remove or rename it, or run the command in another folder.';
const [WRITTEN, NOT_USABLE, NOT_CONFIRMED] = [0, 1, 3];
/** The longest text of a line, in characters. */
const LONGEST = 600;

const NOT_USED: readonly string[] = ['reference', 'wireForm', 'config', 'profile', 'waitMs'];
const KEYS = [
  ...keysOf('Target:', 'Network:').filter((key) => !NOT_USED.includes(key)),
  'concurrency',
  'rps',
  'timeoutMs',
] as const;
const WORDING = { insecure: { help: 'do not verify the certificate of the target' } };

const HELP = `
It sends about 20 to 60 requests, all of them GET, and prints what it found and the file before it writes the file. An area
whose reads all return 403 or 404 is left out of "areas". The file contains no secret: neither the token nor the values of
headers. An existing config file is never changed.

Exit codes: 0 the file is written, 1 the target cannot be inspected, 2 invalid usage or the file exists, 3 not confirmed.`;

/** `touchstone init`: inspects a target, and writes a config file for it. */
export function initCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('init').description(`Inspect a target, and write ${FILE} for it`);
  return addOptions(command, KEYS, WORDING)
    .option('-y, --yes', 'write the file without confirmation')
    .addHelpText('after', () => wrappedHelp(HELP, io))
    .action(async (flags: InitFlags) => {
      assertNoConfig(io.cwd);
      const target = givenTarget(flags, { config: {}, file: null, folder: io.cwd }, io);
      const found = await io.services.inspect(target, chosen(['concurrency', 'rps', 'timeoutMs'], flags, {}));
      if (found.problem !== null) {
        io.stdout.write(`${terminalText(found.problem, LONGEST)}\n`);
        io.stdout.write('Nothing was written. `touchstone doctor` with the same options prints the details.\n');
        return done(NOT_USABLE);
      }
      const { configText } = await import('../init/config-text.js');
      const text = configText(target, found);
      for (const line of inspectionLines(found, target)) io.stdout.write(`${terminalText(line, LONGEST)}\n`);
      io.stdout.write(`\n${FILE}:\n\n${text.replace(/^(?=.)/gm, '  ')}\n`);
      if (flags.yes !== true && !(await isConfirmed(io))) return done(NOT_CONFIRMED);
      const hints = { file: FILE, ifExists: IF_EXISTS, otherwise: 'Run the command in another folder.' };
      await writeNew(join(io.cwd, FILE), text, hints);
      io.stdout.write(`Wrote ${FILE}. Next: touchstone check\n`);
      done(WRITTEN);
    });
}

async function isConfirmed({ confirm, stdout }: Io): Promise<boolean> {
  if (confirm !== undefined && (await confirm(`Write ${FILE}?`))) return true;
  stdout.write(`Nothing was written.${confirm === undefined ? ' To write the file, add --yes.' : ''}\n`);
  return false;
}

/** Throws a UsageError if the folder has a config file: two would contradict each other. */
function assertNoConfig(folder: string): void {
  const file = CONFIG_FILES.find((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
  if (file !== undefined) throw new UsageError(`${file} already exists`, IF_EXISTS);
}
