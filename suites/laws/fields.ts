import type { Operation } from '../../contract/types.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { fields, nestedFields } from '../../schemas/generated/fields.js';

/** The documented fields of the records that an operation returns, with the kind of value of each. */
export function fieldsOf({ success }: Operation): Readonly<Record<string, string>> {
  return fields[success.item ?? success.schema ?? ''] ?? {};
}

/** The documented fields with one of these kinds of values, in the order of the document. */
export function fieldsOfKind(operation: Operation, ...kinds: readonly string[]): string[] {
  return Object.entries(fieldsOf(operation)).flatMap(([field, kind]) => (kinds.includes(kind) ? [field] : []));
}

/** The documented fields that are texts, without identifiers, in the order of the document. */
export function textFieldsOf(operation: Operation): string[] {
  return fieldsOfKind(operation, 'string');
}

/** The documented fields that are ids: that of the records themselves first, and then those of others. */
export function idFieldsOf(operation: Operation): string[] {
  return fieldsOfKind(operation, 'uuid').toSorted((one, other) => Number(other === 'id') - Number(one === 'id'));
}

/** Whether a record shows no value of a field. */
export function isUnshown(record: JsonRecord, field: string): boolean {
  return (record[field] ?? null) === null;
}

/** Whether the document gives the records of an operation an id. */
export function isIdentified(operation: Operation): boolean {
  return fieldsOf(operation).id !== undefined;
}

/** A kind of value as `fieldsOf` names it, and the name of the field that holds it, at any depth of a record. */
export type FieldTest = (kind: string, name: string) => boolean;

/** The names of such fields in the records of an operation, at any depth, links excluded. */
export function namesHeld({ success }: Operation, test: FieldTest): ReadonlySet<string> {
  const held = (nestedFields[success.item ?? success.schema ?? ''] ?? []).map((one) => one.split(' '));
  return new Set(held.flatMap(([name = '', kind = '']) => (test(kind, name) ? [name] : [])));
}
