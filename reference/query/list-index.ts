import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { Row } from '../model.js';
import type { Scalar } from './collation.js';
import type { Filter } from './filter.js';
import { ListMatching } from './list-matching.js';
import { ListOrder } from './list-order.js';
import { positions } from './positions.js';
import type { SortKey } from './sort-parser.js';
import { type ValueColumn, valueColumn } from './value-column.js';

/** Where the rows of a list take most of their fields from. */
export interface Parents {
  readonly index: ListIndex;
  /** By row, the position of the parent. */
  readonly positions: ArrayLike<number>;
  /** The fields that rows do not have from their parent, all of which are read at once. */
  readonly own: readonly string[];
}

/**
 * The columns of a long list, each made when a filter or a sort first needs it. Then a filter or a sort of a million
 * records takes a few milliseconds, because it compares distinct values and moves positions.
 */
export class ListIndex {
  readonly #columns = new Map<string, ValueColumn | null>();
  readonly #matching: ListMatching;
  readonly #sorting = new ListOrder();
  #byId: Uint32Array | undefined;

  /** Each column reads all records once, except that of a field that rows have from their parents. */
  constructor(
    private readonly records: readonly Row[],
    private readonly parents: Parents | null = null,
  ) {
    this.#matching = new ListMatching(records.length, (field) => this.#columnOf(field));
  }

  /**
   * The records that match a filter, in the order of the keys, ties by ascending id; in their own order without keys.
   * `null` if a field has values of several types.
   */
  select(filter: Filter | undefined, keys: readonly SortKey[]): readonly Row[] | null {
    const fields = [...keys.map(({ field }) => field), ...(filter === undefined ? [] : fieldsOf(filter))];
    if (fields.some((field) => this.column(field) === null)) return null;
    const base = keys.length === 0 ? null : this.#orderById();
    const isMatching = filter === undefined ? null : this.#matching.of(filter);
    const order = selected(base, isMatching, this.records.length);
    const columns = keys.map(({ field, direction }) => ({
      column: this.#columnOf(field),
      isDescending: direction === 'desc',
    }));
    this.#sorting.sort(order, columns);
    return this.#at(order);
  }

  /** The column of a field; `null` if it has values of several types. */
  column(field: string): ValueColumn | null {
    if (!this.#columns.has(field)) this.#makeColumn(field);
    return this.#columns.get(field) ?? null;
  }

  /** The column of a field that has one. */
  #columnOf(field: string): ValueColumn {
    return this.column(field) as ValueColumn;
  }

  #makeColumn(field: string): void {
    const { parents, records } = this;
    if (parents === null) {
      const recordAt = records.at.bind(records);
      this.#keep(field, (position) => recordAt(position)?.[field]);
    } else if (parents.own.includes(field)) this.#makeOwn(parents.own);
    else this.#columns.set(field, childColumn(parents.index.column(field), parents.positions));
  }

  #keep(field: string, valueAt: (position: number) => unknown): void {
    this.#columns.set(
      field,
      valueColumn(this.records.length, (position) => (valueAt(position) ?? null) as Scalar | null),
    );
  }

  /** Makes the columns of several fields with one read of each row, which takes longer than all of the columns. */
  #makeOwn(fields: readonly string[]): void {
    const { records } = this;
    const recordAt = records.at.bind(records);
    const values = fields.map((): unknown[] => []);
    for (let position = 0, { length } = records; position < length; position += 1) {
      const row = recordAt(position);
      for (let index = 0; index < fields.length; index += 1) values[index]?.push(row?.[fields[index] as string]);
    }
    fields.forEach((field, index) => {
      this.#keep(field, (position) => values[index]?.[position]);
    });
  }

  #at(order: Uint32Array): readonly Row[] {
    const at = (index: number) => this.records.at(order[index] as number) as Row;
    return lazyArray({ count: order.length, at, all: () => Array.from(order, (_, index) => at(index)) });
  }

  #orderById(): Uint32Array {
    if (this.#byId === undefined) {
      const column = this.column('id');
      this.#byId = positions(this.records.length);
      if (column !== null) this.#sorting.sort(this.#byId, [{ column, isDescending: false }]);
    }
    return this.#byId;
  }
}

/** The values are those of the parents, so only the codes take memory. */
function childColumn(column: ValueColumn | null, parents: ArrayLike<number>): ValueColumn | null {
  if (column === null) return null;
  const codes = new Uint32Array(parents.length);
  for (let position = 0; position < codes.length; position += 1)
    codes[position] = column.codes[parents[position] as number] as number;
  return { values: column.values, codes };
}

/** The positions that match, in a given order or in that of the list; all of them without a filter. */
function selected(order: Uint32Array | null, isMatching: Uint8Array | null, length: number): Uint32Array {
  if (isMatching === null) return order?.slice() ?? positions(length);
  let count = 0;
  for (let position = 0; position < length; position += 1) count += isMatching[position] as number;
  const found = new Uint32Array(count);
  let index = 0;
  for (let at = 0; index < count; at += 1) {
    const position = order === null ? at : (order[at] as number);
    if (isMatching[position] !== 1) continue;
    found[index] = position;
    index += 1;
  }
  return found;
}

function fieldsOf(filter: Filter): string[] {
  if (filter.kind === 'comparison') return [filter.field];
  return filter.kind === '-not' ? fieldsOf(filter.operand) : filter.operands.flatMap(fieldsOf);
}
