import type { DataType, Literal, Operator } from '../../contract/query-language.js';

/** The value of a literal of a data type. */
export type ValueOf<Type extends DataType> = Extract<Literal, { type: Type }>['value'];

/** A filterable field, and its known values. */
export type FieldValues = {
  [Type in DataType]: {
    readonly field: string;
    readonly type: Type;
    /** Values of records of the target, without null. */
    readonly values: readonly ValueOf<Type>[];
    /** The operators that the target supports on this field; by default those of its type. */
    readonly operators?: readonly Operator[];
  };
}[DataType];
