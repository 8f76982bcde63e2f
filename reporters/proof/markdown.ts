import type { ProofReport } from '../../schemas/generated/touchstone.js';
import { groupBy } from '../group-by.js';
import { percent } from './figures.js';

type Mutant = ProofReport['mutants'][number];
type Variant = ProofReport['variants'][number];

const INTRODUCTION = `<!-- Made by \`npm run proof\`; not to be edited. -->

# What the suite is proven to catch, and whom it does not accuse

Every check of touchstone is tried on implementations of which it is known what they are: the reference, **mutants** of it
with one defect each, and **variants** of it that choose otherwise where the document, HTTP or JSON leave a choice. A mutant
is caught when a rule that it names finds it at an operation that it names. A variant is accused when a rule of level must
finds anything, or a rule of level should finds what the text of the variant does not explain.

A variant is asked everything. A mutant is asked all checks of the operations whose checks ask a broken one; the checks of the
others never see it. \`touchstone prove\` makes this page; [how to add a mutant, a variant or a rule](extending.md).
`;

/** A cell: pipes would end it, angle brackets would be markup. */
function cell(text: string): string {
  return text.replace(/[|<>*_`[\]]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

const code = (ids: readonly string[]): string => ids.map((id) => `\`${id}\``).join(' ');

function figures({ figures: own, seeds, variants, mutants }: ProofReport): string[] {
  const rare = mutants.filter(({ rarity }) => rarity === 'rare').length;
  return table(
    ['figure', 'value'],
    [
      [
        'mutants of level must caught',
        `${own.mustCaught} of ${own.mustMutants} (${percent(own.mustCaught, own.mustMutants)})`,
      ],
      [
        'mutants of level should caught',
        `${own.shouldCaught} of ${own.shouldMutants} (${percent(own.shouldCaught, own.shouldMutants)})`,
      ],
      ['of all mutants, rare ones', `${rare} of ${mutants.length}`],
      ['variants accused at level must', `${own.mustAccusations} of ${variants.length}`],
      ['warnings that a variant does not explain', `${own.shouldAccusations}`],
      ['seeds', seeds.join(', ')],
    ],
  );
}

function mutantRow({ id, title, level, rarity, operations, caughtBy, caught }: Mutant): string[] {
  const where = operations.length > 3 ? `${operations.length} operations` : code(operations);
  return [
    `\`${id}\``,
    cell(title) + (rarity === 'rare' ? ' (rare)' : ''),
    where,
    level,
    caught ? code(caughtBy) : '**survives**',
  ];
}

function variantRow({ id, title, chooses, liberty, warnings, because }: Variant): string[] {
  const where = [code(chooses), liberty === null ? '' : cell(liberty)].filter((text) => text !== '').join('; ');
  return [`\`${id}\``, cell(title), where, warnings.length === 0 ? '' : `${code(warnings)}: ${cell(because)}`];
}

/** Which mutants each rule catches, and those that it alone catches. */
function byRule({ mutants }: ProofReport): string[] {
  const rules = [...new Set(mutants.flatMap(({ caughtBy }) => caughtBy))].sort();
  return table(
    ['rule', 'mutants', 'by it alone'],
    rules.map((rule) => {
      const own = mutants.filter(({ caughtBy }) => caughtBy.includes(rule));
      return [`\`${rule}\``, String(own.length), String(own.filter(({ caughtBy }) => caughtBy.length === 1).length)];
    }),
  );
}

function listed(title: string, ids: readonly string[], none: string): string[] {
  return [`## ${title}`, '', ids.length === 0 ? none : code(ids), ''];
}

/** The proof as a page of the documentation; the same proof is always the same text, whatever time it took. */
export function renderProofMarkdown(report: ProofReport): string {
  const families = [...groupBy(report.mutants, ({ family }) => family)];
  const survivors = report.mutants.filter(({ caught }) => !caught);
  const lines = [
    INTRODUCTION,
    ...figures(report),
    '',
    ...listed(
      'Survivors',
      survivors.map(({ id }) => id),
      'None.',
    ),
    ...listed('Rules that no mutant needs', report.deadRules, 'None.'),
    ...listed('Clauses that no mutant breaks', report.unbrokenClauses, 'None.'),
    '## Mutants',
    '',
    ...families.flatMap(([family, mutants]) => [
      `### ${family}`,
      '',
      ...table(['mutant', 'defect', 'of', 'level', 'caught by'], mutants.map(mutantRow)),
      '',
    ]),
    '## Rules',
    '',
    ...byRule(report),
    '',
    '## Variants',
    '',
    ...table(
      ['variant', 'choice', 'left by', 'warnings, and why it keeps the document'],
      report.variants.map(variantRow),
    ),
    '',
  ];
  return lines.join('\n');
}
