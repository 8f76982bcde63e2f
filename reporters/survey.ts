import type { RunReport } from '../schemas/generated/touchstone.js';
import { groupBy } from './group-by.js';
import { terminalText } from './terminal-text.js';

/** How much of one observation is shown, in characters. */
const SHOWN = 600;

interface Gap {
  readonly clause: string;
  readonly title: string;
  readonly section: string;
}

/**
 * What a target does where the document is silent, as text: the gap with its section, then each thing that was observed
 * with the operations that do it. What comes from the target is escaped and cut.
 */
export function renderSurvey(report: RunReport): string {
  const titles = new Map(report.checks.map((check): [string, Gap] => [check.clause, check]));
  const lines = [...groupBy(report.observations, ({ clause }) => clause)].flatMap(([clause, observed]) => {
    const gap = titles.get(clause);
    const values = [...groupBy(observed, ({ value }) => value)].map(([value, [first, ...more]]) => {
      const where = more.length === 0 ? first.operation : `${first.operation} and ${more.length} more`;
      return `  ${where}: ${terminalText(value, SHOWN)}`;
    });
    return ['', `${gap?.title ?? clause} (${clause}; ${gap?.section ?? 'not shown'})`, ...values];
  });
  const none = ['', 'Nothing was observed.', report.verdictReason];
  const { length } = report.observations;
  return `${[`${length} observations of ${terminalText(report.target.baseUrl, SHOWN)}`, ...(length > 0 ? lines : none)].join('\n')}\n`;
}
