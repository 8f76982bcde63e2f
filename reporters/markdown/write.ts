import { counted } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import type { Alignment } from '../text-table.js';

/** A part of a document that is omitted if there is no room. */
export interface Part {
  /** The heading above it, written once for consecutive parts that share it. */
  readonly heading: string;
  readonly text: string;
}

const SHOWN = 500;
/** Characters reserved for the line that counts the omitted parts. */
const RESERVE = 300;

/** A run of backticks longer than any in the text, and at least `least` long. */
function fence(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(least, ...runs.map(({ length }) => length + 1)));
}

/** Text from the target as an inline code span: as Markdown, or as HTML where Markdown is not parsed. */
export function code(text: string, as: 'markdown' | 'html' = 'markdown'): string {
  const safe = terminalText(text, SHOWN);
  if (as === 'html') {
    const entities = safe.replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
    return `<code>${entities}</code>`;
  }
  const marks = fence(safe, 1);
  // The spaces separate a leading or trailing backtick from the fence; Markdown strips one at each end.
  return safe.trim() === '' ? '`(empty)`' : `${marks} ${safe} ${marks}`;
}

/** Text that comes from a report, as words of Markdown that mean nothing else, in a cell of a table too. */
export function plain(text: string): string {
  return terminalText(text, SHOWN).replace(/[\\|<>&`*_[\]~:@]/g, (character) => `&#${character.codePointAt(0)};`);
}

/** The lines of a table; columns without an alignment are aligned to the left. Cells are Markdown. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Alignment[] = [],
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const marks = heading.map((_name, index) => (align[index] === 'right' ? '--:' : '---'));
  return [line(heading), line(marks), ...rows.map(line)];
}

/** Lines from the target as a code block, with a fence longer than any in the text so that nothing can close it. */
export function block(text: string): string {
  const lines = text.split('\n').map((line) => terminalText(line));
  const marks = fence(text, 3);
  return [`${marks}text`, ...lines, marks].join('\n');
}

/** A document of at most `limit` characters: always the head and foot, and as many parts, in order, as fit. */
export function fitted(limit: number, head: string, foot: string, parts: readonly Part[]): string {
  const lines = [head];
  let room = limit - head.length - foot.length - RESERVE;
  let heading = '';
  let omitted = 0;
  for (const part of parts) {
    const begins = part.heading !== heading;
    const text = begins ? `\n${part.heading}\n\n${part.text}` : part.text;
    if (text.length + 1 > room) {
      omitted += 1;
      continue;
    }
    heading = part.heading;
    lines.push(text);
    room -= text.length + 1;
  }
  const note =
    omitted === 0
      ? []
      : [
          '',
          `**${counted(omitted, 'more entry', 'more entries')} omitted to stay within GitHub's size limit: see the other reports of this run.**`,
        ];
  return `${[...lines, ...note, '', foot].join('\n')}\n`;
}
