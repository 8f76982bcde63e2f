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
  /** Groups of fields that are made without the other fields of a record; none if all records are kept. */
  readonly parts: readonly (readonly (keyof T)[])[];
  /** Reads at least some fields of the record at a position; only one of the parts is made if it has all of them. */
  readerOf<Field extends keyof T>(fields: readonly Field[]): (position: number) => Pick<T, Field>;
  /** Replaces the record with the same id; throws if there is none. */
  replace(record: T): void;
  /** A copy that can be written to without changing the original. */
  clone(): Collection<T>;
}
