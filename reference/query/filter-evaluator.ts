import type { Row } from '../model.js';
import { compareValues, type Scalar } from './collation.js';
import type { ComparisonOperator, Filter } from './filter.js';
import { timeOf } from './filter-values.js';

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
    case 'comparison': {
      const value = record[filter.field] ?? null;
      const actual = filter.type === 'date' && value !== null ? timeOf(String(value)) : (value as Scalar | null);
      if (actual === null) return filter.operator === '-ne' || filter.operator === '-notcontains';
      return tests[filter.operator](actual, filter.value);
    }
  }
}
