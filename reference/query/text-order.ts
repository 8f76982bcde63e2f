import { compareText } from './collation.js';

/** How many characters are compared at once, and the codes of each: 0 behind the end, the last for all beyond ASCII. */
const AT_ONCE = 4;
const CODES = 128;
const LAST_CODE = CODES - 1;
/** Positions are below this number; with the codes of `AT_ONCE` characters they fit into the 53 bits of a double. */
export const MOST_POSITIONS = 2 ** 24;
/** Shorter ranges are sorted by comparison, which is faster for them. */
const SHORT = 12;

/**
 * Sorts positions by the texts that they name, in the order of `compareText`, equal texts by position. The
 * next characters and the position are one number, so most of the work is a sort of numbers.
 */
export function sortByText(texts: readonly string[], order: Uint32Array): void {
  sortFrom(0, texts, order);
}

/** Sorts positions of texts that agree in all characters before `at`, all of them ASCII. */
function sortFrom(at: number, texts: readonly string[], order: Uint32Array): void {
  if (order.length < SHORT) {
    sortByComparison(texts, order);
    return;
  }
  const numbers = new Float64Array(order.length);
  for (let index = 0; index < order.length; index += 1) {
    const position = order[index] as number;
    numbers[index] = codesAt(texts[position] as string, at) * MOST_POSITIONS + position;
  }
  numbers.sort();
  let [start, codes] = [0, 0];
  for (let index = 0; index <= order.length; index += 1) {
    const number = numbers[index] ?? Number.POSITIVE_INFINITY;
    const own = Math.floor(number / MOST_POSITIONS);
    if (index > 0 && own !== codes) {
      if (index - start > 1) sortRun(at, codes, texts, order.subarray(start, index));
      start = index;
    }
    codes = own;
    if (index < order.length) order[index] = number - own * MOST_POSITIONS;
  }
}

/** Sorts positions of texts whose next characters have the same codes. */
function sortRun(at: number, codes: number, texts: readonly string[], order: Uint32Array): void {
  if (isEqual(texts, order)) return;
  if (isExact(codes)) sortFrom(at + AT_ONCE, texts, order);
  else sortByComparison(texts, order);
}

/** The codes of the next characters; no text has a larger number than a text that comes after it. */
function codesAt(text: string, at: number): number {
  const { length } = text;
  let codes = 0;
  for (let index = at; index < at + AT_ONCE; index += 1) {
    const unit = index < length ? text.charCodeAt(index) : 0;
    const code = Math.min(unit, LAST_CODE);
    codes = codes * CODES + code;
    // What follows such a character must not count, because the character itself is not compared yet.
    if (code === LAST_CODE) return codes * CODES ** (at + AT_ONCE - 1 - index);
  }
  return codes;
}

/** Whether texts with the same codes have the same characters there, and more of them may follow. */
function isExact(codes: number): boolean {
  for (let rest = codes, index = 0; index < AT_ONCE; index += 1) {
    const code = rest % CODES;
    if (code === 0 || code === LAST_CODE) return false;
    rest = Math.floor(rest / CODES);
  }
  return true;
}

function isEqual(texts: readonly string[], order: Uint32Array): boolean {
  const first = texts[order[0] as number];
  return order.every((position) => texts[position] === first);
}

/** By insertion where there are few: a sort with a comparator is slow to begin. */
function sortByComparison(texts: readonly string[], order: Uint32Array): void {
  const compare = (one: number, other: number) =>
    compareText(texts[one] as string, texts[other] as string) || one - other;
  if (order.length >= SHORT) {
    order.sort(compare);
    return;
  }
  for (let end = 1; end < order.length; end += 1) {
    const position = order[end] as number;
    let index = end;
    for (; index > 0 && compare(order[index - 1] as number, position) > 0; index -= 1)
      order[index] = order[index - 1] as number;
    order[index] = position;
  }
}
