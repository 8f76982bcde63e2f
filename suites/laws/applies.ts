import type { Operation } from '../../contract/types.js';
import { pathParameters } from '../../engine/session/world.js';

export const isRead = ({ binding }: Operation): boolean => binding.method === 'GET';

export const isList = ({ success }: Operation): boolean => success.item !== undefined;

/** A read of one record by the id in its path. */
export const isReadById = (operation: Operation): boolean =>
  isRead(operation) && !isList(operation) && pathParameters(operation).length > 0;

/** A read of KPIs. */
export const isKpi = ({ success }: Operation): boolean => success.schema?.endsWith('-kpis') === true;

export const isAgreementArea = ({ area }: Operation): boolean => area === 'agreements';

export const hasPathParameters = (operation: Operation): boolean =>
  isRead(operation) && pathParameters(operation).length > 0;

/** A predicate for operations with a query parameter of a name. */
export const takes =
  (name: string) =>
  (operation: Operation): boolean =>
    isRead(operation) && operation.parameters.some((parameter) => parameter.name === name);

/** Whether an operation returns the KPIs of a period. */
export const takesPeriod = (operation: Operation): boolean => takes('fromDate')(operation) && !isList(operation);

/** Whether the document gives an upper limit of page_size to an operation. */
export const hasMaximum = ({ parameters }: Operation): boolean =>
  parameters.some((parameter) => parameter.in === 'query' && parameter.maximum !== undefined);

/** An update of one record by a merge patch. */
export const isUpdate = ({ body }: Operation): boolean => body?.mediaType === 'application/merge-patch+json';

/** A bulk update, which starts a task. */
export const isBulkUpdate = ({ success }: Operation): boolean => success.schema === 'task-reference';

/** An operation that removes what no operation restores. */
export const isRemoval = ({ tier }: Operation): boolean => tier === 'destroy';
