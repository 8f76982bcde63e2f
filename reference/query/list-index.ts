import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { Row } from '../model.js';
import { ColumnBuilder } from './column-builder.js';
import type { Filter } from './filter.js';
import { ListMatching } from './list-matching.js';
import { ListOrder } from './list-order.js';
import { positions } from './positions.js';
import type { SortKey } from './sort-parser.js';
import type { ValueColumn } from './value-column.js';

/** Where the rows of a list take most of their fields from. */
export interface Parents {
  readonly index: ListIndex;
  /** By row, the position of the parent. */
  readonly positions: ArrayLike<number>;
}

/** Fields that are read together, because that takes as long as one of them, and how to read them. */
export interface FieldGroup {
  readonly fields: readonly string[];
  /** A row with these fields, at least. */
  at(position: number): Row;
}

/** What is known of the rows of a list beside the rows. */
interface Origin {
  readonly groups?: readonly FieldGroup[];
  /** Of all fields that are in no group. */
  readonly parents?: Parents;
}

/**
 * The columns of a long list, each made when a filter or a sort first needs it. Then a filter or a sort of a million
 * records takes a few milliseconds, because it compares distinct values and moves positions.
 */
export class ListIndex {
  readonly #columns = new Map<string, ValueColumn | null>();
  /** Of fields that were read with another one, and that nothing needed yet. */
  readonly #builders = new Map<string, ColumnBuilder>();
  readonly #matching: ListMatching;
  readonly #sorting = new ListOrder();
  #byId: Uint32Array | undefined;

  /** Each group of fields reads all records once, and so does a field that is in no group and not from parents. */
  constructor(
    private readonly records: readonly Row[],
    private readonly origin: Origin = {},
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
    const { groups = [], parents } = this.origin;
    const group = groups.find(({ fields }) => fields.includes(field));
    if (group === undefined && parents !== undefined) {
      this.#columns.set(field, childColumn(parents.index.column(field), parents.positions));
      return;
    }
    if (!this.#builders.has(field))
      this.#read(group ?? { fields: [field], at: this.records.at.bind(this.records) as FieldGroup['at'] });
    this.#columns.set(field, this.#builders.get(field)?.build() ?? null);
    this.#builders.delete(field);
  }

  #read({ fields, at }: FieldGroup): void {
    const { length } = this.records;
    const builders = fields.map((field) => ({ field, builder: new ColumnBuilder(length) }));
    for (let position = 0; position < length; position += 1) {
      const row = at(position);
      for (const { field, builder } of builders) builder.add(row[field]);
    }
    for (const { field, builder } of builders) this.#builders.set(field, builder);
  }

  #at(order: Uint32Array): readonly Row[] {
    const at = (index: number) => this.records.at(order[index] as number) as Row;
    return lazyArray({ count: order.length, at });
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
  return { ...column, codes };
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
