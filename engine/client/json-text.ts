/** The deepest nesting of arrays and objects that is read (RFC 8259 section 9 allows a limit). */
export const MAX_NESTING = 1000;
/** The largest number of values that is read in one text: the longest documented page of 1,000 records has a tenth of it. */
export const MAX_VALUES = 250_000;
/** The longest string that is read, in characters as they are written. */
export const MAX_STRING = 100_000;

/**
 * Only such a number can be beyond the range of doubles: an exponent of two digits takes at least 210 digits before it. It
 * does not begin within a UUID, where `1e234` is frequent.
 */
const LONG_NUMBER = /(?:^|[:,[\s])-?(?:[0-9]+(?:\.[0-9]+)?[eE]\+?[0-9]{3}|[0-9]{210})/;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Why a JSON text is not read: it is nested too deeply, or holds more values than `most`; `null` if it is within the
 * limits.
 */
export function beyondLimits(text: string | Buffer, most = MAX_VALUES): string | null {
  const excess = excessOf(text, { values: most, string: Number.POSITIVE_INFINITY });
  if (excess === null) return null;
  return excess === 'levels' ? `it is nested deeper than ${MAX_NESTING} levels` : `it holds more than ${most} values`;
}

/**
 * What a JSON text has too much of: levels, values or characters in one string; `null` if it is within the limits. The
 * text may be given in UTF-8, because a string of a large body would take as much memory again.
 */
export function excessOf(
  text: string | Buffer,
  most = { values: MAX_VALUES, string: MAX_STRING },
): 'levels' | 'values' | 'characters' | null {
  let [depth, values] = [0, 1];
  for (let index = 0; index < text.length; index += 1) {
    const code = codeAt(text, index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (end - index > most.string) return 'characters';
      index = end;
    } else if (code === COMMA) values += 1;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1;
    if (depth > MAX_NESTING) return 'levels';
    if (values > most.values) return 'values';
  }
  return null;
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

function codeAt(text: string | Buffer, index: number): number | undefined {
  return typeof text === 'string' ? text.charCodeAt(index) : text[index];
}

/** The index of the quote that ends a string; the length of the text if it does not end. */
function endOfString(text: string | Buffer, start: number): number {
  for (let index = start + 1; ; index += 1) {
    index = text.indexOf('"', index);
    if (index < 0) return text.length;
    let slashes = 0;
    while (codeAt(text, index - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return index;
  }
}

/**
 * The value of a JSON text. A number beyond the range of doubles (RFC 8259 section 6) is read as null, since no rule can
 * compare it. Throws a SyntaxError as `JSON.parse` does.
 */
export function valueOfJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value) => (typeof value === 'number' && !Number.isFinite(value) ? null : value));
}
