import { differing } from '../../../../engine/session/differing.js';
import { identity, type JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';

/** Fields that no other check of the run writes, and that do not follow from what users do. */
const KEPT = [
  'username',
  'displayName',
  'email',
  'country',
  'department',
  'createdDate',
  'employmentStatus',
  'isEnabled',
] as const;
/** Another client may change one of the records at the same time, but hardly several of them in the same field. */
const SEVERAL = 2;

/** A field that changed in several records of a list, with its values in the first of them. */
export interface Touched {
  readonly name: string;
  readonly users: readonly string[];
  readonly was: unknown;
  readonly is: unknown;
}

/** The fields in which several records of two readings of a list differ, without those of the removed users. */
export function touchedIn(
  before: readonly JsonRecord[],
  after: readonly JsonRecord[],
  removed: readonly string[],
): Touched[] {
  const pairs = before.flatMap((was) => {
    const own = identity(was);
    const is = after.find(({ id }) => isSameId(id, own));
    return is === undefined || removed.some((id) => isSameId(id, own)) ? [] : [{ was, is }];
  });
  return KEPT.flatMap((name) => {
    const changed = pairs.filter(({ was, is }) => name in was && name in is && differing(was, is, [name]).length > 0);
    const [first] = changed;
    const users = changed.map(({ was }) => identity(was));
    return first === undefined || users.length < SEVERAL
      ? []
      : [{ name, users, was: first.was[name], is: first.is[name] }];
  });
}
