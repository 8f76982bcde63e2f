import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { Row } from '../model.js';
import { compareText, type Scalar } from './collation.js';
import type { Filter } from './filter.js';
import { actualOf, compares } from './filter-evaluator.js';
import { positions } from './positions.js';
import type { SortKey } from './sort-parser.js';
import { type ValueColumn, valueColumn } from './value-column.js';

type Comparison = Extract<Filter, { kind: 'comparison' }>;

/**
 * The columns of a long list, each made when a filter or a sort first needs it. Then a filter or a sort of a million
 * records takes tens of milliseconds, because it compares distinct values and moves positions.
 */
export class ListIndex {
  readonly #columns = new Map<string, ValueColumn | null>();
  /** The values of date fields as epoch milliseconds. */
  readonly #times = new Map<string, readonly number[]>();
  #byId: Uint32Array | undefined;

  /** Each column reads all records once. */
  constructor(private readonly records: readonly Row[]) {}

  /**
   * The records that match a filter, in the order of the keys, ties by ascending id; in their own order without keys.
   * `null` if a field has values of several types.
   */
  select(filter: Filter | undefined, keys: readonly SortKey[]): readonly Row[] | null {
    const fields = [...keys.map(({ field }) => field), ...(filter === undefined ? [] : fieldsOf(filter))];
    if (fields.some((field) => this.#column(field) === null)) return null;
    const order = this.#order(keys);
    if (filter === undefined) return this.#at(order);
    const isMatching = this.#matching(filter);
    return this.#at(order.filter((position) => isMatching[position] === 1));
  }

  #at(positions: Uint32Array): readonly Row[] {
    const at = (index: number) => this.records.at(positions[index] as number) as Row;
    return lazyArray({ count: positions.length, at, all: () => Array.from(positions, (_, index) => at(index)) });
  }

  #column(field: string): ValueColumn | null {
    let column = this.#columns.get(field);
    if (column === undefined) {
      column = valueColumn(this.records, field);
      this.#columns.set(field, column);
    }
    return column;
  }

  /** The column of a field that has one. */
  #columnOf(field: string): ValueColumn {
    return this.#column(field) as ValueColumn;
  }

  /** Sorted by the last key first: each pass keeps the order of records with the same value. */
  #order(keys: readonly SortKey[]): Uint32Array {
    let order = positions(this.records.length);
    if (keys.length === 0) return order;
    this.#byId ??= this.#column('id') === null ? order : byCode(order, this.#columnOf('id'), false);
    order = this.#byId;
    for (const { field, direction } of keys.toReversed())
      order = byCode(order, this.#columnOf(field), direction === 'desc');
    return order;
  }

  /** 1 for each position whose record matches. */
  #matching(filter: Filter): Uint8Array {
    if (filter.kind === 'comparison') return this.#comparing(filter);
    if (filter.kind === '-not') return this.#matching(filter.operand).map((is) => 1 - is);
    const [first, ...others] = filter.operands.map((operand) => this.#matching(operand));
    const joined = first ?? new Uint8Array(this.records.length).fill(filter.kind === '-and' ? 1 : 0);
    for (const other of others)
      if (filter.kind === '-and') keepBoth(joined, other);
      else addOther(joined, other);
    return joined;
  }

  #comparing(comparison: Comparison): Uint8Array {
    const { codes } = this.#columnOf(comparison.field);
    const isAccepted = this.#accepted(comparison);
    const matching = new Uint8Array(codes.length);
    for (let position = 0; position < codes.length; position += 1)
      matching[position] = isAccepted[codes[position] as number] as number;
    return matching;
  }

  /** 1 for each value of the field that satisfies a comparison; the last one is for records without a value. */
  #accepted(comparison: Comparison): Uint8Array {
    const { field, type, operator, value } = comparison;
    const { values } = this.#columnOf(field);
    const accepted = new Uint8Array(values.length + 1);
    accepted[values.length] = Number(compares(comparison, null));
    const isText = type === 'string' && typeof values[0] === 'string';
    if (isText && (operator === '-eq' || operator === '-ne')) {
      if (operator === '-ne') accepted.fill(1);
      const index = indexOfText(String(value), values as readonly string[]);
      if (index !== null) accepted[index] = Number(operator === '-eq');
      return accepted;
    }
    const actual: readonly Scalar[] = type === 'date' ? this.#timesOf(field, values) : values;
    for (let index = 0; index < actual.length; index += 1)
      accepted[index] = Number(compares(comparison, actual[index] as Scalar));
    return accepted;
  }

  #timesOf(field: string, values: readonly Scalar[]): readonly number[] {
    let times = this.#times.get(field);
    if (times === undefined) {
      times = values.map((value) => actualOf('date', value) as number);
      this.#times.set(field, times);
    }
    return times;
  }
}

function keepBoth(joined: Uint8Array, other: Uint8Array): void {
  for (let position = 0; position < joined.length; position += 1)
    joined[position] = (joined[position] as number) & (other[position] as number);
}

function addOther(joined: Uint8Array, other: Uint8Array): void {
  for (let position = 0; position < joined.length; position += 1)
    joined[position] = (joined[position] as number) | (other[position] as number);
}

function fieldsOf(filter: Filter): string[] {
  if (filter.kind === 'comparison') return [filter.field];
  return filter.kind === '-not' ? fieldsOf(filter.operand) : filter.operands.flatMap(fieldsOf);
}

/** Positions in the order of their values, equal ones as they were; records without a value come last, in either direction. */
function byCode(order: Uint32Array, { values, codes }: ValueColumn, isDescending: boolean): Uint32Array {
  const count = values.length;
  const rankOf = (position: number) => {
    const code = codes[position] as number;
    return isDescending && code < count ? count - 1 - code : code;
  };
  const next = new Uint32Array(count + 2);
  for (const position of order) next[rankOf(position) + 1] = (next[rankOf(position) + 1] as number) + 1;
  for (let rank = 0; rank <= count; rank += 1) next[rank + 1] = (next[rank + 1] as number) + (next[rank] as number);
  const sorted = new Uint32Array(order.length);
  for (const position of order) {
    const rank = rankOf(position);
    sorted[next[rank] as number] = position;
    next[rank] = (next[rank] as number) + 1;
  }
  return sorted;
}

/** Where a text is among ascending ones, or `null`. */
function indexOfText(text: string, values: readonly string[]): number | null {
  let [low, high] = [0, values.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const difference = compareText(values[middle] as string, text);
    if (difference === 0) return middle;
    if (difference < 0) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
