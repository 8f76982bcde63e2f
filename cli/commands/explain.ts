import { Command } from 'commander';
import { suggest } from '../../engine/target/suggest.js';
import { UsageError } from '../../engine/target/usage-error.js';
import type { Io } from '../io.js';

/** `touchstone explain RULE`: prints the page of a rule; the id of a check works too. */
export function explainCommand(io: Io, done: (code: number) => void): Command {
  return new Command('explain')
    .description('Explain a rule: what it sends, what must happen, and what a failure looks like')
    .argument('<rule>', 'the id of a rule, such as paging.total-pages, or of a check')
    .action(async (name: string) => {
      const { rulePages } = await import('../../reporters/generated/rule-pages.js');
      const rule = name.slice(name.indexOf('/') + 1);
      const page = rulePages.get(rule);
      if (page === undefined) {
        const hint = suggest(rule, [...rulePages.keys()]) || 'Run `touchstone list rules` to list them.';
        throw new UsageError(`unknown rule ${JSON.stringify(name)}`, hint);
      }
      io.stdout.write(page);
      done(0);
    });
}
