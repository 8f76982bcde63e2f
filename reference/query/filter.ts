import type { FieldType } from '../record-shape.js';
import type { Scalar } from './collation.js';

/** The comparison operators. */
export type ComparisonOperator = '-eq' | '-ne' | '-gt' | '-ge' | '-lt' | '-le' | '-contains' | '-notcontains';

/** A parsed filter: comparisons joined by `-and`, `-or` and `-not`. */
export type Filter =
  | {
      readonly kind: 'comparison';
      readonly field: string;
      readonly type: FieldType;
      readonly operator: ComparisonOperator;
      /** Read as the type of the field; a date is epoch milliseconds. */
      readonly value: Scalar;
    }
  | { readonly kind: '-not'; readonly operand: Filter }
  | { readonly kind: '-and' | '-or'; readonly operands: readonly Filter[] };

const ORDER: readonly FieldType[] = ['number', 'date'];
const ALL: readonly FieldType[] = ['string', 'number', 'boolean', 'date'];
const TEXT: readonly FieldType[] = ['string'];

/** The types of field that each operator applies to. */
export const operatorTypes: ReadonlyMap<string, readonly FieldType[]> = new Map<ComparisonOperator, typeof ALL>([
  ['-eq', ALL],
  ['-ne', ALL],
  ['-gt', ORDER],
  ['-ge', ORDER],
  ['-lt', ORDER],
  ['-le', ORDER],
  ['-contains', TEXT],
  ['-notcontains', TEXT],
]);
