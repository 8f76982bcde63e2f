import type { RecordKind } from '../../contract/types.js';
import type { JsonRecord } from '../session/page.js';
import { Inconclusive } from '../session/signals.js';
import type { World } from '../session/world.js';
import { readById } from './reading.js';

/** The maximum number of records that are read one by one because their list does not show all fields. */
const MOST = 500;
/** How many records are read to find out whether reads by id show more. */
const SAMPLE = 3;

/** The fields that an update sets and that no record of a list shows: which fields a list shows is unspecified. */
export function hiddenIn({ members }: RecordKind, items: readonly JsonRecord[]): string[] {
  const names = Object.values(members);
  return items.length === 0 ? [] : names.filter((name) => items.every((item) => !Object.hasOwn(item, name)));
}

/** Whether one of the records shows one of the fields. */
export function isShownIn(names: readonly string[], records: readonly (JsonRecord | null)[]): boolean {
  return records.some((record) => record !== null && names.some((name) => Object.hasOwn(record, name)));
}

/** The records as reads by id show them; `null` for those that cannot be read. */
export async function detailsOf(
  world: World,
  kind: RecordKind,
  items: readonly JsonRecord[],
): Promise<(JsonRecord | null)[]> {
  const operation = world.operation(kind.read);
  const read = await Promise.all(items.map(({ id }) => readById(world.session, operation, String(id))));
  return read.map(({ record }) => record);
}

/**
 * Records of a list that the run has not written to, with the fields that the list does not show, if reads by id show them: a record
 * whose original is a part of it would seem to have changed. Inconclusive for more than 500 records.
 */
export async function withHiddenFields(
  world: World,
  kind: RecordKind,
  items: readonly JsonRecord[],
  isWritten: (item: JsonRecord) => boolean,
): Promise<readonly JsonRecord[]> {
  const hidden = hiddenIn(kind, items);
  const unwritten = items.filter((item) => !isWritten(item));
  if (hidden.length === 0 || unwritten.length === 0) return unwritten;
  if (!isShownIn(hidden, await detailsOf(world, kind, unwritten.slice(0, SAMPLE)))) return unwritten;
  if (unwritten.length > MOST)
    throw new Inconclusive(
      `the list does not show ${hidden.join(', ')}, and more than ${MOST} records would have to be read one by one`,
    );
  const details = await detailsOf(world, kind, unwritten);
  return unwritten.map((item, index) => ({ ...details[index], ...item }));
}
