import type { Operation } from '../../contract/types.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { fields, recordsWithin } from '../../schemas/generated/fields.js';

/** A place in a response that holds records of one documented kind, with all records read there. */
export interface Place {
  /** JSON Pointer of the first of them. */
  readonly pointer: string;
  readonly documented: readonly string[];
  /** Those of them that are booleans. */
  readonly flags: readonly string[];
  readonly records: readonly JsonRecord[];
}

/** The places of the records of an operation: the records themselves, and those nested in their fields. */
export function placesOf({ success }: Operation, records: readonly JsonRecord[]): Place[] {
  const schema = success.item ?? success.schema ?? '';
  return placesFrom(success.item === undefined ? '' : '/items/0', schema, records);
}

function placesFrom(pointer: string, schema: string, records: readonly JsonRecord[]): Place[] {
  const kinds = fields[schema] ?? {};
  const documented = Object.keys(kinds);
  const flags = documented.filter((field) => kinds[field] === 'boolean');
  const within = Object.entries(recordsWithin[schema] ?? {}).flatMap(([field, { schema: kind, several }]) => {
    const held = records.flatMap((record) => heldIn(record[field], several));
    return placesFrom(`${pointer}/${field}${several ? '/0' : ''}`, kind, held);
  });
  return [{ pointer, documented, flags, records }, ...within];
}

function heldIn(value: unknown, several: boolean): JsonRecord[] {
  const values = several && typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return values.filter(isRecord);
}
