import { terminalText } from '../terminal-text.js';

/** A part of a document that may be left out where there is no room. */
export interface Part {
  /** The line above it, written once for the parts that share it. */
  readonly heading: string;
  readonly text: string;
  /** What is said of it where it is left out, in Markdown. */
  readonly name?: string;
}

const SHOWN = 500;
/** What is kept for the line that tells what was left out. */
const RESERVE = 300;

/** One more backtick than the longest run of them in a text, and at least `least`. */
function fence(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(least, ...runs.map(({ length }) => length + 1)));
}

/** Text of a target in one line of code, as Markdown, or as HTML where Markdown is not read. */
export function code(text: string, as: 'markdown' | 'html' = 'markdown'): string {
  const safe = terminalText(text, SHOWN);
  if (as === 'html') {
    const entities = safe.replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
    return `<code>${entities}</code>`;
  }
  const marks = fence(safe, 1);
  // Within spaces a backtick at either end is no part of the fence; Markdown takes one of them away at each end.
  return safe.trim() === '' ? '`(empty)`' : `${marks} ${safe} ${marks}`;
}

/** Lines of a target as a block of code. Nothing in it can end it: its fence is longer than any in the text. */
export function block(text: string): string {
  const lines = text.split('\n').map((line) => terminalText(line));
  const marks = fence(text, 3);
  return [`${marks}text`, ...lines, marks].join('\n');
}

/** A document of at most `limit` characters: head and foot always, and as many of the parts, in order, as there is room for. */
export function fitted(limit: number, head: string, foot: string, parts: readonly Part[]): string {
  const lines = [head];
  let room = limit - head.length - foot.length - RESERVE;
  let heading = '';
  let left = 0;
  for (const part of parts) {
    const begins = part.heading !== heading;
    const text = begins ? `\n${part.heading}\n\n${part.text}` : part.text;
    if (text.length + 1 > room) {
      left += 1;
      continue;
    }
    heading = part.heading;
    lines.push(text);
    room -= text.length + 1;
  }
  const note =
    left === 0
      ? []
      : ['', `**${left} more are left out, because GitHub takes no longer text: see the other reports of this run.**`];
  return `${[...lines, ...note, '', foot].join('\n')}\n`;
}
