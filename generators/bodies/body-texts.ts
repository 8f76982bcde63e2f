import fc from 'fast-check';
import { HOSTILE_TEXTS } from '../values/hostile-texts.js';
import { memberOf } from '../values/member-of.js';
import { shrinkByParts } from '../values/shrink-by-parts.js';
import { simplestFirst } from '../values/simplest-first.js';

/** The length of a long note, in characters. */
export const LONG_NOTE_LENGTH = 12_000;

/**
 * Typical user input: lines, quotes, markup, both normal forms, right to left, emoji, spaces at the ends, signs that
 * decoders, templates, spreadsheets and typography interpret, more bytes than characters, texts that look like numbers, dates
 * or other JSON values, and control characters.
 */
export const WRITTEN_TEXTS: readonly string[] = [
  'two\nlines',
  'two\r\nlines',
  '  blanks at both ends  ',
  'He said "no" \\ maybe 100%',
  "O'Brien & Söhne <info@example.com>",
  'Zoë Nuñez',
  'Zoe\u0308 Nun\u0303ez',
  'עברית and العربية',
  '👩‍👩‍👧‍👦 🚀',
  '{"json": ["inside"]}',
  '&lt;b&gt; &amp;amp; a%20b%2Fc+d',
  `a\tb  c {{x}} \${x} #{x} $& $1 %s 1+1 %41 “quoted” ‘too’ <i>x</i> \\u0041 \\n ''\u200b\u00a0.`,
  '=1+1, see https://example.com/a // first -- then ... (c) 1/2 :-)',
  'größer '.repeat(70),
  '007',
  'true',
  'null',
  '2024-01-02',
  '1e5',
  'controls \u0001 \u001b \u007f',
  'a \u0000 character',
];

/** A text of many words with the given number of characters. */
export function longNote(length: number = LONG_NOTE_LENGTH): string {
  return 'long note, '.repeat(length).slice(0, length);
}

/** No text contains an unpaired surrogate, which is not a character. */
const whole = (text: string): boolean => !/\p{Cs}/u.test(text);

/**
 * Texts for a text member: typical user input, injections and control characters, arbitrary characters, the empty text,
 * and long texts. Shrinks by removing characters.
 */
export function bodyTexts(longest: number = LONG_NOTE_LENGTH): fc.Arbitrary<string> {
  const texts = fc.oneof(
    { weight: 4, arbitrary: memberOf(simplestFirst(WRITTEN_TEXTS)) },
    { weight: 3, arbitrary: memberOf(simplestFirst(HOSTILE_TEXTS.filter(whole))) },
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: longest }).map(longNote),
    },
  );
  return shrinkByParts(texts.filter(whole));
}
