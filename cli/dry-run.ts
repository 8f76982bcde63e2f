import { counted, thousands } from '../reporters/numbers.js';
import { textTable } from '../reporters/text-table.js';
import type { Services } from './services.js';

type Estimate = Awaited<ReturnType<Services['estimate']>>;

/** What a run would ask at most, by operation, with a newline at its end; `reads`: what follows is found out by reads. */
export function dryRunText({ operations, others, ...bound }: Estimate, reads: boolean): string {
  const rows = operations.map(({ id, checks, most }) => [id, thousands(checks), thousands(most)]);
  if (others > 0) rows.push(['operations that are not selected', '', thousands(others)]);
  const table = textTable(['operation', 'checks', 'requests at most'], rows, { align: ['left', 'right', 'right'] });
  const sent = reads ? 'Nothing but reads is sent now, to find what would be written to.' : 'Nothing was sent.';
  return `${[...table, '', `${inWords(bound)}. ${sent}`].join('\n')}\n`;
}

/** The bound of a run in one sentence, without its full stop. */
export function inWords({ budget, total, writing }: Omit<Estimate, 'operations' | 'others'>): string {
  const bound = `at most ${counted(total, 'request')} with the budget ${budget}, and as many to look again at what fails; retries aside`;
  if (writing === 0) return bound;
  return `${bound}. What ${counted(writing, 'check')} that write ask besides depends on how long the tasks of the target take`;
}
