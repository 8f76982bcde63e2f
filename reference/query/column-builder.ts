import type { Scalar } from './collation.js';
import { MOST_POSITIONS, sortByText } from './text-order.js';
import type { ValueColumn } from './value-column.js';

/** Of a record without a value, until the number of values is known; no index is as large. */
const NO_CODE = MOST_POSITIONS;

/** The values of a field of some records, taken one after the other. */
export class ColumnBuilder {
  readonly #codes: Uint32Array;
  readonly #known = new Map<Scalar, number>();
  readonly #found: Scalar[] = [];
  /** Whether there is no column: there are values of several types, or too many records. */
  #isMixed: boolean;
  #count = 0;

  constructor(count: number) {
    this.#isMixed = count > MOST_POSITIONS;
    this.#codes = new Uint32Array(this.#isMixed ? 0 : count);
  }

  /** Adds the value of the next record. */
  add(value: unknown): void {
    if (this.#isMixed) return;
    const position = this.#count;
    this.#count += 1;
    if (value === null || value === undefined) this.#codes[position] = NO_CODE;
    else if (typeof value === 'object' || typeof value !== typeof (this.#found[0] ?? value)) this.#isMixed = true;
    else this.#codes[position] = this.#codeOf(value as Scalar);
  }

  /** The column; `null` if the values have several types, or if there are too many records. */
  build(): ValueColumn | null {
    return this.#isMixed ? null : codedColumn(this.#found, this.#codes);
  }

  #codeOf(value: Scalar): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const code = this.#found.length;
    this.#known.set(value, code);
    this.#found.push(value);
    return code;
  }
}

/** A column of values of one type, by the indexes of the values that records have. Changes the codes. */
function codedColumn(found: readonly Scalar[], codes: Uint32Array): ValueColumn {
  const order = ascending(found);
  const ranks = new Uint32Array(found.length);
  for (let rank = 0; rank < order.length; rank += 1) ranks[order[rank] as number] = rank;
  for (let position = 0; position < codes.length; position += 1)
    codes[position] = ranks[codes[position] as number] ?? found.length;
  return { values: Array.from(order, (index) => found[index] as Scalar), codes };
}

/** The indexes of distinct values of one type in ascending order of the values. */
function ascending(values: readonly Scalar[]): Uint32Array {
  const order = Uint32Array.from(values, (_value, index) => index);
  if (typeof values[0] === 'string') sortByText(values as readonly string[], order);
  else order.sort((one, other) => Number(values[one]) - Number(values[other]));
  return order;
}
