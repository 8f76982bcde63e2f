import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';
import { wrap } from './wrap.js';

/** A section under its heading; empty if it has no lines. */
export function section(heading: string, lines: readonly string[], { colors }: Paper): string[] {
  if (lines.length === 0) return [];
  return ['', colors.underline(heading), '', ...(lines.at(-1) === '' ? lines.slice(0, -1) : lines)];
}

/** Texts as bullet points. */
export function bullets(texts: readonly string[], { colors, width }: Paper): string[] {
  return texts.flatMap((text) =>
    wrap(terminalText(text, 500), width - 4).map((line, index) =>
      index === 0 ? `  ${colors.yellow('!')} ${line}` : `    ${line}`,
    ),
  );
}
