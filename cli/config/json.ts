import { beyondLimits, valueOfJson } from '../../engine/client/json-text.js';
import { UsageError } from '../../engine/target/usage-error.js';

/** The largest number of values in a file; the report of a large run has some hundred thousand. */
const MAX_VALUES = 2_000_000;

/** The index of the first character that makes a text invalid as JSON. */
function firstBad(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (!message.startsWith('Unexpected token')) return text.length;
  // Some versions of Node report an unexpected token without its position. The token ends the shortest prefix that fails.
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

/** Parses a JSON file; throws a UsageError that names the file and the line, with a hint, and quotes nothing from it. */
export function parseJson(file: string, text: string, hint = 'Correct that line, or the line before it.'): unknown {
  const beyond = beyondLimits(text, MAX_VALUES);
  if (beyond !== null) throw new UsageError(`${file}: cannot be read: ${beyond}`, hint);
  let message: string;
  try {
    return valueOfJson(text);
  } catch (error) {
    message = (error as Error).message;
  }
  const bad = firstBad(text, message);
  const line = text.slice(0, bad).split('\n').length;
  const short = bad >= text.trimEnd().length ? ' (the file ends too early)' : '';
  // The rest of the message is the position, or a piece of the file, which may contain a secret.
  const what = message.replace(/( in JSON at position|, "|, \.\.\.| in JSON$).*$/s, '');
  throw new UsageError(`${file}:${line}: not valid JSON: ${what}${short}`, hint);
}
