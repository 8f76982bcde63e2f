import type { Scalar } from './collation.js';
import type { ValueColumn } from './value-column.js';

/** Fewer searches are passes over all codes: to order all records takes as long as some of them. */
const WORTH_AN_ORDER = 5;

/** A column of a list, with what filters and sorts need of it. Each is made when it is first read. */
export class ListColumn implements ValueColumn {
  readonly values: readonly Scalar[];
  readonly codes: Uint32Array;
  readonly numbers?: Float64Array;
  /** The number of distinct values: the code of a record without one. */
  readonly valueCount: number;
  #starts: Uint32Array | undefined;
  #order: Uint32Array | undefined;
  #searches = 0;

  constructor({ values, codes, numbers, order }: ValueColumn) {
    this.values = values;
    this.codes = codes;
    if (numbers !== undefined) this.numbers = numbers;
    this.valueCount = values.length;
    this.#order = order;
  }

  /** By code, how many records have a lower one. The last number is that of all records. */
  get starts(): Uint32Array {
    this.#starts ??= startsOf(this.codes, this.valueCount);
    return this.#starts;
  }

  /** The positions by code, those of the same code in ascending order. */
  get order(): Uint32Array {
    this.#order ??= orderOf(this.codes, this.starts);
    return this.#order;
  }

  /** How many records have a code from one up to and without another. */
  countOf(from: number, to: number): number {
    return Math.max(0, (this.starts[to] as number) - (this.starts[from] as number));
  }

  /** The positions of these records in ascending order. */
  positionsOf(from: number, to: number): Uint32Array {
    this.#searches += 1;
    const count = this.countOf(from, to);
    if (this.#order === undefined && this.#searches < WORTH_AN_ORDER) return search(this.codes, from, to, count);
    const start = this.starts[from] as number;
    const found = this.order.subarray(start, start + count);
    return to - from <= 1 ? found : found.slice().sort();
  }
}

function startsOf(codes: Uint32Array, valueCount: number): Uint32Array {
  const starts = new Uint32Array(valueCount + 2);
  for (let position = 0; position < codes.length; position += 1) {
    const after = (codes[position] as number) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let code = 0; code <= valueCount; code += 1)
    starts[code + 1] = (starts[code + 1] as number) + (starts[code] as number);
  return starts;
}

/** The positions of some codes, of which there are so many, in a pass over all codes. */
function search(codes: Uint32Array, from: number, to: number, count: number): Uint32Array {
  const found = new Uint32Array(count);
  for (let [position, index] = [0, 0]; index < count; position += 1) {
    const code = codes[position] as number;
    if (code < from || code >= to) continue;
    found[index] = position;
    index += 1;
  }
  return found;
}

function orderOf(codes: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const order = new Uint32Array(codes.length);
  for (let position = 0; position < codes.length; position += 1) {
    const code = codes[position] as number;
    const at = next[code] as number;
    order[at] = position;
    next[code] = at + 1;
  }
  return order;
}
