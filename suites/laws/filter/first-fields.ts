import type { DataType } from '../../../contract/query-language.js';
import type { Operation } from '../../../contract/types.js';
import { fieldsOf } from '../fields.js';
import { DATA_TYPES } from '../query/vocabulary.js';

/** The first field of each type in the records of an operation. */
export function firstFields(operation: Operation): ReadonlyMap<DataType, string> {
  const first = new Map<DataType, string>();
  for (const [field, kind] of Object.entries(fieldsOf(operation))) {
    const type = DATA_TYPES[kind];
    if (type !== undefined && !first.has(type)) first.set(type, field);
  }
  return first;
}
