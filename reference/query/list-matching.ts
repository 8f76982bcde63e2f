import { compareValues, type Scalar } from './collation.js';
import type { Filter } from './filter.js';
import { actualOf, compares } from './filter-evaluator.js';
import { firstIndex } from './first-index.js';
import type { ListColumn } from './list-column.js';
import { containing } from './text-search.js';

type Comparison = Extract<Filter, { kind: 'comparison' }>;
type Alternatives = readonly [Comparison, ...Comparison[]];

/** Tests the record at a position. */
type Test = (position: number) => boolean;

/** If one part of an `-and` matches no more than this share of the records, the other parts are tested only for those. */
const FEW = 1 / 32;

/** The values of a date field as epoch milliseconds, by the values of its column, which several lists share. */
const timesOfValues = new WeakMap<readonly Scalar[], readonly Scalar[] | null>();

/**
 * Evaluates filters of a list on its columns, in arrays that the next filter uses again: an array for each filter of a
 * million records would have the memory collected every few requests.
 */
export class ListMatching {
  /** By depth in the filter. */
  readonly #scratch: Uint8Array[] = [];

  constructor(
    private readonly count: number,
    private readonly columnOf: (field: string) => ListColumn,
  ) {}

  /** The positions whose records match, in ascending order. */
  of(filter: Filter): Uint32Array {
    const found = filter.kind === 'comparison' ? this.#inRange(filter, this.count) : this.#few(filter);
    return found ?? positionsOf(this.#evaluate(filter, 0));
  }

  /** The positions that match a comparison of values in their order; `null` for any other, or if they are more than some. */
  #inRange(comparison: Comparison, most: number): Uint32Array | null {
    const column = this.columnOf(comparison.field);
    const range = rangeOf(comparison, column);
    if (range === null || range.isExcluded) return null;
    const { from, to } = range;
    const count = column.countOf(from, to);
    // To sort many positions takes longer than a pass over all records.
    const isFound = count <= most && (to - from <= 1 || count <= this.count * FEW);
    return isFound ? column.positionsOf(from, to) : null;
  }

  /** The positions that match, if they are found without a pass over all records because they are few; `null` otherwise. */
  #few(filter: Filter): Uint32Array | null {
    switch (filter.kind) {
      case 'comparison':
        return this.#inRange(filter, this.count * FEW);
      case '-not':
        return null;
      case '-or': {
        const parts = filter.operands.map((operand) => this.#few(operand));
        return parts.includes(null) ? null : union(parts as Uint32Array[]);
      }
      case '-and':
        for (const operand of filter.operands) {
          const part = this.#few(operand);
          if (part === null) continue;
          const tests = filter.operands.filter((other) => other !== operand).map((other) => this.#testOf(other));
          return part.filter((position) => tests.every((test) => test(position)));
        }
        return null;
    }
  }

  #testOf(filter: Filter): Test {
    if (filter.kind === 'comparison') {
      const { codes, values, valueCount } = this.columnOf(filter.field);
      return (position) => {
        const code = codes[position] as number;
        return compares(filter, code === valueCount ? null : actualOf(filter.type, values[code] as Scalar));
      };
    }
    if (filter.kind === '-not') {
      const test = this.#testOf(filter.operand);
      return (position) => !test(position);
    }
    const tests = filter.operands.map((operand) => this.#testOf(operand));
    return filter.kind === '-and'
      ? (position) => tests.every((test) => test(position))
      : (position) => tests.some((test) => test(position));
  }

  /** 1 for each position whose record matches; valid until the next call. */
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

/** The positions that are in at least one of some arrays, in ascending order. */
function union(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    all.set(part, length);
    length += part.length;
  }
  return all.sort().filter((position, index) => position !== all[index - 1]);
}

/** The positions that match. */
function positionsOf(isMatching: Uint8Array): Uint32Array {
  let count = 0;
  for (let position = 0; position < isMatching.length; position += 1) count += isMatching[position] as number;
  const found = new Uint32Array(count);
  for (let [position, index] = [0, 0]; index < count; position += 1) {
    if (isMatching[position] !== 1) continue;
    found[index] = position;
    index += 1;
  }
  return found;
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
function compare(comparisons: Alternatives, column: ListColumn, into: Uint8Array): void {
  const { codes } = column;
  const range = comparisons.length === 1 ? rangeOf(comparisons[0], column) : null;
  if (range === null) {
    const accepted = new Uint8Array(column.valueCount + 1);
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
function rangeOf(comparison: Comparison, { values, numbers }: ListColumn): CodeRange | null {
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
function accept(comparison: Comparison, column: ListColumn, accepted: Uint8Array): void {
  const range = rangeOf(comparison, column);
  if (range !== null) {
    if (range.isExcluded) accepted.fill(1, 0, range.from).fill(1, range.to);
    else accepted.fill(1, range.from, range.to);
    return;
  }
  const { values, valueCount } = column;
  const isAccepted =
    searched(comparison, values) ??
    ((index) => compares(comparison, actualOf(comparison.type, values[index] as Scalar)));
  for (let index = 0; index < valueCount; index += 1) if (isAccepted(index)) accepted[index] = 1;
  if (compares(comparison, null)) accepted[valueCount] = 1;
}

/** Whether a text satisfies a comparison with a part of it, by its index; `null` for any other comparison. */
function searched({ operator, value }: Comparison, values: readonly Scalar[]): ((index: number) => boolean) | null {
  if (operator !== '-contains' && operator !== '-notcontains') return null;
  if (typeof value !== 'string' || typeof values[0] !== 'string') return null;
  const found = containing(values as readonly string[], value);
  const wanted = operator === '-contains' ? 1 : 0;
  return (index) => found[index] === wanted;
}

/** Dates of one form sort like their times; `null` for dates that do not. */
function ascendingTimes(values: readonly Scalar[]): readonly Scalar[] | null {
  const known = timesOfValues.get(values);
  if (known !== undefined) return known;
  const times = values.map((value) => actualOf('date', value) as number);
  const isAscending = times.every((time, index) => index === 0 || (times[index - 1] as number) <= time);
  timesOfValues.set(values, isAscending ? times : null);
  return isAscending ? times : null;
}
