import fc from 'fast-check';
import {
  type Comparison,
  type Filter,
  type Literal,
  OPERATORS_OF,
  type Operator,
} from '../../../contract/query-language.js';
import { filterOver } from '../../../generators/filter/filter-arbitrary.js';
import { sampleOf } from '../../../generators/sample-of.js';
import type { FieldValues } from '../../../generators/values/field-values.js';
import { halvesOf } from '../cut.js';
import { type Wildcard, withWildcard } from '../filter/near-miss-values.js';
import { closeValues } from './close-values.js';
import type { Vocabulary } from './vocabulary.js';

type Value = Literal['value'];

/** The fields of a list that expressions are over. */
type Fields = Pick<Vocabulary, 'fields' | 'sparse'> & Partial<Pick<Vocabulary, 'fraction' | 'dates' | 'others'>>;

/**
 * The expressions that a run sends to a list: each operator of each field with values that distinguish its possible
 * meanings, each join over comparisons that some records match and others do not, and `random` random ones. The same
 * seed and values give the same expressions. Without `isAlone` they are sent beside those of `closeComparisons`.
 */
export function expressionsOver(
  { fields, sparse, fraction = null, dates = [], others = [] }: Fields,
  seed: number,
  random: number,
  isAlone = true,
): Expressions {
  const numbers = fields.filter(({ type }) => type === 'number');
  // The close values of another number take the place of those of the second one.
  const left = isAlone || fraction === null ? [] : numbers.slice(1);
  const compared = fields.filter((field) => !left.includes(field));
  const tried = compared.flatMap((field) =>
    OPERATORS_OF[field.type].flatMap((operator, index) => comparisons(field, operator, seed + index, isAlone)),
  );
  if (!isAlone) tried.push(...dates.flatMap((field) => inOrder(field, seed)));
  // A target may compare a number with a sign otherwise.
  if (!isAlone) tried.push(...numbers.slice(-1).map((field) => comparison(field, '-gt', belowZero(field))));
  // A target may take a zero for no value.
  if (!isAlone) tried.push(...numbers.filter(hasZero).map((field) => comparison(field, '-gt', 0)));
  // A target may look for letters beyond ASCII in another encoding.
  if (!isAlone) tried.push(...[...compared, ...others].flatMap(withAccent).slice(0, 1));
  // A target may fail at a record without the text.
  if (isAlone && sparse !== null) tried.push(...comparisons(sparse, '-contains', seed, isAlone).slice(0, 1));
  const ofOthers = isAlone ? [] : [...left, ...others].flatMap((field) => onceEach(field, seed));
  return {
    comparisons: tried,
    others: ofOthers,
    joins: [...joined(fields), ...sampleOf(filterOver(fields), seed, random)],
  };
}

/** The operators of an order, each with a value that some record has. */
function inOrder(field: FieldValues, seed: number): Comparison[] {
  return ORDER.flatMap((operator, index) =>
    sampleOf(fc.constantFrom(...inner(field)), seed + index, 1).map((value) => comparison(field, operator, value)),
  );
}

/** Each operator once, but that of texts which `filter.every-field` tries with every field. */
function onceEach(field: FieldValues, seed: number): Comparison[] {
  if (field.type !== 'string') {
    const held = field.type === 'boolean' ? (field.values as readonly Value[]) : inner(field);
    // A target may take a zero for no value.
    const withZero = field.type === 'number' && hasZero(field) ? ['-gt'] : [];
    return OPERATORS_OF[field.type].flatMap((operator, index) =>
      sampleOf(fc.constantFrom(...(withZero.includes(operator) ? [0] : held)), seed + index, 1).map((value) =>
        comparison(field, operator, value),
      ),
    );
  }
  const held = (field.values as readonly Value[]).map(String);
  const [value = ''] = sampleOf(fc.constantFrom(...held), seed, 1);
  const { middle } = partsOf(held, seed);
  return [
    comparison(field, '-ne', value),
    comparison(field, '-contains', middle),
    comparison(field, '-notcontains', middle),
  ];
}

const ORDER: readonly Operator[] = ['-gt', '-ge', '-lt', '-le'];

const hasZero = ({ values }: FieldValues): boolean => (values as readonly number[]).includes(0) && values.length > 1;

/** A negative number that is smaller than each value. */
const belowZero = ({ values }: FieldValues): number => Math.floor(Math.min(0, ...(values as readonly number[]))) - 1;

/** Each operator with numbers and times that are close to those of records, and no values of records. */
export function closeComparisons({ fields, fraction }: Pick<Vocabulary, 'fields' | 'fraction'>): Comparison[] {
  const times = fields.filter(({ type }) => type === 'date');
  return [...times, ...(fraction === null ? [] : [fraction])].flatMap((field) =>
    closeValues(field, OPERATORS_OF[field.type]).map(({ operator, value }) => comparison(field, operator, value)),
  );
}

/** Comparisons with one operator each, and the joins of several. */
export interface Expressions {
  readonly comparisons: readonly Comparison[];
  /** Comparisons of further fields, for packs. */
  readonly others: readonly Comparison[];
  readonly joins: readonly Filter[];
}

function comparisons(field: FieldValues, operator: Operator, seed: number, isAlone: boolean): Comparison[] {
  // With only two values, both are used, even if no record has one of them.
  if (field.type === 'boolean') return [true, false].map((value) => comparison(field, operator, value));
  const held = field.type === 'number' || field.type === 'date' ? inner(field) : (field.values as readonly Value[]);
  const [value = ''] = sampleOf(fc.constantFrom(...held), seed, 1);
  if (field.type === 'date') {
    const near = [...(isAlone ? sameDay(operator, `${value}`) : []), ...sameSecond(field, operator)];
    return [value, ...near].map((one) => comparison(field, operator, one));
  }
  if (field.type !== 'string') return [comparison(field, operator, value)];
  const parts = partsOf(held.map(String), seed);
  const wild = WILDCARDS[operator] ?? [];
  // A text contains itself.
  const whole = operator === '-contains' && !isAlone ? [value] : [];
  const values: Value[] =
    wild.length > 0
      ? [parts.middle, parts.otherCase, ...whole, ...wild.flatMap((one) => wildcardOf(held, parts.middle, one))]
      : operator === '-eq'
        ? [value, parts.beginning]
        : [value];
  return values.map((one) => comparison(field, operator, one));
}

/** The operators that a target may carry out with patterns of SQL or regular expressions, and wildcards in their values. */
const WILDCARDS: Readonly<Partial<Record<Operator, readonly Wildcard[]>>> = {
  '-contains': ['%', '.'],
  '-notcontains': ['_'],
};

/** The middle of a value that has not another part, with a wildcard; none if a value has it literally, in any letter case. */
function wildcardOf(held: readonly Value[], part: string, wildcard: Wildcard): string[] {
  const all = held.map((value) => String(value).toLowerCase());
  const sought = part.toLowerCase();
  for (const [index, value] of held.entries()) {
    if (all[index]?.includes(sought)) continue;
    const found = withWildcard(middleOf(String(value)), wildcard).find((own) => {
      const lower = own.toLowerCase();
      return !all.some((other) => other.includes(lower));
    });
    // A list has thousands of values, and each candidate is compared with all of them.
    if (found !== undefined) return [found];
  }
  return [];
}

/** How far a time is from another one of the same day, in milliseconds. */
const APART_MS = 61 * 60_000;
/** In which direction an operator still selects a time of the same day. */
const DIRECTIONS: Readonly<Record<string, number>> = { '-gt': -1, '-lt': 1 };

/** A time of the day of a date-time, which a target that compares days alone considers equal; none for other dates. */
export function sameDay(operator: Operator, value: string): string[] {
  const direction = DIRECTIONS[operator];
  if (direction === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) return [];
  const time = Date.parse(value) + direction * APART_MS;
  const other = Number.isNaN(time) ? '' : new Date(time).toISOString().replace('.000Z', 'Z');
  return other.slice(0, 10) === value.slice(0, 10) ? [other] : [];
}

/** By how much times in one second differ, in milliseconds: a column may hold more digits than it shows. */
const SLIGHTLY_MS = 2;
/** The times near one that a record has that show whether a target drops milliseconds of filters, or of both sides. */
const NEAR: Readonly<Partial<Record<Operator, readonly number[]>>> = {
  '-lt': [SLIGHTLY_MS],
  '-ge': [SLIGHTLY_MS],
  '-gt': [SLIGHTLY_MS, -SLIGHTLY_MS],
  '-le': [SLIGHTLY_MS, -SLIGHTLY_MS],
};

/** Times in the same second as one that a record has; none if no value of the field has milliseconds. */
function sameSecond({ values }: FieldValues, operator: Operator): string[] {
  const parts = (values as readonly Value[]).map((own) => MILLISECONDS.exec(`${own}`));
  const [, second, digits, zone = ''] = parts.find((one) => isWithin(Number(one?.[2]))) ?? [];
  if (second === undefined) return [];
  return (NEAR[operator] ?? []).map((more) => `${second}.${String(Number(digits) + more).padStart(3, '0')}${zone}`);
}

const MILLISECONDS = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})\d*(Z?)$/;

const isWithin = (milliseconds: number): boolean => milliseconds > SLIGHTLY_MS && milliseconds + SLIGHTLY_MS < 1000;

/** The ordered values of a field without the smallest and largest fifths, which hardly distinguish comparisons. */
function inner({ values }: FieldValues): readonly Value[] {
  const ordered = [...(values as readonly Value[])].sort((one, other) => (one < other ? -1 : 1));
  const cut = Math.floor(ordered.length / 5);
  return ordered.slice(cut, ordered.length - cut);
}

function comparison({ field, type }: FieldValues, operator: Operator, value: Value): Comparison {
  return { kind: 'comparison', field, operator, literal: { type, value } as Literal };
}

/** Parts of a string that a record has: its beginning, its middle, and its middle in the other case. */
function partsOf(held: readonly string[], seed: number) {
  const long = held.filter((text) => /^[\x20-\x7e]*[a-z]{4}[\x20-\x7e]*$/i.test(text));
  const [text = 'abcdef'] = sampleOf(fc.constantFrom(...(long.length > 0 ? long : held)), seed, 1);
  const middle = middleOf(text);
  const otherCase = middle === middle.toUpperCase() ? middle.toLowerCase() : middle.toUpperCase();
  return { beginning: halvesOf(text)[0], middle, otherCase };
}

/** A lower-case letter with an accent, which all collations take for itself, and for the one without it at most, between others. */
const ACCENTED = /[A-Za-z]?[àáâãäåçèéêëìíîïñòóôõöùúûüý][A-Za-z]?/;

/** A part of a text with an accented letter and those next to it; none if no value has one. */
function withAccent(field: FieldValues): Comparison[] {
  if (field.type !== 'string') return [];
  const [part] = field.values.flatMap((value) => ACCENTED.exec(String(value))?.[0] ?? []);
  return part === undefined ? [] : [comparison(field, '-contains', part)];
}

function middleOf(text: string): string {
  const points = [...text];
  return points.slice(1, Math.max(2, points.length - 1)).join('');
}

/**
 * Each join, and joins of joins, over comparisons of different fields that mostly match about half of the list. The last one with
 * several fields has most operators: it is sorted as well.
 */
function joined(fields: readonly FieldValues[]): Filter[] {
  const [p, q = p, r = q] = fields.toReversed().map(halving);
  if (p === undefined || q === undefined || r === undefined) return [];
  const and = (...operands: Filter[]): Filter => ({ kind: 'and', operands });
  const or = (...operands: Filter[]): Filter => ({ kind: 'or', operands });
  const not = (operand: Filter): Filter => ({ kind: 'not', operand });
  const texts = fields.filter(({ type }) => type === 'string');
  const [text] = texts.map(halving);
  const [flag] = fields.filter(({ type }) => type === 'boolean').map(halving);
  const others = texts.flatMap(unequal).slice(0, 1);
  // A target may negate the first operand of an -or or of an -and alone.
  const joins = [or(not(or(p, r)), not(and(p, q))), and(p, q), or(p, q), not(p)];
  // An -or within an -and means something else without its parentheses, whatever binds more tightly.
  const within = [or(p, q), or(r, opposite(p))];
  // An -or after an -and in parentheses may be lost with what follows it.
  const after = or(and(p, q), r === q ? opposite(p) : r);
  if (text === undefined) return [...joins, and(...within), after];
  // A target may compile comparisons of different types into one statement that it cannot execute.
  if (flag === undefined) return [...joins, and(...within, ...others), after, not(text)];
  const third = [p, q, r].find(({ field }) => field !== text.field && field !== flag.field) ?? p;
  // A target may take what follows for a part of what is negated.
  const last = and(not(text), third);
  // Without its parentheses, an -or on the right means something else even if joins are evaluated from left to right.
  return [...joins, or(and(flag, or(third, text)), last)];
}

/** A text that needs no escape and is no pattern. */
const SIMPLE = /^[A-Za-z0-9 .]+$/;

/** A comparison with another text than that of some records; none if no value is simple. */
function unequal(field: FieldValues): Comparison[] {
  const simple = (field.values as readonly Value[]).filter((value) => SIMPLE.test(`${value}`));
  return simple.slice(0, 1).map((value) => comparison(field, '-ne', value));
}

/** The comparison that is true for the records with a value for which a halving one is not. */
function opposite(one: Comparison): Comparison {
  const { operator, literal } = one;
  if (literal.type === 'boolean') return { ...one, literal: { ...literal, value: !literal.value } };
  return { ...one, operator: operator === '-ge' ? '-lt' : '-notcontains' };
}

function halving(field: FieldValues): Comparison {
  if (field.type === 'boolean') return comparison(field, '-eq', true);
  if (field.type === 'string') return comparison(field, '-contains', halvingLetter(field.values.map(String)));
  const ordered = inner(field);
  return comparison(field, '-ge', ordered[Math.floor(ordered.length / 2)] ?? '');
}

const LETTERS = [...'aeionrstlcdmupbgfhkvwyzjxq'];

/** The letter that is in about half of some texts, in one case alone: which texts hold it depends on no collation. */
function halvingLetter(texts: readonly string[]): string {
  const offHalf = (letter: string) => Math.abs(texts.filter((text) => text.includes(letter)).length * 2 - texts.length);
  // A list has thousands of values: each is folded once for all letters.
  const folded = texts.map((text) => [text, text.normalize('NFD').toLowerCase()] as const);
  // A text may hold a letter with an accent, or in upper case and not in lower case.
  const isUsable = (letter: string) => !folded.some(([text, own]) => !text.includes(letter) && own.includes(letter));
  const usable = LETTERS.filter(isUsable);
  const [best = 'a'] = usable.toSorted((one, other) => offHalf(one) - offHalf(other));
  return best;
}
