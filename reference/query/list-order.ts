import type { ValueColumn } from './value-column.js';

/** One key of a sort, on the column of its field. */
export interface ColumnKey {
  readonly column: ValueColumn;
  readonly isDescending: boolean;
}

/** A key with the number of distinct values, which is read for each record. */
export interface RankedKey {
  readonly codes: Uint32Array;
  readonly count: number;
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
    const own = keys.map(ranked);
    const mostValues = Math.max(0, ...own.map(({ count }) => count));
    if (order.length < mostValues * SHARE_COUNTED) {
      order.sort((one, other) => {
        for (const key of own) {
          const difference = rank(key, one) - rank(key, other);
          if (difference !== 0) return difference;
        }
        return 0;
      });
      return;
    }
    // The last key first: each pass keeps the order of records with the same value.
    for (const key of own.toReversed()) this.#pass(order, key);
  }

  /** Sorts by one key, by counting how often each value occurs. */
  #pass(order: Uint32Array, key: RankedKey): void {
    const { count } = key;
    if (this.#counts.length < count + 2) this.#counts = new Uint32Array(count + 2);
    if (this.#spare.length < order.length) this.#spare = new Uint32Array(order.length);
    const next = this.#counts.fill(0, 0, count + 2);
    const sorted = this.#spare;
    for (let index = 0; index < order.length; index += 1) {
      const after = rank(key, order[index] as number) + 1;
      next[after] = (next[after] as number) + 1;
    }
    for (let code = 0; code <= count; code += 1) next[code + 1] = (next[code + 1] as number) + (next[code] as number);
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

export function ranked({ column: { values, codes }, isDescending }: ColumnKey): RankedKey {
  return { codes, count: values.length, isDescending };
}

/** Records without a value come last, in either direction. */
export function rank({ codes, count, isDescending }: RankedKey, position: number): number {
  const code = codes[position] as number;
  return isDescending && code < count ? count - 1 - code : code;
}
