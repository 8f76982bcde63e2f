import type { NumberedTexts } from '../collection.js';

/** What a user name of a large tenant is made of: positions in the lists of names, and the position of the user. */
export interface NameParts {
  readonly first: number;
  readonly last: number;
  readonly index: number;
}

/**
 * Numbers for texts such as `ann.moore.12` or `ann.moore.12@example.com` that are in the order of the texts, so that a million
 * of them are sorted without being made. Each part ends with a character that comes before all others in it, or after them.
 */
export function nameNumbers(
  count: number,
  [firstNames, lastNames]: readonly [readonly string[], readonly string[]],
  { suffix, partsOf }: { readonly suffix: string; partsOf(position: number): NameParts },
): NumberedTexts {
  const [firsts, lasts] = [firstNames, lastNames].map((names) =>
    rankedNames(
      names.map((name) => name.toLowerCase()),
      '.',
    ),
  ) as [RankedNames, RankedNames];
  let known: { readonly order: Uint32Array; readonly ranks: Uint32Array } | undefined;
  const numbers = () => {
    known ??= decimalOrder(count, suffix);
    return known;
  };
  return {
    at(position) {
      const { first, last, index } = partsOf(position);
      const names = (firsts.ranks[first] as number) * lasts.names.length + (lasts.ranks[last] as number);
      return names * count + (numbers().ranks[index] as number);
    },
    textOf(number) {
      const names = Math.floor(number / count);
      const first = firsts.names[Math.floor(names / lasts.names.length)];
      const last = lasts.names[names % lasts.names.length];
      return [first, last, `${numbers().order[number % count]}${suffix}`].join('.');
    },
  };
}

/**
 * Numbers for full names such as `Ann Moore`, and for some other names, that are in the order of the texts. `nameOf` gives
 * one of the other names for a user who has one.
 */
export function fullNameNumbers(
  [firstNames, lastNames]: readonly [readonly string[], readonly string[]],
  others: readonly string[],
  nameOf: (position: number) => NameParts | string,
): NumberedTexts {
  const [firsts, lasts] = [rankedNames(firstNames, ' '), rankedNames(lastNames, '')];
  const lastCount = lasts.names.length;
  const pairs = firsts.names.length * lastCount;
  const textOfPair = (pair: number) => `${firsts.names[Math.floor(pair / lastCount)]} ${lasts.names[pair % lastCount]}`;
  /** The other names that are no full names, in order, each with the number of full names before it. */
  const extras: { readonly name: string; readonly before: number }[] = [];
  const numbers = new Map<string, number>();
  for (const name of [...new Set(others)].sort((one, other) => (one < other ? -1 : 1))) {
    let [low, high] = [0, pairs];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (textOfPair(middle) >= name) high = middle;
      else low = middle + 1;
    }
    numbers.set(name, low + extras.length);
    if (low === pairs || textOfPair(low) !== name) extras.push({ name, before: low });
  }
  return {
    at(position) {
      const name = nameOf(position);
      if (typeof name === 'string') return numbers.get(name) as number;
      const pair = (firsts.ranks[name.first] as number) * lastCount + (lasts.ranks[name.last] as number);
      let shift = 0;
      while (shift < extras.length && (extras[shift] as { before: number }).before <= pair) shift += 1;
      return pair + shift;
    },
    textOf(number) {
      let shift = 0;
      for (; shift < extras.length; shift += 1) {
        const { name, before } = extras[shift] as { name: string; before: number };
        if (before + shift === number) return name;
        if (before + shift > number) break;
      }
      return textOfPair(number - shift);
    },
  };
}

interface RankedNames {
  readonly names: readonly string[];
  readonly ranks: readonly number[];
}

/** The distinct names in the order in which they come before another text, and the rank of each given one. */
function rankedNames(given: readonly string[], next: string): RankedNames {
  const names = [...new Set(given)].sort((one, other) => (`${one}${next}` < `${other}${next}` ? -1 : 1));
  return { names, ranks: given.map((name) => names.indexOf(name)) };
}

/** The numbers below a count in the order of their texts with a suffix, which sorts before or after all digits. */
function decimalOrder(count: number, suffix: string) {
  const order = new Uint32Array(count);
  const ranks = new Uint32Array(count);
  let length = 0;
  const add = (number: number) => {
    order[length] = number;
    ranks[number] = length;
    length += 1;
  };
  const visit = (number: number) => {
    if (number >= count) return;
    if (suffix < '0') add(number);
    if (number > 0) for (let digit = 0; digit < 10; digit += 1) visit(number * 10 + digit);
    if (suffix >= '0') add(number);
  };
  for (let digit = 0; digit < 10; digit += 1) visit(digit);
  return { order, ranks };
}
