import type { Operation } from '../contract/types.js';
import { fields, recordsWithin } from '../schemas/generated/fields.js';
import { mapped, onValue, withMember } from './change.js';
import { isObject, type JsonObject, type Transform } from './wire.js';

/** A step from a record to the records in one of its members. */
interface Step {
  readonly field: string;
  readonly several: boolean;
}

/** A documented field of the records of an operation, or of records in them. */
export interface Field {
  /** Its name with those of the members around it: `lastActive`, `licenses.productId`. */
  readonly path: string;
  readonly name: string;
  /** The kind of value as the schemas name it: `uuid`, `integer`, `date-time`, `index-keyed`, ... */
  readonly kind: string;
  readonly steps: readonly Step[];
}

/** All documented fields of the records of an operation, outer ones first. */
export function fieldsOf({ success }: Operation): Field[] {
  const schema = success.item ?? success.schema ?? '';
  return fieldsFrom(schema, success.item === undefined ? [] : [{ field: 'items', several: true }], '');
}

function fieldsFrom(schema: string, steps: readonly Step[], prefix: string): Field[] {
  const own = Object.entries(fields[schema] ?? {}).map(([name, kind]) => ({ path: prefix + name, name, kind, steps }));
  const within = Object.entries(recordsWithin[schema] ?? {}).flatMap(([field, { schema: kind, several }]) =>
    fieldsFrom(kind, [...steps, { field, several }], `${prefix}${field}.`),
  );
  return [...own, ...within];
}

/** Changes every record that can have a field. */
export function onRecords({ steps }: Field, change: (record: JsonObject, index: number) => JsonObject): Transform {
  return onValue((value) => changeAt(value, steps, change, 0));
}

/** Changes the value of a field in every record that has it and where it is not null. */
export function onField(field: Field, change: (value: unknown, index: number) => unknown): Transform {
  return onRecords(field, (record, index) =>
    withMember(record, field.name, (value) => (value === null ? value : change(value, index))),
  );
}

type Change = (record: JsonObject, index: number) => JsonObject;

function changeAt(value: unknown, steps: readonly Step[], change: Change, index: number): unknown {
  if (!isObject(value)) return value;
  const [step, ...rest] = steps;
  if (step === undefined) return change(value, index);
  return withMember(value, step.field, (held) => {
    if (!step.several) return changeAt(held, rest, change, 0);
    if (Array.isArray(held)) return mapped(held, (one, position) => changeAt(one, rest, change, position));
    return isObject(held) ? changeValues(held, (one) => changeAt(one, rest, change, 0)) : held;
  });
}

/** An index-keyed object with its values changed; the object itself where none is. */
function changeValues(given: JsonObject, change: (value: unknown) => unknown): JsonObject {
  return Object.keys(given).reduce((all, key) => withMember(all, key, change), given);
}
