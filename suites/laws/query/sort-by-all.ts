import type { SortKey } from '../../../contract/query-language.js';
import type { Operation } from '../../../contract/types.js';
import { fieldsOf } from '../fields.js';

const TYPED = ['string', 'integer', 'number', 'boolean', 'date', 'date-time', 'local-date-time'];
const DIRECTIONS = ['asc', 'desc'] as const;

/**
 * One sort by all documented fields with a single value, for a run with a limit of requests. The fields that the document
 * names last come first: other rules sort by the first ones. Identifiers come last, because they have no ties.
 */
export function sortByAll(operation: Operation): SortKey[] {
  const named = Object.entries(fieldsOf(operation)).toReversed();
  const typed = named.filter(([, kind]) => TYPED.includes(kind));
  const identifiers = named.filter(([, kind]) => kind === 'uuid');
  return [...typed, ...identifiers].map(([field], index) => ({ field, direction: DIRECTIONS[index % 2] ?? 'asc' }));
}
