import type { RecordKind } from '../../contract/types.js';
import type { SentRequest } from '../client/answer.js';
import { differing } from '../session/differing.js';
import type { World } from '../session/world.js';
import type { TouchedRecord } from './journal-state.js';
import { byId } from './reading.js';
import { type Fields, patchOf } from './record-fields.js';
import type { RestoreLink } from './restore-link.js';

/** A record that is not restored, why, and the request that would restore it. */
export interface Leftover {
  readonly kind: string;
  readonly id: string;
  /** Each field that differs, with its original value and its current one, if that could be read. */
  readonly fields: Readonly<Record<string, { readonly was: unknown; readonly is?: unknown }>>;
  readonly reason: string;
  /** `null` if another client has changed it, so that the value is theirs, or if no request can restore it. */
  readonly request: SentRequest | null;
}

/** The reason for a record whose current values the run never sent to any record. */
export const FOREIGN = 'another client has changed it since, so it is left as it is';
/** The reason for a record with a value that the run sent, but not in a write that could reach this record. */
export const UNEXPLAINED =
  'it holds a value that the run sent, but not to this record; it is left as it is, and touchstone undo --force-record restores it';

/** Whether the run cannot have set the current values, as far as its writes show. */
export function isUnexplained({ reason }: Leftover): boolean {
  return reason === FOREIGN || reason === UNEXPLAINED;
}

/** A record that is not restored; `now` is `null` if it could not be read, and `names` are the fields that differ. */
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

/** A leftover with what differs now; `null` if nothing does. The originals that it has may be older than `before`. */
export function updatedLeftover(
  { follows }: RecordKind,
  left: Leftover,
  { before, now }: { readonly before: Fields; readonly now: Fields },
): Leftover | null {
  const originals = Object.entries(left.fields).map(([name, { was }]) => [name, was]);
  const wanted: Fields = { ...before, ...Object.fromEntries(originals) };
  const names = differing(wanted, now).filter((name) => !follows.includes(name) || name in left.fields);
  const fields = Object.fromEntries(names.map((name) => [name, { was: wanted[name], is: now[name] }]));
  return names.length === 0 ? null : { ...left, fields };
}

/** What is left of a record for two reasons: the request of the first, if it has one. */
export function bothOf(one: Leftover, other: Leftover): Leftover {
  const reason = one.reason === other.reason ? one.reason : `${one.reason}; ${other.reason}`;
  return { ...one, fields: { ...one.fields, ...other.fields }, reason, request: one.request ?? other.request };
}
