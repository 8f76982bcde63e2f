import type { Scalar } from './collation.js';

/** The values of one field of a list: each distinct value once, and for each record which of them it has. */
export interface ValueColumn {
  /** Ascending, as `compareValues` orders them. */
  readonly values: readonly Scalar[];
  /** By position: the index of the value, or the number of values if the record has none. */
  readonly codes: Uint32Array;
  /** The values as numbers in the same order, if their texts are made when they are read: epoch milliseconds of timestamps. */
  readonly numbers?: Float64Array;
  /** The positions by code, those of the same code in ascending order, if they are known. */
  readonly order?: Uint32Array;
}
