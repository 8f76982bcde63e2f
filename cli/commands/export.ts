import { Argument, Command } from 'commander';
import { DEFAULTS } from '../../options/declared.js';
import { addOptions, type Flags } from '../flags.js';
import type { Io } from '../io.js';

/** `touchstone export openapi`: writes the interface to stdout in a format that other tools read. */
export function exportCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('export')
    .description('Export the interface as an OpenAPI 3.1 description (JSON) to standard output')
    .addArgument(new Argument('<what>', 'the format').choices(['openapi']));
  return addOptions(command, ['wireForm']).action(async (_what: string, flags: Pick<Flags, 'wireForm'>) => {
    const { wireForm = DEFAULTS.wireForm } = flags;
    io.stdout.write(`${JSON.stringify(await io.services.openApi(wireForm), null, 2)}\n`);
    done(0);
  });
}
