import { malformed } from '../refusal.js';
import { readValue } from './filter-values.js';

/** A token of a filter; `text` of a quoted one has no quotes and escapes. `position` is an offset. */
export interface Token {
  readonly kind: 'open' | 'close' | 'operator' | 'word' | 'quoted' | 'end';
  readonly text: string;
  readonly position: number;
}

const SPACE = /\s+/y;
const OPERATOR = /-[a-z]+/iy;
const WORD = /[^\s()[\]{}'",+]+/y;

/** Splits a filter into tokens, the last one of kind `end`; throws a 400 at the first unexpected character. */
export function tokenize(filter: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < filter.length) {
    const space = take(SPACE, filter, position);
    if (space !== undefined) {
      position += space.length;
      continue;
    }
    const { token, end } = nextToken(filter, position);
    tokens.push(token);
    position = end;
  }
  return [...tokens, { kind: 'end', text: '', position }];
}

function nextToken(filter: string, position: number): { token: Token; end: number } {
  const first = filter.charAt(position);
  if (first === "'" || first === '"') return quoted(filter, position, first);
  const made = (kind: Token['kind'], text: string) => ({
    token: { kind, text, position },
    end: position + text.length,
  });
  if (first === '(') return made('open', first);
  if (first === ')') return made('close', first);
  const operator = take(OPERATOR, filter, position);
  if (operator !== undefined) return made('operator', operator);
  const word = take(WORD, filter, position);
  if (word === undefined) throw malformed('filter', position, `unexpected ${first}`);
  if (/^[-\d]/.test(word) && readValue(word, 'number') === undefined && readValue(word, 'date') === undefined) {
    throw malformed('filter', position, 'a string that starts with a digit or - needs quotes');
  }
  return made('word', word);
}

/** A quoted string: only its own quote and the backslash are escaped, by a backslash. */
function quoted(filter: string, position: number, quote: string): { token: Token; end: number } {
  let text = '';
  for (let at = position + 1; at < filter.length; at += 1) {
    const character = filter.charAt(at);
    if (character === quote) return { token: { kind: 'quoted', text, position }, end: at + 1 };
    if (character === '\\') {
      at += 1;
      const escaped = filter.charAt(at);
      if (escaped !== quote && escaped !== '\\') throw malformed('filter', at - 1, `only ${quote} and \\ are escaped`);
    }
    text += filter.charAt(at);
  }
  throw malformed('filter', position, `the quote ${quote} is not closed`);
}

/** The match of a sticky pattern at a position. */
function take(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}
