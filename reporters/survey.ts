import type { RunReport } from '../schemas/generated/touchstone.js';
import { groupBy } from './group-by.js';
import { thousands } from './numbers.js';
import { terminalText } from './terminal-text.js';
import { textTable } from './text-table.js';

/** How much of one observation is shown, in characters. */
const SHOWN = 600;

interface Gap {
  readonly clause: string;
  readonly title: string;
  readonly section: string;
}

/**
 * What a target does where the document is silent, as text: the gap with its section, then each thing that was observed,
 * with the operations that do it and the exchange that shows it; at last how long answers took. What comes from the
 * target is escaped and cut.
 */
export function renderSurvey(report: RunReport): string {
  const titles = new Map(report.checks.map((check): [string, Gap] => [check.clause, check]));
  const lines = [...groupBy(report.observations, ({ clause }) => clause)].flatMap(([clause, observed]) => {
    const gap = titles.get(clause);
    const values = [...groupBy(observed, ({ value }) => value)].map(([value, [first, ...more]]) => {
      const where = more.length === 0 ? first.operation : `${first.operation} and ${more.length} more`;
      const evidence = first.exchange === null ? '' : ` [${first.exchange}]`;
      return `  ${where}: ${terminalText(value, SHOWN)}${evidence}`;
    });
    return ['', `${gap?.title ?? clause} (${clause}; ${gap?.section ?? 'not shown'})`, ...values];
  });
  const none = ['', 'Nothing was observed.', report.verdictReason];
  const { length } = report.observations;
  const head = `${length} observations of ${terminalText(report.target.baseUrl, SHOWN)}`;
  const incomplete = report.incomplete === undefined ? [] : ['', `INCOMPLETE  ${report.incomplete.reason}`];
  return `${[head, ...(length > 0 ? [...lines, ...answerTimes(report), ...incomplete] : none)].join('\n')}\n`;
}

function answerTimes({ operations }: RunReport): string[] {
  const rows = operations.flatMap(({ id, times }) =>
    times === undefined ? [] : [[id, thousands(times.count), `${times.medianMs} ms`, `${times.p95Ms} ms`]],
  );
  if (rows.length === 0) return [];
  const heading = ['operation', 'answers', 'median', '95 %'];
  const table = textTable(heading, rows, { align: ['left', 'right', 'right', 'right'] });
  return ['', 'How long answers took', ...table.map((line) => `  ${line}`)];
}
