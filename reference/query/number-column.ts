import type { NumberedTexts } from '../../generators/tenant/collection.js';
import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { ValueColumn } from './value-column.js';

/** How many values the bits have by which numbers are sorted at a time. */
const DIGITS = 2 ** 16;

/**
 * A column of texts that numbers stand for, in the same order, most of which only one record has. Numbers are sorted faster
 * than texts and take a sixth of the memory. `NaN` is no text; all others are integers below 2 ** 53 in absolute value.
 */
export function numberColumn(
  numbers: Float64Array,
  { textOf, unit = 1 }: Pick<NumberedTexts, 'textOf' | 'unit'>,
): ValueColumn {
  const sorted = ascending(numbers, unit);
  const distinct = new Float64Array(sorted.length);
  const codes = new Uint32Array(numbers.length);
  let last = -1;
  for (let index = 0; index < sorted.length; index += 1) {
    const position = sorted[index] as number;
    const number = numbers[position] as number;
    if (last < 0 || distinct[last] !== number) {
      last += 1;
      distinct[last] = number;
    }
    codes[position] = last;
  }
  const own = distinct.slice(0, last + 1);
  const order = new Uint32Array(numbers.length);
  order.set(sorted);
  for (let [position, index] = [0, sorted.length]; index < order.length; position += 1) {
    if (!Number.isNaN(numbers[position])) continue;
    codes[position] = own.length;
    order[index] = position;
    index += 1;
  }
  const values = lazyArray({ count: own.length, at: (index) => textOf(own[index] as number) });
  return { values, codes, numbers: own, order };
}

/** The positions of all numbers except `NaN` in ascending order, sorted by some of their bits at a time, the lowest ones first. */
function ascending(numbers: Float64Array, unit: number): Uint32Array {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let position = 0; position < numbers.length; position += 1) {
    const number = numbers[position] as number;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  let order = known(numbers);
  let spare = new Uint32Array(order.length);
  const digits = new Uint16Array(numbers.length);
  for (let step = unit; step <= most - least; step *= DIGITS) {
    // The array and the shift keep only the lowest bits of a number.
    for (let position = 0; position < numbers.length; position += 1)
      digits[position] = (((numbers[position] as number) - least) / step) >>> 0;
    sortByDigits(digits, order, spare);
    [order, spare] = [spare, order];
  }
  return order;
}

/** The positions of all numbers except `NaN`. */
function known(numbers: Float64Array) {
  const found = new Uint32Array(numbers.length);
  let count = 0;
  for (let position = 0; position < numbers.length; position += 1) {
    found[count] = position;
    if (!Number.isNaN(numbers[position])) count += 1;
  }
  return found.subarray(0, count);
}

/** Puts positions into another array, ordered by their digits, equal ones in their order. */
function sortByDigits(digits: Uint16Array, order: Uint32Array, into: Uint32Array): void {
  const next = new Uint32Array(DIGITS + 1);
  for (let index = 0; index < order.length; index += 1) {
    const after = (digits[order[index] as number] as number) + 1;
    next[after] = (next[after] as number) + 1;
  }
  for (let digit = 0; digit < DIGITS; digit += 1)
    next[digit + 1] = (next[digit + 1] as number) + (next[digit] as number);
  for (let index = 0; index < order.length; index += 1) {
    const position = order[index] as number;
    const digit = digits[position] as number;
    const at = next[digit] as number;
    into[at] = position;
    next[digit] = at + 1;
  }
}
