import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { suggest } from '../../engine/suggest.js';
import { UsageError } from '../../engine/usage-error.js';
import type { Io } from '../io.js';

/** The folder of the pages; the package refers to itself by name, because compiled code lies one folder deeper. */
const pages = () => join(dirname(createRequire(import.meta.url).resolve('touchstone/package.json')), 'docs', 'rules');

/** `touchstone explain RULE`: prints the page of a rule; the id of a check, as reports have it, names its rule. */
export function explainCommand(io: Io, done: (code: number) => void): Command {
  return new Command('explain')
    .description('print what a rule sends, what must happen, and what a failure looks like')
    .argument('<rule>', 'the id of a rule, such as paging.total-pages, or of a check')
    .action(async (name: string) => {
      const { rules } = await io.services.listRules();
      const ids = rules.map(({ id }) => id);
      const wanted = name.slice(name.indexOf('/') + 1);
      const rule = ids.find((id) => id === wanted);
      if (rule === undefined) {
        throw new UsageError(
          `no rule has the id ${JSON.stringify(name)}`,
          suggest(wanted, ids) || 'See `touchstone list rules`.',
        );
      }
      io.stdout.write(await readFile(join(pages(), `${rule}.md`), 'utf8'));
      done(0);
    });
}
