/** A text with its escapes resolved and its white space taken out, and where each part of that is in the text itself. */
export interface DecodedText {
  readonly plain: string;
  /** The part of the text itself that a part of `plain` was written as; both ends are indexes, the second exclusive. */
  source(from: number, to: number): readonly [number, number];
}

/**
 * The escapes of JSON, JavaScript, URLs and HTML, and white space, which may have been put in or changed to break lines.
 * Those of MIME (`=41`) are left, because a value after an equals sign often begins like one.
 */
const ESCAPE =
  /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([0-3][0-7]{2})|(["\\/])|[bfnrt])|%u([0-9a-f]{4})|%([0-9a-f]{2})|&#(\d{1,7});?|&#x([0-9a-f]{1,6});?|&([a-z]{2,6});|=?\r?\n\s*|\s+/gi;
/** The names that HTML has for ASCII characters. */
const NAMED = new Map(
  Object.entries({
    '&': ['amp'],
    '<': ['lt'],
    '>': ['gt'],
    '"': ['quot'],
    "'": ['apos'],
    '+': ['plus'],
    '/': ['sol'],
    '\\': ['bsol'],
    '=': ['equals'],
    '-': ['hyphen', 'dash'],
    _: ['lowbar'],
    '.': ['period'],
    ',': ['comma'],
    ':': ['colon'],
    ';': ['semi'],
    '?': ['quest'],
    '!': ['excl'],
    '#': ['num'],
    '%': ['percnt'],
    '@': ['commat'],
    $: ['dollar'],
    '*': ['ast'],
    '(': ['lpar'],
    ')': ['rpar'],
    '[': ['lsqb', 'lbrack'],
    ']': ['rsqb', 'rbrack'],
    '{': ['lcub', 'lbrace'],
    '}': ['rcub', 'rbrace'],
    '|': ['verbar', 'vert'],
    '`': ['grave'],
    '^': ['hat'],
  }).flatMap(([character, names]) => names.map((name) => [name, character] as const)),
);
const HIGHEST = 0x10ffff;

/**
 * Resolves the escapes of a text, one layer, whatever they mix; `null` where there are none. What is written byte by byte
 * (`%c3%bc`) becomes a character for each byte.
 */
export function decodedText(text: string): DecodedText | null {
  const parts: string[] = [];
  /** Where each stretch begins: pairs of literal text and escape, by index in `plain` and in the text. */
  const starts: number[] = [];
  const sources: number[] = [];
  let [length, from] = [0, 0];
  const add = (part: string, source: number) => {
    starts.push(length);
    sources.push(source);
    parts.push(part);
    length += part.length;
  };
  for (const match of text.matchAll(ESCAPE)) {
    add(text.slice(from, match.index), from);
    add(resolved(match), match.index);
    from = match.index + match[0].length;
  }
  if (parts.length === 0) return null;
  add(text.slice(from), from);
  const stretch = (index: number) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const placeOf = (index: number) => {
    const at = stretch(index);
    const source = sources[at] ?? 0;
    // Literal stretches and escapes take turns; of an escape there is the whole or nothing.
    if (at % 2 === 0) return [source + index - (starts[at] ?? 0), source + index - (starts[at] ?? 0) + 1] as const;
    return [source, sources[at + 1] ?? text.length] as const;
  };
  return { plain: parts.join(''), source: (first, end) => [placeOf(first)[0], placeOf(end - 1)[1]] };
}

/** What an escape stands for; nothing where that is white space. */
function resolved(match: RegExpExecArray | RegExpMatchArray): string {
  return characterOf(match).replace(/\s/g, '');
}

function characterOf(match: RegExpExecArray | RegExpMatchArray): string {
  const [whole, unit, point, byte, octal, character, percentUnit, percentByte, decimal, hex, name] = match;
  if (character !== undefined) return character;
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  const codeUnit = unit ?? byte ?? percentUnit ?? percentByte;
  if (codeUnit !== undefined) return String.fromCharCode(Number.parseInt(codeUnit, 16));
  const digits = point ?? hex;
  const code = digits !== undefined ? Number.parseInt(digits, 16) : Number(decimal ?? Number.NaN);
  return Number.isNaN(code) ? '' : String.fromCodePoint(Math.min(code, HIGHEST));
}
