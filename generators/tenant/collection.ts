/** Texts as numbers in the same order, which are made and sorted faster: the same number for the same text. */
export interface NumberedTexts {
  /** The integer of a record, from 0 to 2 ** 53, or `null` if it has no text. Epoch milliseconds for a timestamp. */
  at(position: number): number | null;
  textOf(number: number): string;
  /** All numbers differ by multiples of it, such as a second; default 1. */
  readonly unit?: number;
}

/** Reads one field of records by their position, without making the records. */
export interface FieldReader<Value = unknown> {
  at(position: number): Value;
  readonly numbers?: NumberedTexts;
}

export type FieldReaders<T> = { readonly [Field in keyof T]: FieldReader<T[Field]> };

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
  /** Reads a field without the other fields of a record; valid until a record is replaced. */
  readerOf<Field extends keyof T>(field: Field): FieldReader<T[Field]>;
  /** Replaces the record with the same id; throws if there is none. */
  replace(record: T): void;
  /** A copy that can be written to without changing the original. */
  clone(): Collection<T>;
}
