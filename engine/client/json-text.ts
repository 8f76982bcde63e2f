/** The deepest nesting of arrays and objects that is read (RFC 8259 section 9 allows a limit). */
export const MAX_NESTING = 1000;
/** The largest number of values that is read in one text: the longest documented page of 1,000 records has a tenth of it. */
export const MAX_VALUES = 250_000;
/** The longest string that is read, in characters as they are written. */
export const MAX_STRING = 1_000_000;

/**
 * Only such a number can be beyond the range of doubles: an exponent of two digits takes at least 210 digits before it. It
 * does not begin within a UUID, where `1e234` is frequent.
 */
const LONG_NUMBER = /(?:^|[:,[\s])-?(?:[0-9]+(?:\.[0-9]+)?[eE]\+?[0-9]{3}|[0-9]{210})/;
/** A number without an exponent and with fewer digits is within the range of doubles. */
const MANY_DIGITS = 309;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE, LOWER_E, UPPER_E] = [0x30, 0x39, 0x65, 0x45];

/**
 * Why a JSON text is not read: it is nested too deeply, or holds more values than `most`; `null` if it is within the
 * limits.
 */
export function beyondLimits(text: string | Buffer, most = MAX_VALUES): string | null {
  return limitsOf(text, most).beyond;
}

/** As `beyondLimits`, and what else one look at a text finds. */
export function limitsOf(text: string | Buffer, most = MAX_VALUES): Limits {
  const known = typeof text === 'string' ? undefined : withinLimits.get(text);
  const { excess, mayOverflow, members } =
    (most === MAX_VALUES && known) || measure(text, { values: most, string: Number.POSITIVE_INFINITY });
  if (excess === null) return { beyond: null, mayOverflow, members };
  const levels = `it is nested deeper than ${MAX_NESTING} levels`;
  return { beyond: excess === 'levels' ? levels : `it holds more than ${most} values`, mayOverflow, members };
}

interface Limits extends Omit<Measured, 'excess'> {
  readonly beyond: string | null;
}

/** What a JSON text has too much of: levels, values or characters in one string; `null` if it is within the limits. */
export function excessOf(text: string | Buffer): Measured['excess'] {
  const measured = measure(text, { values: MAX_VALUES, string: MAX_STRING });
  if (measured.excess === null && typeof text !== 'string') withinLimits.set(text, measured);
  return measured.excess;
}

/** What large bodies hold: they are measured when they are received, and their limits asked for when they are parsed. */
const withinLimits = new WeakMap<Buffer, Measured>();

interface Measured {
  readonly excess: 'levels' | 'values' | 'characters' | null;
  /** Whether a number may be beyond the range of doubles, for `valueOfJson`; not determined beyond the limits. */
  readonly mayOverflow: boolean;
  /** The number of members of all objects, a repeated name each time; not determined beyond the limits. */
  readonly members: number;
}

/**
 * Looks at each byte once, because most bodies are large pages: a search for the end of each of their strings takes
 * several times as long.
 */
function measure(text: string | Buffer, most: { readonly values: number; readonly string: number }): Measured {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  let [depth, values, members, mayOverflow] = [0, 1, 0, false];
  /** The end of what came before the current number. */
  let before = -1;
  for (let index = 0; index < bytes.length; index += 1) {
    const code = bytes[index] as number;
    if (code === QUOTE) {
      const end = endOfString(bytes, index);
      if (end - index > most.string) return { excess: 'characters', mayOverflow, members };
      index = end;
      before = end;
      continue;
    }
    // Digits are the most frequent bytes outside of strings.
    if (code >= ZERO && code <= NINE) {
      mayOverflow ||= index - before >= MANY_DIGITS;
      continue;
    }
    if (code === COMMA) values += 1;
    else if (code === COLON) members += 1;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1;
    else if (code === LOWER_E || code === UPPER_E) mayOverflow ||= isDigit(bytes[index - 1]);
    if (code === COMMA || code === COLON || code === OPEN_ARRAY) before = index;
    if (depth > MAX_NESTING) return { excess: 'levels', mayOverflow, members };
    if (values > most.values) return { excess: 'values', mayOverflow, members };
  }
  return { excess: null, mayOverflow, members };
}

/** The index of the quote that ends a string, or the length of the text if none does. */
function endOfString(bytes: Buffer, start: number): number {
  const { length } = bytes;
  for (let index = start + 1; index < length; index += 1) {
    const code = bytes[index];
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index += 1;
  }
  return length;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= ZERO && code <= NINE;
}

/** How many bytes an object, an array or a member takes in memory, in addition to its text. */
const BYTES_OF_VALUE = 40;

/** How many bytes the value of a JSON text takes in memory, approximately: often several times as many as the text. */
export function memoryOf(body: Buffer): number {
  let values = 0;
  for (let index = 0; index < body.length; index += 1) {
    const code = body[index];
    if (code === COMMA || code === OPEN_OBJECT || code === OPEN_ARRAY) values += 1;
  }
  return body.length + values * BYTES_OF_VALUE;
}

/**
 * The value of a JSON text. A number beyond the range of doubles (RFC 8259 section 6) is read as null, since no rule can
 * compare it; `limitsOf` says whether there may be one. Throws a SyntaxError as `JSON.parse` does.
 */
export function valueOfJson(text: string, mayOverflow = true): unknown {
  if (!mayOverflow || !LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value) => (typeof value === 'number' && !Number.isFinite(value) ? null : value));
}
