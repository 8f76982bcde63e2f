import type { Row } from '../model.js';
import { positions } from './positions.js';
import type { SortKey } from './sort-parser.js';
import { MOST_POSITIONS, sortByText } from './text-order.js';

/** The values of one key, read once for each record. */
interface Column {
  readonly isDescending: boolean;
  /** Whether a record has no value; `null` if all have one. */
  readonly isNull: Uint8Array | null;
  /** Texts, or numbers with false as 0 and true as 1. */
  readonly values: readonly string[] | Float64Array;
}

/**
 * The records in the order of the keys, ties by ascending id: the order of `compareBy`, for long lists. It sorts
 * positions by columns of values. `null` if a field has values of several types, or if there are too many records.
 */
export function sortedByColumns(list: readonly Row[], keys: readonly SortKey[]): readonly Row[] | null {
  // A list that is made when it is read is slow to read by position.
  const records = [...list];
  const columns = keys.map((key) => columnOf(key, records));
  if (columns.includes(null) || records.length > MOST_POSITIONS) return null;
  const order = positions(records.length);
  sortRange(columns as Column[], records, order);
  return at(records, order);
}

/** The values at some positions. An iterator would take several times as long. */
function at<Value>(values: readonly Value[], order: Uint32Array): Value[] {
  const found: Value[] = [];
  for (let index = 0; index < order.length; index += 1) found.push(values[order[index] as number] as Value);
  return found;
}

function columnOf({ field, direction }: SortKey, records: readonly Row[]): Column | null {
  const isNull = new Uint8Array(records.length);
  const texts: string[] = [];
  const numbers = new Float64Array(records.length);
  let [type, nulls] = ['', 0];
  for (let position = 0; position < records.length; position += 1) {
    const value = records[position]?.[field] ?? null;
    if (value === null) {
      isNull[position] = 1;
      nulls += 1;
      texts.push('');
      continue;
    }
    type ||= typeof value;
    if (typeof value !== type || type === 'object') return null;
    if (typeof value === 'string') texts.push(value);
    else numbers[position] = Number(value);
  }
  return {
    isDescending: direction === 'desc',
    isNull: nulls === 0 ? null : isNull,
    values: type === 'string' ? texts : numbers,
  };
}

/** Sorts positions by the first column, and those of equal values by the next ones and then by id. */
function sortRange([column, ...next]: readonly Column[], records: readonly Row[], order: Uint32Array): void {
  if (order.length < 2) return;
  if (column === undefined) {
    sortById(records, order);
    return;
  }
  const { isDescending, isNull, values } = column;
  // Records without a value come last, in either direction.
  const end = isNull === null ? order.length : partition(isNull, order);
  const range = order.subarray(0, end);
  if (values instanceof Float64Array) range.sort((one, other) => (values[one] as number) - (values[other] as number));
  else sortByText(values, range);
  if (isDescending) range.reverse();
  for (let start = 0; start < end; ) {
    const value = values[order[start] as number];
    let after = start + 1;
    while (after < end && values[order[after] as number] === value) after += 1;
    if (after - start > 1) sortRange(next, records, order.subarray(start, after));
    start = after;
  }
  sortRange(next, records, order.subarray(end));
}

/** Records with the same id keep their order, which is that of their positions. */
function sortById(records: readonly Row[], order: Uint32Array): void {
  order.sort();
  const ids = at(records, order).map(({ id }) => String(id));
  const own = positions(ids.length);
  sortByText(ids, own);
  order.set(own.map((index) => order[index] as number));
}

/** Moves positions without a value to the end. Returns how many have one. */
function partition(isNull: Uint8Array, order: Uint32Array): number {
  const known = order.filter((position) => isNull[position] === 0);
  const unknown = order.filter((position) => isNull[position] === 1);
  order.set(known);
  order.set(unknown, known.length);
  return known.length;
}
