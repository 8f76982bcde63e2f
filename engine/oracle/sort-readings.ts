import type { DataType } from '../../contract/query-language.js';
import { byUnits, type Compare, fold, LANGUAGES } from './collation.js';

/** The order of two values; `any`: it is undefined, and so is the rest of the sort. */
export type Ordered = 'before' | 'same' | 'after' | 'any';

/** An order of texts that stores sort by: the sort key of each text, computed once, and its comparison. */
export interface TextOrder {
  readonly name: string;
  readonly key: (text: string) => string;
  readonly compare: Compare;
}

/** Where a sort puts nulls: always first or last, or as the smallest or largest value, or as the empty value. */
export type NullPlace = 'last' | 'first' | 'smallest' | 'largest' | 'as the empty value';

/** How a store sorts by one field. */
export interface SortReading {
  /** The order of texts; other types have one order. */
  readonly text: TextOrder;
  readonly nulls: NullPlace;
  /** Dates and numbers are stored more precisely than shown, so equal ones may not be ties. */
  readonly finer: boolean;
  /** True comes before false. */
  readonly trueFirst: boolean;
}

const ALPHANUMERIC = /^[a-z0-9]$/;

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
const composed = (text: string): string => text.normalize('NFC');
const decomposed = (text: string): string => text.normalize('NFD');

const TEXT_ORDERS: readonly TextOrder[] = [
  { name: 'binary', key: asIs, compare: byUnits },
  { name: 'by code point', key: asIs, compare: byCodePoint },
  { name: 'case-insensitive', key: (text) => text.toLowerCase(), compare: byUnits },
  { name: 'case-insensitive by capitals', key: (text) => text.toUpperCase(), compare: byUnits },
  { name: 'case- and accent-insensitive', key: fold, compare: byUnits },
  { name: 'of a language', key: asIs, compare: collator('und', {}) },
  { name: 'of a language, numbers by value', key: asIs, compare: collator('und', { numeric: true }) },
  { name: 'of a language, punctuation ignored', key: asIs, compare: collator('und', { ignorePunctuation: true }) },
  ...LANGUAGES.flatMap((locale) => [
    { name: `of the language ${locale}`, key: asIs, compare: collator(locale, {}) },
    {
      name: `of the language ${locale}, punctuation ignored`,
      key: asIs,
      compare: collator(locale, { ignorePunctuation: true }),
    },
  ]),
  { name: 'by letters and digits, signs in an order of its own', key: fold, compare: byLetters },
  // A dictionary may read letters with marks as several letters.
  {
    name: 'by letters and digits, signs and letters with marks in an order of its own',
    key: (text) => text.toLowerCase(),
    compare: byLetters,
  },
  // A target may store texts in one normalization form and show them in the other.
  { name: 'binary, composed', key: composed, compare: byUnits },
  { name: 'binary, decomposed', key: decomposed, compare: byUnits },
  { name: 'case-insensitive, composed', key: (text) => composed(text).toLowerCase(), compare: byUnits },
  { name: 'case-insensitive, decomposed', key: (text) => decomposed(text).toLowerCase(), compare: byUnits },
];

/** The number of orders before those of single languages, which almost every store uses. */
const USUAL_TEXTS = TEXT_ORDERS.findIndex(({ name }) => name.startsWith('of the language'));

const NULL_PLACES: readonly NullPlace[] = ['last', 'first', 'smallest', 'largest', 'as the empty value'];

const [binary] = TEXT_ORDERS as readonly [TextOrder];

function product(parts: readonly Partial<SortReading>[]): SortReading[] {
  const plain = { text: binary, finer: false, trueFirst: false };
  return parts.flatMap((part) => NULL_PLACES.map((nulls) => ({ ...plain, ...part, nulls })));
}

/**
 * The ways to sort by a field of each type, the most common first; those that differ only in the place of nulls are
 * adjacent.
 */
export const SORT_READINGS: Readonly<Record<DataType, readonly SortReading[]>> = {
  string: product(TEXT_ORDERS.map((text) => ({ text }))),
  number: product([{}, { finer: true }]),
  boolean: product([{}, { trueFirst: true }]),
  date: product([{}, { finer: true }]),
};

/** For each reading, the first one that differs from it only in the place of nulls. */
export const NULLS_ASIDE: Readonly<Record<DataType, readonly number[]>> = {
  string: nullsAside('string'),
  number: nullsAside('number'),
  boolean: nullsAside('boolean'),
  date: nullsAside('date'),
};

function nullsAside(type: DataType): number[] {
  return SORT_READINGS[type].map((_reading, index) => index - (index % NULL_PLACES.length));
}

/**
 * The number of readings of a type that are tried first; the others are tried only if these leave something
 * unexplained.
 */
export const USUAL: Readonly<Record<DataType, number>> = {
  string: USUAL_TEXTS * NULL_PLACES.length,
  number: SORT_READINGS.number.length,
  boolean: SORT_READINGS.boolean.length,
  date: SORT_READINGS.date.length,
};
