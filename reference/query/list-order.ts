import type { ListColumn } from './list-column.js';

/** One key of a sort, on the column of its field. */
export interface ColumnKey {
  readonly column: ListColumn;
  readonly isDescending: boolean;
}

/** Fewer records than a share of the distinct values are sorted by comparison: counting all values takes longer. */
const SHARE_COUNTED = 1 / 16;

/**
 * Sorts positions by the codes of columns, in arrays that the next sort uses again.
 */
export class ListOrder {
  #counts = new Uint32Array(0);
  #spare = new Uint32Array(0);

  /** Sorts positions in place by the keys, the first one first; equal ones stay in their order. */
  sort(order: Uint32Array, keys: readonly ColumnKey[]): void {
    const mostValues = Math.max(0, ...keys.map(({ column }) => column.valueCount));
    if (order.length < mostValues * SHARE_COUNTED) {
      order.sort((one, other) => {
        for (const key of keys) {
          const difference = rank(key, one) - rank(key, other);
          if (difference !== 0) return difference;
        }
        return 0;
      });
      return;
    }
    // The last key first: each pass keeps the order of records with the same value.
    for (const key of keys.toReversed()) this.#pass(order, key);
  }

  /** Sorts by one key, by counting how often each value occurs. */
  #pass(order: Uint32Array, key: ColumnKey): void {
    const { valueCount } = key.column;
    if (this.#counts.length < valueCount + 2) this.#counts = new Uint32Array(valueCount + 2);
    if (this.#spare.length < order.length) this.#spare = new Uint32Array(order.length);
    const next = this.#counts.fill(0, 0, valueCount + 2);
    const sorted = this.#spare;
    for (let index = 0; index < order.length; index += 1) {
      const after = rank(key, order[index] as number) + 1;
      next[after] = (next[after] as number) + 1;
    }
    for (let code = 0; code <= valueCount; code += 1)
      next[code + 1] = (next[code + 1] as number) + (next[code] as number);
    for (let index = 0; index < order.length; index += 1) {
      const position = order[index] as number;
      const own = rank(key, position);
      const at = next[own] as number;
      sorted[at] = position;
      next[own] = at + 1;
    }
    order.set(sorted.subarray(0, order.length));
  }
}

/** The place of a record among the distinct values in the order of a key. */
export function rank({ column, isDescending }: ColumnKey, position: number): number {
  const code = column.codes[position] as number;
  return isDescending ? rankOfCode(code, column.valueCount) : code;
}

/** Of a code in a descending order. Records without a value come last, in either direction; the same gives the code of a rank. */
export function rankOfCode(code: number, valueCount: number): number {
  return code < valueCount ? valueCount - 1 - code : code;
}
