import type { SoakReport } from '../../schemas/generated/touchstone.js';
import { plain } from '../markdown/write.js';
import { soakFigures, soakHeadline } from './summary.js';
import { soakTables } from './tables.js';

function table(heading: readonly string[], align: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const marks = align.map((side) => (side === 'right' ? '--:' : '---'));
  return [line(heading), line(marks), ...rows.map((cells) => line(cells.map(plain)))];
}

/** A soak as Markdown, for a pull request or a job summary. Text from the target is escaped. */
export function renderSoakMarkdown(report: SoakReport): string {
  const found = report.checks.flatMap(({ id, message }) =>
    message === null ? [] : [`- ${plain(id)}: ${plain(message)}`],
  );
  return `${[
    `## Soak of ${plain(report.baseUrl)}`,
    '',
    `**${plain(soakHeadline(report))}**`,
    '',
    ...table(['figure', 'value'], ['left', 'left'], soakFigures(report)),
    ...soakTables(report).flatMap(({ title, heading, align, rows }) => [
      '',
      `### ${title}`,
      '',
      ...table(heading, align, rows),
    ]),
    ...(found.length > 0 ? ['', '### What was found', '', ...found] : []),
  ].join('\n')}\n`;
}
