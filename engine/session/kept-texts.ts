import { cut } from './cut.js';
import type { Difference } from './seen.js';

/** The longest text that is kept of a finding or an observation, in characters: many times what a report shows of it. */
const MAX_LENGTH = 10_000;
/** V8 copies a shorter part of a string. */
const SHORTEST_PART = 13;

/**
 * A text that outlives the response that it may come from: its beginning if it is long. It is a copy, because a part of a
 * string keeps all of the string in memory.
 */
export function keptText(text: string): string {
  if (text.length < SHORTEST_PART) return text;
  const more = text.length > MAX_LENGTH ? `… (${text.length} characters)` : '';
  return Buffer.from(cut(text, MAX_LENGTH), 'utf16le').toString('utf16le') + more;
}

/** A difference whose texts can be kept; a value of a body that is long becomes the beginning of its JSON. */
export function keptDifference(difference: Difference): Difference {
  const { at, expected, actual, message } = difference;
  return {
    ...difference,
    at: keptText(at),
    expected: keptText(expected),
    actual: keptValue(actual),
    message: keptText(message),
  };
}

function keptValue(value: unknown): unknown {
  if (typeof value === 'string') return keptText(value);
  if (typeof value !== 'object' || value === null) return value;
  const json = JSON.stringify(value);
  return json.length > MAX_LENGTH ? keptText(json) : value;
}
