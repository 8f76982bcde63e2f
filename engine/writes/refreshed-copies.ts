import type { Operation, RecordKind } from '../../contract/types.js';
import { differing } from '../session/differing.js';
import type { World } from '../session/world.js';
import { isRecordId } from '../target/record-id.js';
import { holdsCredential } from './holds-credential.js';
import type { Journal } from './journal.js';
import type { Reading } from './reading.js';
import type { Fields } from './record-fields.js';
import { isSame } from './same-value.js';

/** Reads a record with the operation that reads it. */
type ReadRecord = (operation: Operation, id: string) => Promise<Reading>;

/** The statuses of a record that is gone. */
const GONE = [404, 410];

/**
 * The fields of a record that differ from `before` because a write has refreshed them: each still belongs to the same
 * other record, and now shows a current text of that record. A target may store such copies and let them become outdated;
 * no update can set the outdated text again. So is what it shows for a record that another client has removed. Any other value of
 * such a field is a change like all others.
 */
export async function refreshedCopies(
  world: World,
  { copies }: RecordKind,
  before: Fields,
  now: Fields,
  read: ReadRecord,
): Promise<Fields> {
  const fresh: Record<string, unknown> = {};
  for (const name of differing(before, now, Object.keys(copies))) {
    const copied = copies[name];
    const id = copied && before[copied.id];
    const text = now[name];
    if (copied === undefined || !isRecordId(id) || !isSame(id, now[copied.id])) continue;
    if (holdsCredential(world.session.target, { [name]: text })) continue;
    const { record: source, answer } = await read(world.operation(copied.read), id);
    const isText = typeof text === 'string' && text !== '';
    const isFresh = isText && copied.texts.some((field) => source?.[field] === text);
    if (isFresh || GONE.includes(answer.status)) fresh[name] = text;
  }
  return fresh;
}

/** Records in a journal that copies of a record are refreshed: the record is restored to these values. */
export function noteRefreshed(journal: Journal, { id: kind }: RecordKind, id: string, fields: Fields): void {
  if (Object.keys(fields).length > 0) journal.note({ type: 'refreshed', kind, id, fields });
}
