import { Argument, Command } from 'commander';
import { textTable } from '../../reporters/text-table.js';
import type { Io } from '../io.js';
import type { Services } from '../services.js';

type Listing = Awaited<ReturnType<Services['listRules']>>;
type Subject = keyof Listing;

const SUBJECTS = ['operations', 'rules', 'clauses'] as const satisfies readonly Subject[];

const TABLES: {
  [Key in Subject]: { readonly heading: string[]; readonly row: (item: Listing[Key][number]) => string[] };
} = {
  operations: {
    heading: ['operation', 'area', 'method', 'rules', 'path'],
    row: ({ id, area, method, rules, path }) => [id, area, method, String(rules.length), path],
  },
  rules: {
    heading: ['rule', 'level', 'operations', 'clause', 'title'],
    row: ({ id, level, operations, clause, title }) => [id, level, String(operations.length), clause, title],
  },
  clauses: {
    heading: ['clause', 'level', 'section', 'rules', 'title'],
    row: ({ id, level, section, rules, title, untested }) => [
      id,
      level,
      section,
      untested === null ? String(rules.length) : 'untested',
      untested === null ? title : `${title} (${untested})`,
    ],
  },
};

function tableOf<Key extends Subject>(subject: Key, listing: Listing, width: number | undefined): string {
  const { heading, row } = TABLES[subject];
  return `${textTable(heading, listing[subject].map(row), { width }).join('\n')}\n`;
}

/** `touchstone list`: lists the operations, rules or clauses of the suite, without a run. */
export function listCommand(io: Io, done: (code: number) => void): Command {
  return new Command('list')
    .description('List the operations, rules or clauses')
    .addArgument(new Argument('[what]', 'what to list').choices(SUBJECTS).default('operations'))
    .option('--json', 'print JSON')
    .action(async (subject: Subject, { json }: { json?: boolean }) => {
      const listing = await io.services.listRules();
      // Lines are cut to the width of a terminal, never in a file or a pipe.
      const width = io.stdout.isTTY ? io.stdout.columns : undefined;
      io.stdout.write(json ? `${JSON.stringify(listing[subject], null, 2)}\n` : tableOf(subject, listing, width));
      done(0);
    });
}
