import type { Scalar } from './collation.js';
import type { ValueColumn } from './value-column.js';

/** A column of a list, with what filters and sorts need of it. Each is made when it is first read. */
export class ListColumn implements ValueColumn {
  readonly values: readonly Scalar[];
  readonly codes: Uint32Array;
  readonly numbers?: Float64Array;
  /** The number of distinct values: the code of a record without one. */
  readonly valueCount: number;
  #starts: Uint32Array | undefined;
  #order: Uint32Array | undefined;

  constructor({ values, codes, numbers }: ValueColumn) {
    this.values = values;
    this.codes = codes;
    if (numbers !== undefined) this.numbers = numbers;
    this.valueCount = values.length;
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
