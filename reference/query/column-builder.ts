import type { Scalar } from './collation.js';
import { MOST_POSITIONS, sortByText } from './text-order.js';
import { timeColumn } from './time-column.js';
import type { ValueColumn } from './value-column.js';

/** Of a record without a value, until the number of values is known; no index is as large. */
const NO_CODE = MOST_POSITIONS;

/** With more distinct values than this, sorting all texts is faster than looking each one up among the known ones. */
const MOST_LOOKED_UP = 5000;

/** The values of a field of some records, taken one after the other, and sorted when the column is needed. */
export class ColumnBuilder {
  readonly #codes: Uint32Array;
  readonly #known = new Map<Scalar, number>();
  readonly #found: Scalar[] = [];
  /** By position, once there are too many distinct ones to look each one up; `null` is no value. */
  #texts: (string | null)[] | null = null;
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
    if (value === null || value === undefined) {
      if (this.#texts === null) this.#codes[position] = NO_CODE;
      else this.#texts.push(null);
      return;
    }
    if (typeof value === 'object' || typeof value !== typeof (this.#found[0] ?? value)) this.#isMixed = true;
    else if (this.#texts === null) this.#codes[position] = this.#codeOf(value as Scalar);
    else this.#texts.push(value as string);
  }

  /** The column; `null` if the values have several types, or if there are too many records. */
  build(): ValueColumn | null {
    if (this.#isMixed) return null;
    if (this.#texts === null) return codedColumn(this.#found, this.#codes);
    return timeColumn(this.#texts) ?? textColumn(this.#texts, this.#codes);
  }

  #codeOf(value: Scalar): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const code = this.#found.length;
    this.#known.set(value, code);
    this.#found.push(value);
    if (typeof value === 'string' && code === MOST_LOOKED_UP) this.#keepTexts(value);
    return code;
  }

  #keepTexts(last: string): void {
    const before = this.#codes.subarray(0, this.#count - 1);
    this.#texts = Array.from(before, (code) => (this.#found[code] ?? null) as string | null);
    this.#texts.push(last);
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

/** A column of texts, most of which only one record has; into codes that are overwritten. */
function textColumn(texts: readonly (string | null)[], codes: Uint32Array): ValueColumn {
  const { length } = texts;
  const order = new Uint32Array(length);
  let count = 0;
  for (let position = 0; position < length; position += 1) {
    if (texts[position] === null) continue;
    order[count] = position;
    count += 1;
  }
  const known = order.subarray(0, count);
  sortByText(texts as readonly string[], known);
  const values: string[] = [];
  codes.fill(NO_CODE);
  for (const position of known) {
    const text = texts[position] as string;
    if (text !== values.at(-1)) values.push(text);
    codes[position] = values.length - 1;
  }
  for (let position = 0; position < codes.length; position += 1)
    if (codes[position] === NO_CODE) codes[position] = values.length;
  return { values, codes };
}

/** The indexes of distinct values of one type in ascending order of the values. */
function ascending(values: readonly Scalar[]): Uint32Array {
  const order = Uint32Array.from(values, (_value, index) => index);
  if (typeof values[0] === 'string') sortByText(values as readonly string[], order);
  else order.sort((one, other) => Number(values[one]) - Number(values[other]));
  return order;
}
