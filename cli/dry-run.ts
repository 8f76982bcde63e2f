import { counted, thousands } from '../reporters/numbers.js';
import { textTable } from '../reporters/text-table.js';
import type { Services } from './services.js';

type Estimate = Awaited<ReturnType<Services['estimate']>>;

/** The maximum number of requests of a run, by operation, as text that ends in a newline; `reads`: reads follow. */
export function dryRunText({ operations, others, ...bound }: Estimate, reads: boolean): string {
  const rows = operations.map(({ id, checks, most }) => [id, thousands(checks), thousands(most)]);
  if (others > 0) rows.push(['operations outside the selection', '', thousands(others)]);
  const table = textTable(['operation', 'checks', 'requests at most'], rows, { align: ['left', 'right', 'right'] });
  const sent = reads ? 'Only reads are sent now, to find the records to write to.' : 'Nothing was sent.';
  return `${[...table, '', `${inWords(bound)}. ${sent}`].join('\n')}\n`;
}

/** The maximum of a run in one sentence, without its full stop. */
export function inWords({ budget, total, writing }: Omit<Estimate, 'operations' | 'others'>): string {
  const bound = `at most ${counted(total, 'request')} with the budget ${budget}, and as many again to reproduce failures; retries not included`;
  if (writing === 0) return bound;
  return `${bound}. ${counted(writing, 'check')} with writes may send more, depending on how long the tasks of the target take`;
}
