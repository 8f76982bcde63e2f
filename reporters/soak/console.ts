import type { SoakReport } from '../../schemas/generated/touchstone.js';
import { terminalText } from '../terminal-text.js';
import { textTable } from '../text-table.js';
import { soakFigures, soakHeadline } from './summary.js';
import { soakTables } from './tables.js';

/** The longest text from the target, in characters. */
const SHOWN = 300;

/** The summary of a soak for a terminal; the last line is the verdict. */
export function renderSoak(report: SoakReport): string {
  const tables = soakTables(report).flatMap(({ title, heading, rows, align }) => [
    title,
    ...textTable(
      heading,
      rows.map((cells) => cells.map((cell) => terminalText(cell, SHOWN))),
      { align },
    ).map((line) => `  ${line}`),
    '',
  ]);
  const messages = report.checks.flatMap(({ id, message }) =>
    message === null ? [] : [`  ${id}: ${terminalText(message, SHOWN)}`],
  );
  const figures = soakFigures(report).map(([name, value]) => `  ${name.padEnd(10)}${value}`);
  return `${[
    `Soak of ${terminalText(report.baseUrl, SHOWN)}`,
    ...figures,
    '',
    ...tables,
    ...(messages.length > 0 ? ['Findings, and why checks were inconclusive', ...messages, ''] : []),
    terminalText(soakHeadline(report), SHOWN),
  ].join('\n')}\n`;
}
