import type { Operation } from '../../contract/types.js';
import { fields } from '../../schemas/generated/fields.js';

/** The documented fields of the records that an operation answers, with what kind of value each holds. */
export function fieldsOf({ success }: Operation): Readonly<Record<string, string>> {
  return fields[success.item ?? success.schema ?? ''] ?? {};
}

/** Whether the records of an operation have an id by the document. */
export function isIdentified(operation: Operation): boolean {
  return fieldsOf(operation).id !== undefined;
}
