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
  const [firsts, lasts] = [rankedNames(firstNames), rankedNames(lastNames)];
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

/** The distinct names in lower case in the order in which they come before a full stop, and the rank of each given one. */
function rankedNames(given: readonly string[]) {
  const own = given.map((name) => name.toLowerCase());
  const names = [...new Set(own)].sort((one, other) => (`${one}.` < `${other}.` ? -1 : 1));
  return { names, ranks: own.map((name) => names.indexOf(name)) };
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
