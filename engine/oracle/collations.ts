import { EITHER, NO, type Outcome, YES } from './truth.js';

type Fold = (text: string) => string;
type Strength = 'base' | 'accent' | 'case' | 'variant';

/**
 * A way in which stores compare texts in `-eq` and `-contains`. It has several foldings because stores of one kind
 * differ in rare letters (the sharp s, ligatures, wide forms, emoji, letters with marks that some languages treat as
 * separate letters): nothing is claimed if the foldings disagree.
 */
export interface Collation {
  readonly name: string;
  readonly folds: readonly Fold[];
  /** The one folding that decides between plain ASCII texts. */
  readonly plain: Fold;
  /** `-eq` ignores trailing spaces (SQL Server, MySQL before 8); `-contains` never does. */
  readonly padded: boolean;
  /**
   * Texts that Intl.Collator treats as equal in this locale at this strength may be equal in stores of this kind too.
   */
  readonly language: readonly [locale: string, Strength] | null;
  /** How `-contains` compares texts, where it differs from `-eq`: one may be left to the store, and one to a program. */
  readonly contains?: Collation;
}

/** Letters without a decomposition, with the letters that root collations treat them as. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŀ: 'l',
  ı: 'i',
};
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
/** Letters with marks that some language, and so its collation, treats as separate letters. */
const NATIONAL = /[åäöñüčšžćőűçğşõăâîșț]/giu;

const UNSEEN = /(?:(?![\t-\r])[\p{Cf}\p{Cc}]|\ufe0e|\ufe0f)+/gu;

const exact: Fold = (text) => text;
const composed: Fold = (text) => text.normalize('NFC');
const decomposed: Fold = (text) => text.normalize('NFD');
const asciiLower: Fold = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const lower: Fold = (text) => text.toLowerCase();
const upper: Fold = (text) => text.toUpperCase();
/** The dotted and the dotless i are separate letters. */
const turkishLower: Fold = (text) => text.toLocaleLowerCase('tr');
const turkishUpper: Fold = (text) => text.toLocaleUpperCase('tr');
/** Case folding in both directions, as full case folding does. */
const caseless: Fold = (text) => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
const unmarked: Fold = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
const unmarkedAbroad: Fold = (text) =>
  composed(text).replace(/\P{ASCII}/gu, (letter) => (letter.search(NATIONAL) === 0 ? letter : unmarked(letter)));
/** Compatibility forms are equal, and invisible characters are dropped. */
const visible: Fold = (text) => text.normalize('NFKC').replace(UNSEEN, '');
const plain: Fold = (text) => unmarked(text).replace(PLAIN_LETTERS, (letter) => PLAIN[letter] ?? letter);
/** Some stores give all characters outside the BMP one weight, others none. */
const oneAstral: Fold = (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd').replaceAll('ß', 's');
const noAstral: Fold = (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '');
/** Hiragana and katakana differ by accent only in root collations. */
const oneKana: Fold = (text) =>
  text.replace(/[\u3041-\u3096]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0x60));

const after =
  (...folds: Fold[]): Fold =>
  (text) =>
    folds.reduce((folded, fold) => fold(folded), text);

const CASELESS_MARKED = [
  after(composed, lower),
  after(composed, upper),
  after(lower, decomposed),
  after(visible, caseless, composed),
  after(visible, oneKana, caseless, composed),
  after(composed, oneAstral, lower),
  after(composed, noAstral, lower),
];

const KINDS = [
  { name: 'binary', folds: [exact] },
  { name: 'normal forms alike', folds: [composed, decomposed, visible], language: ['und', 'variant'] as const },
  { name: 'case-insensitive in ASCII', folds: [asciiLower], plain: lower },
  { name: 'case-insensitive', folds: [lower, upper, caseless], plain: lower },
  {
    name: 'case-insensitive, normal forms alike',
    folds: CASELESS_MARKED,
    plain: lower,
    language: ['und', 'accent'] as const,
  },
  {
    name: 'accent-insensitive',
    folds: [unmarked, unmarkedAbroad, after(visible, unmarked)],
    language: ['und', 'case'] as const,
  },
  {
    name: 'case- and accent-insensitive',
    folds: [
      after(unmarked, lower),
      after(unmarked, upper),
      after(unmarkedAbroad, lower),
      after(visible, oneKana, caseless, plain),
      after(oneAstral, unmarked, lower),
      after(noAstral, unmarked, lower),
    ],
    plain: lower,
    language: ['und', 'base'] as const,
  },
  {
    name: 'case-insensitive in Turkish',
    folds: [turkishLower, turkishUpper],
    plain: turkishLower,
    language: ['tr', 'accent'] as const,
  },
  {
    name: 'case- and accent-insensitive in Turkish',
    folds: [after(turkishLower, unmarked), after(turkishLower, unmarkedAbroad), after(turkishLower, visible, plain)],
    plain: turkishLower,
    language: ['tr', 'base'] as const,
  },
];

/** The collations that stores compare texts for equality with, the strictest and most usual first. */
export const COLLATIONS: readonly Collation[] = [false, true].flatMap((padded) =>
  KINDS.map(({ name, folds, ...rest }) => ({
    plain: exact,
    language: null,
    ...rest,
    name: padded ? `${name}, spaces at the end ignored` : name,
    folds,
    padded,
  })),
);

const named = (name: string): Collation => COLLATIONS.find((own) => own.name === name) as Collation;

/** The collations of filters: also those of stores that ignore case in `-eq` and not in `-contains`, or the reverse. */
export const FILTER_COLLATIONS: readonly Collation[] = [
  ...COLLATIONS,
  ...['case-insensitive', 'case-insensitive, normal forms alike', 'case- and accent-insensitive'].flatMap((name) => [
    { ...named(name), name: `${name} in -eq`, contains: named('binary') },
    { ...named('binary'), name: `${name} in -contains`, contains: named(name) },
  ]),
];

/**
 * The coarsest foldings of a text: two texts without a common folding differ under every collation; if none of one text
 * is contained in one of the other, no collation finds it there. This cheaply rules out most texts of a collection.
 * There is one folding, except for characters outside the BMP: stores drop them, give them all one weight, or treat
 * them as the letters that they look like, and some texts contain such characters only before or only after
 * composition.
 */
export function loosely(text: string): readonly string[] {
  const forms = isPlain(text) ? [] : [text, composed(text)].filter((form) => ASTRAL.test(form));
  if (forms.length === 0) return [loosest(text)];
  return [...new Set([loosest(text), ...forms.flatMap((form) => [loosest(noAstral(form)), loosest(oneAstral(form))])])];
}

const ASTRAL = /[\u{10000}-\u{10ffff}]/u;

function loosest(text: string): string {
  if (isPlain(text)) return text.toLowerCase().replace(/s+/g, 's');
  return plain(caseless(oneKana(text.normalize('NFKD'))))
    .normalize('NFKD')
    .replace(/[^\x20-\x7e\t-\r\p{L}\p{N}]+/gu, '')
    .toLowerCase()
    .replace(/[sß]+/g, 's');
}

/** Printable ASCII, which every collation treats the same, except for case. */
export function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Whether a text has ASCII letters or digits: then no folding of it is empty. */
export const hasLetters = (text: string): boolean => /[a-z0-9]/i.test(text);

/** The collation that an operator compares with. */
export function collationFor(operator: 'equal' | 'contain', given: Collation): Collation {
  return operator === 'contain' ? (given.contains ?? given) : given;
}

/** Whether a text equals or contains another under a collation. `fold` may cache the foldings of texts. */
export function compareTexts(
  operator: 'equal' | 'contain',
  [text, sought]: readonly [string, string],
  given: Collation,
  fold: (fold: Fold, text: string) => string = (own, folded) => own(folded),
): Outcome {
  const equal = operator === 'equal';
  const collation = collationFor(operator, given);
  const trim = (folded: string) =>
    equal && collation.padded && folded.endsWith(' ') ? folded.replace(/ +$/, '') : folded;
  const test = (one: string, other: string) => (equal ? trim(one) === trim(other) : one.includes(other));
  if (isPlain(text) && isPlain(sought)) {
    return test(fold(collation.plain, text), fold(collation.plain, sought)) ? YES : NO;
  }
  let outcome = 0;
  for (const own of collation.folds) outcome |= test(fold(own, text), fold(own, sought)) ? YES : NO;
  if (!equal || outcome !== NO || collation.language === null) return outcome;
  return collatorOf(...collation.language).compare(trim(text), trim(sought)) === 0 ? EITHER : NO;
}

const collators = new Map<string, Intl.Collator>();

function collatorOf(locale: string, sensitivity: Strength): Intl.Collator {
  const key = `${locale} ${sensitivity}`;
  const known = collators.get(key) ?? new Intl.Collator(locale, { sensitivity });
  collators.set(key, known);
  return known;
}
