/**
 * Records in a fixed order, found by id or by position. Ids and order never change, so a clone shares them and
 * copies only the array of references; a record is changed by replacing it, never in place.
 */
export class Collection<T extends { readonly id: string }> {
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

  /** How often a record was replaced. */
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

  /** The record at a position; throws if there is none, which is a bug of the tenant. */
  at(position: number): T {
    const record = this.#records[position];
    if (record === undefined) throw new RangeError(`the collection has no record at ${position}`);
    return record;
  }

  /** Replaces the record with the same id; throws if there is none. */
  replace(record: T): void {
    const position = this.#positions.get(record.id);
    if (position === undefined) throw new RangeError(`the collection has no record ${record.id}`);
    this.#records[position] = record;
    this.#revision += 1;
  }

  clone(): Collection<T> {
    return new Collection(this.#records, this.#positions);
  }
}
