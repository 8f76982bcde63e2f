import type { Row } from '../model.js';
import type { FieldType } from '../record-shape.js';
import { compareValues, type Scalar } from './collation.js';
import type { ComparisonOperator, Filter } from './filter.js';
import { timeOf } from './filter-values.js';

type Comparison = Extract<Filter, { kind: 'comparison' }>;
type Test = (actual: Scalar, value: Scalar) => boolean;

const tests: Readonly<Record<ComparisonOperator, Test>> = {
  '-eq': (actual, value) => actual === value,
  '-ne': (actual, value) => actual !== value,
  '-gt': (actual, value) => compareValues(actual, value) > 0,
  '-ge': (actual, value) => compareValues(actual, value) >= 0,
  '-lt': (actual, value) => compareValues(actual, value) < 0,
  '-le': (actual, value) => compareValues(actual, value) <= 0,
  '-contains': (actual, value) => String(actual).includes(String(value)),
  '-notcontains': (actual, value) => !String(actual).includes(String(value)),
};

/** Whether a record satisfies a filter. Strings are compared exactly; a null equals nothing. */
export function matches(filter: Filter, record: Row): boolean {
  switch (filter.kind) {
    case '-not':
      return !matches(filter.operand, record);
    case '-and':
      return filter.operands.every((operand) => matches(operand, record));
    case '-or':
      return filter.operands.some((operand) => matches(operand, record));
    case 'comparison':
      return compares(filter, actualOf(filter.type, (record[filter.field] ?? null) as Scalar | null));
  }
}

/** A value of a field as filters compare it: a date as epoch milliseconds. */
export function actualOf(type: FieldType, value: Scalar | null): Scalar | null {
  return type === 'date' && value !== null ? timeOf(String(value)) : value;
}

/** Whether a value satisfies a comparison. */
export function compares({ operator, value }: Comparison, actual: Scalar | null): boolean {
  if (actual === null) return operator === '-ne' || operator === '-notcontains';
  return tests[operator](actual, value);
}
