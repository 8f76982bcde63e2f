import type { JsonRecord } from './page.js';

/** A text field with so few different values, each of several records, names one of a few kinds. */
const NAMES = 8;
/** How much more a missing value counts than another kind of value: code that uses a value often fails without it. */
const MISSING = 4;
/** How much more a kind of value counts that at most one record in so many has. */
const RARE = 3;
const FEW = 10;
/** Between the names of two fields without a value. */
const PAIR = ' and ';
/** More than all kinds of values of a record together. */
const FIRST = 1000;

/**
 * Up to `most` records that together have as many kinds of values as possible that the records in `known` do not have: values
 * that are missing, empty or zero, negative numbers and fractions, both values of a flag, each of a few names, texts with
 * capitals, quotes, other signs or leading zeros, and lists with one, several or special numbers. Then records at even distances. The first of
 * the fields in `counts` that is zero in a record decides before all other kinds: nothing else belongs to that record.
 */
export function diverse(
  items: readonly JsonRecord[],
  most: number,
  known: readonly JsonRecord[],
  counts: readonly string[] = [],
): readonly JsonRecord[] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const named = new Set(names.filter((name) => isName(items, name)));
  const count = counts.find((name) => items.some((item) => item[name] === 0));
  const candidates = items.map((item) => ({ item, kinds: kindsOf(item, names, named) }));
  const covered = new Set(known.flatMap((item) => kindsOf(item, names, named)));
  const times = countsOf(candidates.flatMap(({ kinds }) => kinds));
  const isRare = (kind: string) => !kind.includes(PAIR) && (times.get(kind) ?? 0) * FEW <= items.length;
  const weightOf = (kind: string) =>
    kind === `${count} zero` ? FIRST : /(?:missing|empty)$/.test(kind) ? MISSING : isRare(kind) ? RARE : 1;
  const gain = (kinds: readonly string[]) =>
    kinds.reduce((sum, kind) => sum + (covered.has(kind) ? 0 : weightOf(kind)), 0);
  const chosen: JsonRecord[] = [];
  while (chosen.length < most) {
    const gains = candidates.map(({ kinds }) => gain(kinds));
    const best = candidates[gains.indexOf(Math.max(...gains))];
    if (best === undefined || gain(best.kinds) === 0) break;
    chosen.push(best.item);
    for (const kind of best.kinds) covered.add(kind);
  }
  const left = items.filter((item) => !chosen.includes(item) && !known.includes(item));
  return [...chosen, ...spread(left, most - chosen.length)];
}

function countsOf(kinds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** A few records at even distances over a list, in its order. */
export function spread(items: readonly JsonRecord[], count: number): JsonRecord[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_item, index) => index % step === 0).slice(0, count);
}

function isName(items: readonly JsonRecord[], name: string): boolean {
  const texts = items.map((item) => item[name]).filter((value) => typeof value === 'string');
  const count = new Set(texts).size;
  return count <= NAMES && count * 2 <= texts.length;
}

/** The kinds of the values of a record, each as a field and a word. */
function kindsOf(item: JsonRecord, names: readonly string[], named: ReadonlySet<string>): string[] {
  const missing = names.filter((name) => isMissing(item[name]));
  return [
    ...names.flatMap((name) => kindsOfValue(item[name], named.has(name)).map((kind) => `${name} ${kind}`)),
    ...missing.flatMap((name, at) => missing.slice(at + 1).map((other) => `${name}${PAIR}${other}`)),
  ];
}

/** Whether a record has no value where this is: none, null or an empty text. */
export const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';

function kindsOfValue(value: unknown, isNamed: boolean): string[] {
  if (value === null || value === undefined) return ['missing'];
  if (typeof value === 'boolean') return [`${value}`];
  if (typeof value === 'number') return [value === 0 ? 'zero' : value < 0 ? 'negative' : `${Number.isInteger(value)}`];
  if (typeof value === 'string') return value === '' ? ['empty'] : isNamed ? [`is ${value}`] : kindsOfText(value);
  const held = Object.values(value as object);
  const codes = held.filter((one) => typeof one === 'number').map((code) => `code ${code}`);
  return [held.length === 0 ? 'missing' : held.length === 1 ? 'single' : 'several', ...codes];
}

const TEXTS: readonly (readonly [kind: string, test: RegExp])[] = [
  ['capitals', /\p{Lu}/u],
  ['special letters', /[^\p{ASCII}]/u],
  ['quotes', /["'\\`]/],
  ['signs', /[%&#?+;<>]/],
  ['lines', /[\n\t]| {2}|^ | $/],
  ['long', /^.{200}/s],
  // What is no number any more after it was read as one.
  ['leading zeros', /^0\d/],
];

/** What a text contains that code may change or not expect. */
function kindsOfText(text: string): string[] {
  return TEXTS.filter(([, test]) => test.test(text)).map(([kind]) => kind);
}
