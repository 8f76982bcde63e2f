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
/** Other clients may change some of the records at the same time, but hardly a quarter of them in the same field. */
const SEVERAL = 2;
const SHARE = 1 / 4;
/** Fields that other clients may set for several users at once, but hardly so that all users of the list are alike. */
const SHARED = ['isInReview', 'isOnline', 'isQualified', 'status', 'manuallyAssigned'] as const;
const MANY = 3;

/** A field that changed in records of a list. */
export interface Touched {
  readonly name: string;
  /** Whether no other client explains it. */
  readonly isProven: boolean;
  /** The changed records, in both readings. */
  readonly changed: readonly [Pair, ...Pair[]];
}

/**
 * The fields in which records of two readings of a list differ, without those of the removed users. A change of a shared
 * field is proven only by users whom the run did not write to: a read may show one of its updates late.
 */
export function touchedIn(
  before: readonly JsonRecord[],
  after: readonly JsonRecord[],
  removed: readonly string[],
  isWritten: (id: string) => boolean,
): Touched[] {
  const pairs = pairsOf(before, after).filter(({ was }) => !removed.some((id) => isSameId(id, identity(was))));
  const areAlike = (name: string) => new Set(pairs.map(({ is }) => is[name])).size === 1;
  const unwritten = (changed: readonly Pair[]) => changed.filter(({ was }) => !isWritten(identity(was)));
  const touched = (name: string, isProven: (changed: readonly Pair[]) => boolean): Touched[] => {
    const [first, ...more] = pairs.filter((pair) => differsIn(pair, name));
    const changed = first === undefined ? undefined : ([first, ...more] as const);
    return changed === undefined ? [] : [{ name, changed, isProven: isProven(changed) }];
  };
  return [
    ...KEPT.flatMap((name) => touched(name, ({ length }) => length >= Math.max(SEVERAL, pairs.length * SHARE))),
    ...SHARED.flatMap((name) => touched(name, (changed) => areAlike(name) && unwritten(changed).length >= MANY)),
  ];
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
export interface Pair {
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
