import type { Scalar } from './collation.js';
import { MOST_POSITIONS, sortByText } from './text-order.js';

/** Of a record without a value, until the number of values is known; no index is as large. */
const NO_CODE = MOST_POSITIONS;

/** The values of one field of a list: each distinct value once, and for each record which of them it has. */
export interface ValueColumn {
  /** Ascending, as `compareValues` orders them. */
  readonly values: readonly Scalar[];
  /** By position: the index of the value, or the number of values if the record has none. */
  readonly codes: Uint32Array;
}

/** With more distinct values than this, sorting all texts is faster than looking each one up among the known ones. */
const MOST_LOOKED_UP = 5000;

type ValueAt = (position: number) => Scalar | null;

/** The values of some records; `null` if they have several types, or if there are too many records. */
export function valueColumn(count: number, valueAt: ValueAt): ValueColumn | null {
  if (count > MOST_POSITIONS) return null;
  const known = new Map<Scalar, number>();
  const found: Scalar[] = [];
  const codes = new Uint32Array(count);
  for (let position = 0; position < count; position += 1) {
    const value = valueAt(position);
    if (value === null) {
      codes[position] = NO_CODE;
      continue;
    }
    let code = known.get(value);
    if (code === undefined) {
      if (typeof value === 'object' || typeof value !== typeof (found[0] ?? value)) return null;
      if (typeof value === 'string' && found.length === MOST_LOOKED_UP) return textColumn(count, valueAt);
      code = found.length;
      known.set(value, code);
      found.push(value);
    }
    codes[position] = code;
  }
  const order = ascending(found);
  const ranks = new Uint32Array(found.length);
  for (let rank = 0; rank < order.length; rank += 1) ranks[order[rank] as number] = rank;
  for (let position = 0; position < codes.length; position += 1)
    codes[position] = ranks[codes[position] as number] ?? found.length;
  return { values: Array.from(order, (index) => found[index] as Scalar), codes };
}

/** The values of a field of texts, most of which only one record has. */
function textColumn(length: number, valueAt: ValueAt): ValueColumn | null {
  const texts: string[] = [];
  const order = new Uint32Array(length);
  let count = 0;
  for (let position = 0; position < length; position += 1) {
    const value = valueAt(position);
    if (value !== null && typeof value !== 'string') return null;
    texts.push(value ?? '');
    if (value === null) continue;
    order[count] = position;
    count += 1;
  }
  const known = order.subarray(0, count);
  sortByText(texts, known);
  const values: string[] = [];
  const codes = new Uint32Array(length).fill(NO_CODE);
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
