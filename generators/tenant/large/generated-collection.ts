import type { Collection, FieldReader, FieldReaders } from '../collection.js';
import { lazyArray } from './lazy-array.js';

/** How many records are kept that were read alone: those of some pages. */
const MOST_RECENT = 20_000;

/** How to make the records of a collection, each from its position alone. */
export interface Recipe<T> {
  readonly count: number;
  make(position: number): T;
  /** Of the records as they are made. */
  readonly readers: FieldReaders<T>;
  positionOf(id: string): number | undefined;
}

/** A collection that makes each record when it is read. It keeps the last ones, and all once the whole list was read. */
export class GeneratedCollection<T extends { readonly id: string }> implements Collection<T> {
  readonly records: readonly T[];
  #all: T[] | undefined;
  /** The records that were replaced before the whole list was made, by position. */
  readonly #replaced: Map<number, T>;
  /** The records that were made last, by position: most pages are read several times. */
  readonly #recent = new Map<number, T>();
  #revision = 0;

  constructor(
    private readonly recipe: Recipe<T>,
    replaced: ReadonlyMap<number, T> = new Map(),
    all?: readonly T[],
  ) {
    if (all !== undefined) this.#all = [...all];
    this.#replaced = new Map(replaced);
    this.records = lazyArray({
      count: recipe.count,
      at: (position) => this.at(position),
      all: () => this.#whole(),
    });
  }

  get revision(): number {
    return this.#revision;
  }

  positionOf(id: string): number | undefined {
    return this.recipe.positionOf(id);
  }

  get(id: string): T | undefined {
    const position = this.positionOf(id);
    return position === undefined ? undefined : this.at(position);
  }

  at(position: number): T {
    if (!(position >= 0 && position < this.recipe.count))
      throw new RangeError(`the collection has no record at ${position}`);
    return this.#known(position) ?? this.#keep(position, this.recipe.make(position));
  }

  readerOf<Field extends keyof T>(field: Field): FieldReader<T[Field]> {
    const reader = this.recipe.readers[field] ?? { at: (position) => this.at(position)[field] };
    if ([...this.#replaced].every(([position, record]) => record[field] === reader.at(position))) return reader;
    return {
      at: (position) => {
        const replaced = this.#replaced.get(position);
        return replaced === undefined ? reader.at(position) : replaced[field];
      },
    };
  }

  #known(position: number): T | undefined {
    return this.#all?.[position] ?? this.#replaced.get(position) ?? this.#recent.get(position);
  }

  #keep(position: number, record: T): T {
    if (this.#recent.size === MOST_RECENT) this.#recent.clear();
    this.#recent.set(position, record);
    return record;
  }

  replace(record: T): void {
    const position = this.positionOf(record.id);
    if (position === undefined) throw new RangeError(`the collection has no record ${record.id}`);
    this.#replaced.set(position, record);
    if (this.#all !== undefined) this.#all[position] = record;
    this.#revision += 1;
  }

  #whole(): readonly T[] {
    if (this.#all !== undefined) return this.#all;
    const all: T[] = [];
    for (let position = 0; position < this.recipe.count; position += 1)
      all.push(this.#known(position) ?? this.recipe.make(position));
    this.#all = all;
    return all;
  }

  /** Shares the recipe and the records that were made. */
  clone(): GeneratedCollection<T> {
    return new GeneratedCollection(this.recipe, this.#replaced, this.#all);
  }
}
