import type { RecordKind } from '../../contract/types.js';
import { isRecord, type JsonRecord } from '../session/page.js';
import { valueAt } from '../session/validation.js';

/** Fields of a record by name; an absent field has no entry. */
export type Fields = Readonly<Record<string, unknown>>;

/** The names of the fields that updates change, and of the fields derived from them. */
export function watchedNames({ members, follows }: RecordKind): ReadonlySet<string> {
  return new Set([...Object.values(members), ...follows]);
}

/** The names, of those given, of the fields that no update changes, without the id. */
export function unsettable(kind: RecordKind, names: readonly string[]): string[] {
  const watched = watchedNames(kind);
  return names.filter((name) => name !== 'id' && !watched.has(name));
}

/** The fields of a record that updates can change. */
export function fieldsOf({ members }: RecordKind, record: JsonRecord): Fields {
  return pick(record, new Set(Object.values(members)));
}

/** The fields of a record that updates change, and the fields derived from them. */
export function watchedOf(kind: RecordKind, record: JsonRecord): Fields {
  return pick(record, watchedNames(kind));
}

function pick(record: JsonRecord, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(
    [...names].filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]),
  );
}

/** The fields that an update sets and a record has no value of. */
export function missingIn({ members }: RecordKind, fields: Fields): string[] {
  return Object.values(members).filter((name) => (fields[name] ?? null) === null);
}

/**
 * Whether an update can set every field to its value, so that the record can always be restored. The target is known to remove
 * the `removable` fields for null.
 */
export function isWhole(kind: RecordKind, fields: Fields, removable: ReadonlySet<string> = new Set()): boolean {
  return missingIn(kind, fields).every((name) => removable.has(name));
}

/** Whether a field that an update sets is an empty text, which a target may store as null. */
export function hasEmptyText(kind: RecordKind, fields: Fields): boolean {
  return Object.values(kind.members).some((name) => fields[name] === '');
}

/** Whether a bulk update can set every flag to its value. */
export function hasFlags({ bulk }: RecordKind, fields: Fields): boolean {
  return Object.values(bulk.flags).every((name) => typeof fields[name] === 'boolean');
}

/** The merge patch that sets a record to these fields. A field without a value is removed (RFC 7396). */
export function patchOf({ members }: RecordKind, fields: Fields): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const [pointer, name] of Object.entries(members)) {
    const path = pointer.split('/').slice(1);
    const last = path.pop() ?? '';
    let place = patch;
    for (const key of path) {
      place[key] ??= {};
      place = place[key] as Record<string, unknown>;
    }
    place[last] = fields[name] ?? null;
  }
  return patch;
}

/** The fields that the body of an update sets, by their names in a read. */
export function fieldsOfPatch({ members }: RecordKind, body: unknown): Fields {
  return named(Object.entries(members).map(([pointer, name]) => [name, valueAt(body, pointer)]));
}

/** The fields that the body of a bulk update sets, by their names in a read. */
export function fieldsOfBulk({ bulk }: RecordKind, body: unknown): Fields {
  const flags = isRecord(body) && isRecord(body.body) ? body.body : {};
  return named(Object.entries(bulk.flags).map(([flag, name]) => [name, flags[flag]]));
}

function named(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
