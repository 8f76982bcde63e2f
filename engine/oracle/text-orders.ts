import { byUnits, type Compare, fold } from './collation.js';

/** An order of texts that stores sort by: the sort key of each text, and its comparison, which is NaN where it decides nothing. */
export interface TextOrder {
  readonly name: string;
  readonly key: (text: string) => string;
  readonly compare: Compare;
}

/** Languages whose collations differ from the root one in the order of letters. */
export const LANGUAGES: readonly string[] = ['sv', 'da', 'es', 'de-u-co-phonebk', 'cs', 'et', 'lt', 'tr', 'hu'];

const ALPHANUMERIC = /^[a-z0-9]$/;
/** More digits than numbers in texts have. */
const DIGITS = 40;

/** Surrogates sort above all other code units, as in UTF-8 and UTF-32. */
function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left !== right) return Number(left >> 11 === 27) - Number(right >> 11 === 27) || left - right;
  }
  return one.length - other.length;
}

/** By letters and digits of folded texts; stores order other characters differently, so those decide nothing. */
function byLetters(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const [a = '', b = ''] = [left[at], right[at]];
  const decides = (sign: string) => sign === '' || ALPHANUMERIC.test(sign);
  return decides(a) && decides(b) ? byUnits(a, b) : Number.NaN;
}

function collator(locale: string, options: Intl.CollatorOptions): Compare {
  let made: Intl.Collator | undefined;
  return (one, other) => {
    made ??= new Intl.Collator(locale, { sensitivity: 'base', ...options });
    return made.compare(one, other);
  };
}

const asIs = (text: string): string => text;
const lower = (text: string): string => text.toLowerCase();
const composed = (text: string): string => text.normalize('NFC');
const decomposed = (text: string): string => text.normalize('NFD');
const unsigned = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The characters of the EBCDIC code page 037 in the order of their codes, in which mainframes sort. */
const EBCDIC = [
  ' \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@\'="',
  'Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×',
  '{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ',
].join('');
const EBCDIC_CODES = new Map([...EBCDIC].map((sign, code) => [sign, String.fromCharCode(code)]));

/** A text whose order by code units is the one in EBCDIC: small letters before capitals, and both before digits. */
const ebcdic = (text: string): string => [...text].map((sign) => EBCDIC_CODES.get(sign) ?? sign).join('');

/** The numbers in a text, so that texts in order of their signs are in order of the numbers. */
const byValue = (text: string): string => text.replace(/[0-9]+/g, (digits) => digits.padStart(DIGITS, '0'));
/** As `byValue`; the parts of a text between the numbers are compared one by one, a number before any other part. */
const byPart = (text: string): string => text.replace(/[0-9]+/g, (digits) => `\0${digits.padStart(DIGITS, '0')}`);

const after =
  (first: (text: string) => string, then: (text: string) => string) =>
  (text: string): string =>
    then(first(text));

/** Orders in which "item 9" comes before "item 10", as programs sort texts that stores do not. */
const NATURAL: readonly TextOrder[] = [
  { name: 'binary', key: asIs },
  { name: 'case-insensitive', key: lower },
  { name: 'case- and accent-insensitive', key: fold },
].flatMap(({ name, key }) => [
  { name: `${name}, numbers by value`, key: after(key, byValue), compare: byUnits },
  { name: `${name}, numbers by value and first`, key: after(key, byPart), compare: byUnits },
]);

/** The orders that stores sort texts by, the most common first. */
export const TEXT_ORDERS: readonly TextOrder[] = [
  { name: 'binary', key: asIs, compare: byUnits },
  { name: 'by code point', key: asIs, compare: byCodePoint },
  { name: 'case-insensitive', key: lower, compare: byUnits },
  { name: 'case-insensitive by capitals', key: (text) => text.toUpperCase(), compare: byUnits },
  { name: 'case- and accent-insensitive', key: fold, compare: byUnits },
  ...['und', ...LANGUAGES].flatMap((locale) => {
    const name = locale === 'und' ? 'of a language' : `of the language ${locale}`;
    return [
      { name, key: asIs, compare: collator(locale, {}) },
      { name: `${name}, numbers by value`, key: asIs, compare: collator(locale, { numeric: true }) },
      { name: `${name}, punctuation ignored`, key: asIs, compare: collator(locale, { ignorePunctuation: true }) },
    ];
  }),
  ...NATURAL,
  { name: 'by letters and digits alone', key: unsigned, compare: byUnits },
  { name: 'by letters and numbers alone', key: after(unsigned, byValue), compare: byUnits },
  {
    name: 'of a language, numbers by value and punctuation ignored',
    key: asIs,
    compare: collator('und', { numeric: true, ignorePunctuation: true }),
  },
  { name: 'by letters and digits, signs in an order of its own', key: fold, compare: byLetters },
  {
    name: 'by letters and numbers, signs in an order of its own',
    key: after(fold, byValue),
    compare: byLetters,
  },
  // A dictionary may read letters with marks as several letters.
  {
    name: 'by letters and digits, signs and letters with marks in an order of its own',
    key: lower,
    compare: byLetters,
  },
  // A target may store texts in one normalization form and show them in the other.
  { name: 'binary, composed', key: composed, compare: byUnits },
  { name: 'binary, decomposed', key: decomposed, compare: byUnits },
  { name: 'case-insensitive, composed', key: after(composed, lower), compare: byUnits },
  { name: 'case-insensitive, decomposed', key: after(decomposed, lower), compare: byUnits },
  { name: 'EBCDIC', key: ebcdic, compare: byUnits },
  { name: 'EBCDIC by capitals', key: after((text) => text.toUpperCase(), ebcdic), compare: byUnits },
];

/** The number of orders before those of single languages, which almost every store uses. */
export const USUAL_TEXTS = TEXT_ORDERS.findIndex(({ name }) => name.startsWith('of the language'));

/** The comparisons of the orders that stores sort texts by; a pair that an order leaves open counts as equal. */
export const usualCollations: readonly Compare[] = TEXT_ORDERS.map(
  ({ key, compare }) =>
    (one, other) =>
      one === other ? 0 : compare(key(one), key(other)) || 0,
);
