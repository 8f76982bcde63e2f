import { UsageError } from '../../engine/target/usage-error.js';

/** The index of the character at which a text stops being JSON. */
function firstBad(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (!message.startsWith('Unexpected token')) return text.length;
  // An unexpected token is reported without its place. It is the last character of the shortest prefix that has it.
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (problemOf(text.slice(0, middle + 1))?.startsWith('Unexpected token')) high = middle;
    else low = middle + 1;
  }
  return low;
}

function problemOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Parses a JSON file; throws a UsageError that names the file and the line, with a hint, and shows nothing of its text. */
export function parseJson(
  file: string,
  content: string,
  hint = 'Put it right at that line, or just before it.',
): unknown {
  const text = content.replace(/^\ufeff/, '');
  const message = problemOf(text);
  if (message === null) return JSON.parse(text);
  const bad = firstBad(text, message);
  const line = text.slice(0, bad).split('\n').length;
  const short = bad >= text.trimEnd().length ? ' (the file ends too early)' : '';
  // What follows the first words is the place, or a piece of the file, which may hold a secret.
  const what = message.replace(/( in JSON at position|, "|, \.\.\.| in JSON$).*$/s, '');
  throw new UsageError(`${file}:${line}: not valid JSON: ${what}${short}`, hint);
}
