import { operations } from '../contract/operations/index.js';
import { type Fault, faultsOf, type Operator } from './fault.js';
import { isInjectable } from './operations.js';
import { answers } from './operators/answers.js';
import { authorization } from './operators/authorization.js';
import { errors } from './operators/errors.js';
import { fieldNames } from './operators/field-names.js';
import { fieldTypes } from './operators/field-types.js';
import { fieldValues } from './operators/field-values.js';
import { filter } from './operators/filter.js';
import { filterFields } from './operators/filter-fields.js';
import { filterOperators } from './operators/filter-operators.js';
import { items } from './operators/items.js';
import { links } from './operators/links.js';
import { pageNumbers } from './operators/page-numbers.js';
import { pages } from './operators/pages.js';
import { sort } from './operators/sort.js';

export type { Fault, Operator } from './fault.js';

/** All mutation operators. */
export const operators: readonly Operator[] = [
  ...fieldNames,
  ...fieldTypes,
  ...fieldValues,
  ...pages,
  ...items,
  ...pageNumbers,
  ...filter,
  ...filterFields,
  ...filterOperators,
  ...sort,
  ...errors,
  ...authorization,
  ...answers,
  ...links,
];

/** The faults that the operators generate for the operations of the interface that read. */
export const faults: readonly Fault[] = operations
  .filter(isInjectable)
  .flatMap((operation) => operators.flatMap((operator) => faultsOf(operator, operation)));
