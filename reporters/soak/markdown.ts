import type { SoakReport } from '../../schemas/generated/touchstone.js';
import { plain, table } from '../markdown/write.js';
import { soakFigures, soakHeadline } from './summary.js';
import { soakTables } from './tables.js';

const escaped = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.map(plain));

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
    ...table(['figure', 'value'], escaped(soakFigures(report))),
    ...soakTables(report).flatMap(({ title, heading, align, rows }) => [
      '',
      `### ${title}`,
      '',
      ...table(heading, escaped(rows), align),
    ]),
    ...(found.length > 0 ? ['', '### Findings, and why checks were inconclusive', '', ...found] : []),
  ].join('\n')}\n`;
}
