import { Argument, Command } from 'commander';
import type { Io } from '../io.js';

/** `touchstone export openapi`: writes the interface to stdout in a format that other tools read. */
export function exportCommand(io: Io, done: (code: number) => void): Command {
  return new Command('export')
    .description('Export the interface as an OpenAPI 3.1 description (JSON) to standard output')
    .addArgument(new Argument('<what>', 'the format').choices(['openapi']))
    .action(async () => {
      io.stdout.write(`${JSON.stringify(await io.services.openApi(), null, 2)}\n`);
      done(0);
    });
}
