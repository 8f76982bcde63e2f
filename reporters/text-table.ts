/** How a column is set: text to the left, numbers to the right. */
export type Alignment = 'left' | 'right';

/**
 * A plain table: rows of cells under a heading, two spaces between columns, each column as wide as its widest cell.
 * Cells hold no control characters. Where `width` (characters) is given, the last column is cut to fit it.
 */
export function textTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { align = [], width }: { align?: readonly Alignment[]; width?: number | undefined } = {},
): string[] {
  const widths = heading.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => {
    const set = cells.map((cell, column) => {
      const room = widths[column] ?? 0;
      return align[column] === 'right' ? cell.padStart(room) : cell.padEnd(room);
    });
    const text = set.join('  ').trimEnd();
    return width !== undefined && text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
  };
  return [heading, ...rows].map(line);
}
