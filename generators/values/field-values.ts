import type { DataType, Literal, Operator } from '../../contract/query-language.js';

/** A value as a literal of a data type holds it. */
export type ValueOf<Type extends DataType> = Extract<Literal, { type: Type }>['value'];

/** A field that can be filtered, and what it is known to hold. */
export type FieldValues = {
  [Type in DataType]: {
    readonly field: string;
    readonly type: Type;
    /** Values that records of the target hold; null is none. */
    readonly values: readonly ValueOf<Type>[];
    /** The operators that the target takes on this field; those of its type where left out. */
    readonly operators?: readonly Operator[];
  };
}[DataType];
