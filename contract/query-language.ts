/** The comparison operators that the conventions for collections define. */
export const OPERATORS = ['-eq', '-ne', '-gt', '-ge', '-lt', '-le', '-contains', '-notcontains'] as const;

export type Operator = (typeof OPERATORS)[number];

/** The data types of values in the conventions. */
export type DataType = 'string' | 'number' | 'boolean' | 'date';

/** A value of a comparison; a date is ISO 8601 text. */
export type Literal =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'date'; readonly value: string };

/** `field operator value`. */
export interface Comparison {
  readonly kind: 'comparison';
  readonly field: string;
  readonly operator: Operator;
  readonly literal: Literal;
}

/** A filter expression as a syntax tree. */
export type Filter =
  | Comparison
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Filter[] }
  | { readonly kind: 'not'; readonly operand: Filter };

/** One key of a sort. */
export interface SortKey {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** The operators that the conventions define for each data type. */
export const OPERATORS_OF: Readonly<Record<DataType, readonly Operator[]>> = {
  string: ['-eq', '-ne', '-contains', '-notcontains'],
  number: ['-eq', '-ne', '-gt', '-ge', '-lt', '-le'],
  boolean: ['-eq', '-ne'],
  date: ['-eq', '-ne', '-gt', '-ge', '-lt', '-le'],
};
