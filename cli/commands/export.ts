import { Argument, Command, Option } from 'commander';
import { type WireForm, wireForms } from '../../contract/wire-form.js';
import type { Io } from '../io.js';

/** `touchstone export openapi`: writes the interface to stdout in a format that other tools read. */
export function exportCommand(io: Io, done: (code: number) => void): Command {
  return new Command('export')
    .description('Export the interface as an OpenAPI 3.1 description (JSON) to standard output')
    .addArgument(new Argument('<what>', 'the format').choices(['openapi']))
    .addOption(
      new Option('--wire-form <form>', 'the wire form of index-keyed objects').choices(wireForms).default('object'),
    )
    .action(async (_what: string, { wireForm }: { readonly wireForm: WireForm }) => {
      io.stdout.write(`${JSON.stringify(await io.services.openApi(wireForm), null, 2)}\n`);
      done(0);
    });
}
