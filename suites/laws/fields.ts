import type { Operation } from '../../contract/types.js';
import { fields, nestedFields } from '../../schemas/generated/fields.js';

/** The documented fields of the records that an operation answers, with what kind of value each holds. */
export function fieldsOf({ success }: Operation): Readonly<Record<string, string>> {
  return fields[success.item ?? success.schema ?? ''] ?? {};
}

/** Whether the records of an operation have an id by the document. */
export function isIdentified(operation: Operation): boolean {
  return fieldsOf(operation).id !== undefined;
}

/** A kind of value as `fieldsOf` names it, and the name of the field that holds it, at any depth of a record. */
export type FieldTest = (kind: string, name: string) => boolean;

/** Whether the records of an operation have such a field by the document, links aside. */
export function holdsField({ success }: Operation, test: FieldTest): boolean {
  const names = nestedFields[success.item ?? success.schema ?? ''] ?? [];
  return names.some((one) => {
    const [name = '', kind = ''] = one.split(' ');
    return test(kind, name);
  });
}
