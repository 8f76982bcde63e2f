import { Lexer } from 'yaml';

/** How many tokens of YAML are read: the parser takes some hundred bytes for each. A baseline of 10,000 entries has as many. */
const MAX_TOKENS = 500_000;
/** The deepest nesting of brackets, and of lists on one line. */
const MAX_NESTING = 1000;

/** What a YAML text has too much of, before it is parsed, which takes much memory; `null` if it is within the limits. */
export function yamlExcess(content: string): string | null {
  let [tokens, depth, lists] = [0, 0, 0];
  for (const token of new Lexer().lex(content)) {
    tokens += 1;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token === '-' || token === '?') lists += 1;
    else if (token === '\n' || token === '\r\n') lists = 0;
    if (depth > MAX_NESTING || lists > MAX_NESTING) return `it is nested deeper than ${MAX_NESTING} levels`;
    if (tokens > MAX_TOKENS) return `it has more than ${MAX_TOKENS} words and signs`;
  }
  return null;
}
