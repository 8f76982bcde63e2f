import { operations } from '../contract/operations/index.js';
import { type Fault, faultsOf, type Operator } from './fault.js';
import { isInjectable, isWritten } from './operations.js';
import { answers } from './operators/answers.js';
import { authorization } from './operators/authorization.js';
import { bulkUpdates } from './operators/bulk-updates.js';
import { errors } from './operators/errors.js';
import { fieldNames } from './operators/field-names.js';
import { fieldTypes } from './operators/field-types.js';
import { fieldValues } from './operators/field-values.js';
import { filter } from './operators/filter.js';
import { filterFields } from './operators/filter-fields.js';
import { filterOperators } from './operators/filter-operators.js';
import { items } from './operators/items.js';
import { links } from './operators/links.js';
import { ofWrites } from './operators/of-writes.js';
import { pageNumbers } from './operators/page-numbers.js';
import { pages } from './operators/pages.js';
import { relations } from './operators/relations.js';
import { removals } from './operators/removals.js';
import { sort } from './operators/sort.js';
import { tasks } from './operators/tasks.js';
import { updates } from './operators/updates.js';

export type { Fault, Operator } from './fault.js';

/** All mutation operators of reads. */
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
  ...relations,
];

/** The operators of records and responses; what writes have in place of the others is about their effect. */
const ofResponses: readonly Operator[] = [
  ...fieldNames,
  ...fieldTypes,
  ...fieldValues,
  ...answers,
  ...errors,
  ...authorization,
];

/** All mutation operators of writes, and of reads of what only a write creates. */
export const writeOperators: readonly Operator[] = [
  ...ofResponses.filter(({ id }) => !id.startsWith('record-of-') && id !== 'detail-disagrees').map(ofWrites),
  ...updates,
  ...bulkUpdates,
  ...tasks,
  ...removals,
];

/** The faults that the operators generate for the operations of the interface that read. */
export const faults: readonly Fault[] = operations
  .filter(isInjectable)
  .flatMap((operation) => operators.flatMap((operator) => faultsOf(operator, operation)));

/** The faults of the operations that write, and of those that read what only a write creates. */
export const writeFaults: readonly Fault[] = operations
  .filter(isWritten)
  .flatMap((operation) => writeOperators.flatMap((operator) => faultsOf(operator, operation)));

/** Whether a fault is one of `writeFaults`. */
export const isWriteFault = ({ operation }: Fault): boolean =>
  operations.some((one) => one.id === operation && isWritten(one));
