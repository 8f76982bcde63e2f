import type { Collection, FieldReader } from './collection.js';

/** A collection in memory. Ids and order never change, so a clone shares them and copies only the array of references. */
export class StoredCollection<T extends { readonly id: string }> implements Collection<T> {
  readonly #records: T[];
  readonly #positions: ReadonlyMap<string, number>;
  #revision = 0;

  constructor(records: readonly T[], positions?: ReadonlyMap<string, number>) {
    this.#records = [...records];
    this.#positions = positions ?? new Map(records.map(({ id }, position) => [id, position]));
  }

  get records(): readonly T[] {
    return this.#records;
  }

  get revision(): number {
    return this.#revision;
  }

  positionOf(id: string): number | undefined {
    return this.#positions.get(id);
  }

  get(id: string): T | undefined {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.#records[position];
  }

  at(position: number): T {
    const record = this.#records[position];
    if (record === undefined) throw new RangeError(`the collection has no record at ${position}`);
    return record;
  }

  readerOf<Field extends keyof T>(field: Field): FieldReader<T[Field]> {
    return { at: (position) => this.at(position)[field] };
  }

  replace(record: T): void {
    const position = this.#positions.get(record.id);
    if (position === undefined) throw new RangeError(`the collection has no record ${record.id}`);
    this.#records[position] = record;
    this.#revision += 1;
  }

  clone(): StoredCollection<T> {
    return new StoredCollection(this.#records, this.#positions);
  }
}
