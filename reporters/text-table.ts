import { displayWidth, padded, truncated } from './display-width.js';

/** How a column is aligned: text to the left, numbers to the right. */
export type Alignment = 'left' | 'right';

/**
 * A plain table: rows of cells under a heading, two spaces between columns, each column as wide as its widest cell.
 * Cells must not contain control characters. `width` (terminal columns) truncates lines that are longer.
 */
export function textTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { align = [], width }: { align?: readonly Alignment[]; width?: number | undefined } = {},
): string[] {
  const widths = heading.map((title, column) =>
    Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const line = (cells: readonly string[]) => {
    const aligned = cells.map((cell, column) => padded(cell, widths[column] ?? 0, align[column]));
    const text = aligned.join('  ').trimEnd();
    return width === undefined ? text : truncated(text, width);
  };
  return [heading, ...rows].map(line);
}
