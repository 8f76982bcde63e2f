import type { FieldReader } from '../../generators/tenant/collection.js';
import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import type { Row } from '../model.js';
import { ColumnBuilder } from './column-builder.js';
import type { Filter } from './filter.js';
import { ListColumn } from './list-column.js';
import { ListMatching } from './list-matching.js';
import { ListOrder } from './list-order.js';
import { numberColumn } from './number-column.js';
import { PageOrder } from './page-order.js';
import { positions } from './positions.js';
import type { SortKey } from './sort-parser.js';
import type { ValueColumn } from './value-column.js';

/** Where the rows of a list take most of their fields from. */
export interface Parents {
  readonly index: ListIndex;
  /** By row, the position of the parent. */
  readonly positions: ArrayLike<number>;
}

/** What is known of the rows of a list beside the rows. */
interface Origin {
  /** Reads a field faster than from the rows; undefined for one that is read from the parents or from the rows. */
  fieldOf?(field: string): FieldReader | undefined;
  /** Of all fields that are not read otherwise. */
  readonly parents?: Parents;
}

/**
 * The columns of a long list, each made when a filter or a sort first needs it. Then a filter or a sort of a million
 * records takes a few milliseconds, because it compares distinct values and moves positions.
 */
export class ListIndex {
  readonly #columns = new Map<string, ListColumn | null>();
  readonly #matching: ListMatching;
  readonly #sorting = new ListOrder();

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
    const matching = filter === undefined ? null : this.#matching.of(filter);
    if (keys.length === 0) return this.#at(matching ?? positions(this.records.length));
    const columns = keys.map(({ field, direction }) => ({
      column: this.#columnOf(field),
      isDescending: direction === 'desc',
    }));
    const ids = this.column('id');
    const order = new PageOrder(
      this.records.length,
      matching,
      ids === null ? columns : [...columns, { column: ids, isDescending: false }],
      this.#sorting,
    );
    const range = (start: number, end: number) =>
      Array.from(order.slice(start, end), (at) => this.records.at(at) as Row);
    const { length } = order;
    return lazyArray({ count: length, at: (index) => range(index, index + 1)[0] as Row, range });
  }

  /** The column of a field; `null` if it has values of several types. */
  column(field: string): ListColumn | null {
    if (!this.#columns.has(field)) {
      const column = this.#columnFrom(field);
      this.#columns.set(field, column && new ListColumn(column));
    }
    return this.#columns.get(field) ?? null;
  }

  /** The column of a field that has one. */
  #columnOf(field: string): ListColumn {
    return this.column(field) as ListColumn;
  }

  #columnFrom(field: string): ValueColumn | null {
    const { fieldOf, parents } = this.origin;
    const read = fieldOf?.(field);
    if (read === undefined && parents !== undefined) return childColumn(parents.index.column(field), parents.positions);
    return columnOf(this.records.length, read ?? { at: (position) => this.records.at(position)?.[field] });
  }

  #at(order: Uint32Array): readonly Row[] {
    const at = (index: number) => this.records.at(order[index] as number) as Row;
    return lazyArray({ count: order.length, at });
  }
}

/** The column of a field of so many rows; `null` if it has values of several types. */
function columnOf(count: number, { at, numbers }: FieldReader): ValueColumn | null {
  if (numbers !== undefined) {
    const own = new Float64Array(count);
    for (let position = 0; position < count; position += 1) own[position] = numbers.at(position) ?? Number.NaN;
    return numberColumn(own, numbers);
  }
  const builder = new ColumnBuilder(count);
  for (let position = 0; position < count; position += 1) builder.add(at(position));
  return builder.build();
}

/** The values are those of the parents, so only the codes take memory. */
function childColumn(column: ValueColumn | null, parents: ArrayLike<number>): ValueColumn | null {
  if (column === null) return null;
  const codes = new Uint32Array(parents.length);
  for (let position = 0; position < codes.length; position += 1)
    codes[position] = column.codes[parents[position] as number] as number;
  return {
    values: column.values,
    codes,
    ...(column.numbers && { numbers: column.numbers }),
  };
}

function fieldsOf(filter: Filter): string[] {
  if (filter.kind === 'comparison') return [filter.field];
  return filter.kind === '-not' ? fieldsOf(filter.operand) : filter.operands.flatMap(fieldsOf);
}
