import { compareValues, type Scalar } from './collation.js';
import type { Filter } from './filter.js';
import { actualOf, compares } from './filter-evaluator.js';
import { firstIndex } from './first-index.js';
import { containing } from './text-search.js';
import type { ValueColumn } from './value-column.js';

type Comparison = Extract<Filter, { kind: 'comparison' }>;
type Alternatives = readonly [Comparison, ...Comparison[]];

/** The values of a date field as epoch milliseconds, by the values of its column, which several lists share. */
const timesOfValues = new WeakMap<readonly Scalar[], readonly Scalar[]>();

/**
 * Evaluates filters of a list on its columns, in arrays that the next filter uses again: an array for each filter of a
 * million records would have the memory collected every few requests.
 */
export class ListMatching {
  /** By depth in the filter. */
  readonly #scratch: Uint8Array[] = [];

  constructor(
    private readonly count: number,
    private readonly columnOf: (field: string) => ValueColumn,
  ) {}

  /** 1 for each position whose record matches; valid until the next call. */
  of(filter: Filter): Uint8Array {
    return this.#evaluate(filter, 0);
  }

  #evaluate(filter: Filter, depth: number): Uint8Array {
    const into = this.#at(depth);
    if (filter.kind === 'comparison') {
      compare([filter], this.columnOf(filter.field), into);
      return into;
    }
    if (filter.kind === '-not') {
      const operand = this.#evaluate(filter.operand, depth + 1);
      for (let position = 0; position < into.length; position += 1) into[position] = 1 - (operand[position] as number);
      return into;
    }
    const alternatives = filter.kind === '-or' ? alternativesOf(filter.operands) : null;
    if (alternatives !== null) {
      compare(alternatives, this.columnOf(alternatives[0].field), into);
      return into;
    }
    into.fill(filter.kind === '-and' ? 1 : 0);
    for (const operand of filter.operands) join(into, this.#evaluate(operand, depth + 1), filter.kind);
    return into;
  }

  #at(depth: number): Uint8Array {
    this.#scratch[depth] ??= new Uint8Array(this.count);
    return this.#scratch[depth] as Uint8Array;
  }
}

function join(into: Uint8Array, other: Uint8Array, kind: '-and' | '-or'): void {
  if (kind === '-and')
    for (let position = 0; position < into.length; position += 1)
      into[position] = (into[position] as number) & (other[position] as number);
  else
    for (let position = 0; position < into.length; position += 1)
      into[position] = (into[position] as number) | (other[position] as number);
}

/** Comparisons of one field, one pass over whose column is enough; `null` for any other filters. */
function alternativesOf(filters: readonly Filter[]): Alternatives | null {
  const [first, ...others] = filters.flatMap((filter) => (filter.kind === 'comparison' ? [filter] : []));
  if (first === undefined || others.length + 1 < filters.length) return null;
  return others.every(({ field }) => field === first.field) ? [first, ...others] : null;
}

/** Matches the records that satisfy at least one of some comparisons of a field. */
function compare(comparisons: Alternatives, column: ValueColumn, into: Uint8Array): void {
  const { codes } = column;
  const range = comparisons.length === 1 ? rangeOf(comparisons[0], column) : null;
  if (range === null) {
    const accepted = new Uint8Array(column.values.length + 1);
    for (const comparison of comparisons) accept(comparison, column, accepted);
    for (let position = 0; position < codes.length; position += 1)
      into[position] = accepted[codes[position] as number] as number;
    return;
  }
  const { from, to } = range;
  const [inside, outside] = range.isExcluded ? [0, 1] : [1, 0];
  for (let position = 0; position < codes.length; position += 1) {
    const code = codes[position] as number;
    into[position] = code >= from && code < to ? inside : outside;
  }
}

/** The codes that satisfy a comparison, from one up to and without another; or all others. */
interface CodeRange {
  readonly from: number;
  readonly to: number;
  readonly isExcluded: boolean;
}

/** The range of a comparison; `null` if its values are in no order that it follows. */
function rangeOf(comparison: Comparison, { values, numbers }: ValueColumn): CodeRange | null {
  const { type, operator, value } = comparison;
  const actual = type === 'date' ? (numbers ?? ascendingTimes(values)) : values;
  if (actual === null || typeof (actual[0] ?? value) !== typeof value) return null;
  const first = () => firstIndex(actual, (one) => compareValues(one, value) >= 0);
  const after = () => firstIndex(actual, (one) => compareValues(one, value) > 0);
  const between = (from: number, to: number, isExcluded = false) => ({ from, to, isExcluded });
  switch (operator) {
    case '-eq':
      return between(first(), after());
    case '-ne':
      return between(first(), after(), true);
    case '-lt':
      return between(0, first());
    case '-le':
      return between(0, after());
    case '-gt':
      return between(after(), actual.length);
    case '-ge':
      return between(first(), actual.length);
    default:
      return null;
  }
}

/** Sets 1 for each value of the field that satisfies a comparison; the last one is for records without a value. */
function accept(comparison: Comparison, column: ValueColumn, accepted: Uint8Array): void {
  const range = rangeOf(comparison, column);
  if (range !== null) {
    if (range.isExcluded) accepted.fill(1, 0, range.from).fill(1, range.to);
    else accepted.fill(1, range.from, range.to);
    return;
  }
  const { values } = column;
  const found = searched(comparison, values);
  for (let index = 0; index < values.length; index += 1)
    if (found?.[index] ?? compares(comparison, actualOf(comparison.type, values[index] as Scalar))) accepted[index] = 1;
  if (compares(comparison, null)) accepted[values.length] = 1;
}

/** 1 for each text that satisfies a comparison with a part of it; `null` for any other comparison. */
function searched({ operator, value }: Comparison, values: readonly Scalar[]): Uint8Array | null {
  if (typeof value !== 'string' || typeof values[0] !== 'string') return null;
  if (operator === '-contains') return containing(values as readonly string[], value);
  if (operator !== '-notcontains') return null;
  return containing(values as readonly string[], value).map((found) => 1 - found);
}

/** Dates of one form sort like their times; `null` for dates that do not. */
function ascendingTimes(values: readonly Scalar[]): readonly Scalar[] | null {
  let times = timesOfValues.get(values);
  if (times === undefined) {
    times = values.map((value) => actualOf('date', value) as number);
    timesOfValues.set(values, times);
  }
  for (let index = 1; index < times.length; index += 1)
    if (!((times[index - 1] as number) <= (times[index] as number))) return null;
  return times;
}
