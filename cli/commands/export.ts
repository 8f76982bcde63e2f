import { Argument, Command } from 'commander';
import type { Io } from '../io.js';

/** `touchstone export openapi`: writes the interface to stdout in a form that other tools take. */
export function exportCommand(io: Io, done: (code: number) => void): Command {
  return new Command('export')
    .description('write the interface in a form that other tools take: an OpenAPI 3.1 description, as JSON')
    .addArgument(new Argument('<what>', 'what to write').choices(['openapi']))
    .action(async () => {
      io.stdout.write(`${JSON.stringify(await io.services.openApi(), null, 2)}\n`);
      done(0);
    });
}
