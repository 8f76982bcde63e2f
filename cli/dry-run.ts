import { counted, thousands } from '../reporters/numbers.js';
import { textTable } from '../reporters/text-table.js';
import type { Services } from './services.js';

type Estimate = Awaited<ReturnType<Services['estimate']>>;

/** What a run would ask at most, by operation, with a newline at its end. */
export function dryRunText({ budget, operations, others, total }: Estimate): string {
  const rows = operations.map(({ id, checks, most }) => [id, thousands(checks), thousands(most)]);
  if (others > 0) rows.push(['operations that are not selected', '', thousands(others)]);
  const table = textTable(['operation', 'checks', 'requests at most'], rows, { align: ['left', 'right', 'right'] });
  return `${[...table, '', `${inWords({ budget, total })}. Nothing was sent.`].join('\n')}\n`;
}

/** The bound of a run in one sentence, without its full stop. */
export function inWords({ budget, total }: Pick<Estimate, 'budget' | 'total'>): string {
  return `at most ${counted(total, 'request')} with the budget ${budget}, and as many to look again at what fails; retries aside`;
}
