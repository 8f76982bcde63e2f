/** Records in a fixed order, found by id or by position. A record is changed by replacing it, never in place. */
export interface Collection<T extends { readonly id: string }> {
  /** All records in order. */
  readonly records: readonly T[];
  /** How often a record was replaced. */
  readonly revision: number;
  positionOf(id: string): number | undefined;
  get(id: string): T | undefined;
  /** The record at a position; throws if there is none, which is a bug of the tenant. */
  at(position: number): T;
  /** Replaces the record with the same id; throws if there is none. */
  replace(record: T): void;
  /** A copy that can be written to without changing the original. */
  clone(): Collection<T>;
}
