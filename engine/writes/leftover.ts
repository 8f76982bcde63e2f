import type { RecordKind } from '../../contract/types.js';
import type { SentRequest } from '../client/answer.js';
import type { World } from '../session/world.js';
import type { TouchedRecord } from './journal-state.js';
import { byId } from './reading.js';
import { type Fields, patchOf } from './record-fields.js';
import type { RestoreLink } from './restore-link.js';

/** A record that is not as it was, why, and the request that would make it so. */
export interface Leftover {
  readonly kind: string;
  readonly id: string;
  /** What differs: each field with what it was and what it is now, where that could be read. */
  readonly fields: Readonly<Record<string, { readonly was: unknown; readonly is?: unknown }>>;
  readonly reason: string;
  /** `null` where another client has changed it, so that the value is theirs. */
  readonly request: SentRequest | null;
}

/** What is said of a record whose present values the run never sent to any record. */
export const FOREIGN = 'another client has changed it since';
/** What is said of a record with a value that the run sent, but not in a write that could reach this record. */
export const UNEXPLAINED =
  'it holds a value that the run sent, but not to this record; it is left as it is, and touchstone undo --force-record restores it';

/** A record that is not as it was; `now` is `null` where it could not be read, and `names` are the fields that differ. */
export function leftoverOf(
  { world, link }: { readonly world: World; readonly link: RestoreLink },
  kind: RecordKind,
  { id, before }: TouchedRecord,
  { now, names, reason }: { readonly now: Fields | null; readonly names: readonly string[]; readonly reason: string },
): Leftover {
  const operation = world.operation(kind.update);
  const fields = now === null ? Object.keys(before) : names;
  const request = link.describe({
    operation,
    params: byId(operation, id),
    body: JSON.stringify(patchOf(kind, before)),
    mediaType: operation.body?.mediaType ?? 'application/json',
  });
  return {
    kind: kind.id,
    id,
    fields: Object.fromEntries(
      fields.map((name) => [name, { was: before[name], ...(now !== null && { is: now[name] }) }]),
    ),
    reason,
    request: reason === FOREIGN ? null : request,
  };
}
