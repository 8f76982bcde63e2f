import { differing } from '../../../../engine/session/differing.js';
import { identity, type JsonRecord } from '../../../../engine/session/page.js';
import { isSameId } from '../../../../engine/session/same-id.js';
import { sameValue } from '../../same-value.js';

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
  const pairs = pairsOf(before, after).filter(({ was }) => !removed.some((id) => isSameId(id, identity(was))));
  return KEPT.flatMap((name) => {
    const changed = pairs.filter((pair) => differsIn(pair, name));
    const [first] = changed;
    const users = changed.map(({ was }) => identity(was));
    return first === undefined || users.length < SEVERAL
      ? []
      : [{ name, users, was: first.was[name], is: first.is[name] }];
  });
}

/** The fields, of those named, in which a record of a list differs between two readings of it. */
export function editedIn(
  before: readonly JsonRecord[],
  after: readonly JsonRecord[],
  names: readonly string[],
): string[] {
  const pairs = pairsOf(before, after);
  return names.filter((name) => pairs.some((pair) => differsIn(pair, name)));
}

/** A record in two readings of a list. */
interface Pair {
  readonly was: JsonRecord;
  readonly is: JsonRecord;
}

function pairsOf(before: readonly JsonRecord[], after: readonly JsonRecord[]): Pair[] {
  return before.flatMap((was) => {
    const is = after.find(({ id }) => isSameId(id, identity(was)));
    return is === undefined ? [] : [{ was, is }];
  });
}

function differsIn({ was, is }: Pair, name: string): boolean {
  return name in was && name in is && differing(was, is, [name], sameValue).length > 0;
}
