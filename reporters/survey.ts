import type { RunReport } from '../schemas/generated/touchstone.js';
import { groupBy } from './group-by.js';
import { counted, thousands } from './numbers.js';
import { terminalText } from './terminal-text.js';
import { textTable } from './text-table.js';

/** Maximum length of an observation, in characters. */
const SHOWN = 600;

interface Gap {
  readonly clause: string;
  readonly title: string;
  readonly section: string;
}

/**
 * The unspecified behaviour of a target as text: each gap with its section, each observed behaviour with its operations
 * and an example exchange, then the response times. Text from the target is escaped and truncated.
 */
export function renderSurvey(report: RunReport): string {
  const titles = new Map(report.checks.map((check): [string, Gap] => [check.clause, check]));
  const lines = [...groupBy(report.observations, ({ clause }) => clause)].flatMap(([clause, observed]) => {
    const gap = titles.get(clause);
    const values = [...groupBy(observed, ({ value }) => value)].map(([value, [first, ...more]]) => {
      const where = more.length === 0 ? first.operation : `${first.operation} and ${thousands(more.length)} more`;
      const evidence = first.exchange === null ? '' : ` [${first.exchange}]`;
      return `  ${where}: ${terminalText(value, SHOWN)}${evidence}`;
    });
    return ['', `${gap?.title ?? clause} (${clause}; ${gap?.section ?? 'no section'})`, ...values];
  });
  const none = ['', 'No unspecified behaviour was observed.', terminalText(report.verdictReason, SHOWN)];
  const { length } = report.observations;
  const head = `${counted(length, 'observation')} of ${terminalText(report.target.baseUrl, SHOWN)}`;
  const incomplete =
    report.incomplete === undefined ? [] : ['', `INCOMPLETE  ${terminalText(report.incomplete.reason, SHOWN)}`];
  return `${[head, ...(length > 0 ? [...lines, ...responseTimes(report), ...incomplete] : none)].join('\n')}\n`;
}

function responseTimes({ operations }: RunReport): string[] {
  const rows = operations.flatMap(({ id, times }) =>
    times === undefined ? [] : [[id, thousands(times.count), `${times.medianMs} ms`, `${times.p95Ms} ms`]],
  );
  if (rows.length === 0) return [];
  const heading = ['operation', 'responses', 'median', 'p95'];
  const table = textTable(heading, rows, { align: ['left', 'right', 'right', 'right'] });
  return ['', 'Response times', ...table.map((line) => `  ${line}`)];
}
