import type { Operation, QueryParameter } from '../contract/types.js';

export const isList = ({ success }: Operation): boolean => success.item !== undefined;

export const isAgreementArea = ({ area }: Operation): boolean => area === 'agreements';

/** A predicate for operations with a query parameter of a name. */
export const takes =
  (name: string) =>
  ({ parameters }: Operation): boolean =>
    parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);

export const pathNames = ({ parameters }: Operation): string[] =>
  parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : []));

export const hasPath = (operation: Operation): boolean => pathNames(operation).length > 0;

export const isReadById = (operation: Operation): boolean => !isList(operation) && hasPath(operation);

/** A list of the children of the record that its path names. */
export const isChildList = (operation: Operation): boolean => isList(operation) && hasPath(operation);

export const pageSizeOf = ({ parameters }: Operation): QueryParameter | undefined =>
  parameters.find((one): one is QueryParameter => one.in === 'query' && one.name === 'page_size');

/** Whether an operation can be injected with faults: a read whose samples need no write. */
export const isInjectable = ({ binding, parameters }: Operation): boolean =>
  binding.method === 'GET' && parameters.every((one) => one.in !== 'path' || one.fixture !== null);

/** Whether an operation writes, or reads what only a write creates. */
export const isWritten = (operation: Operation): boolean => !isInjectable(operation);
