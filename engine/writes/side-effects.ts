import { isSuccess } from '../client/answer.js';
import { differing } from '../session/differing.js';
import type { JsonRecord } from '../session/page.js';
import { sameJson } from '../session/validation.js';
import type { KnownWrite, TouchedRecord } from './journal-state.js';
import { isMovedTime } from './moved-time.js';

/** The fewest records that must have changed alike: another client may well change two. */
const ALIKE = 3;
/** How probable it may be that changes by another client are all of records that the run wrote to. */
const CHANCE = 0.25;

/** A list before the first write and now, and the records that writes could have reached. */
interface Readings {
  readonly before: readonly JsonRecord[];
  readonly now: readonly JsonRecord[];
  readonly reached: readonly TouchedRecord[];
}

/** The ids of the records that one kind of write has certainly reached, and of those that it may have reached. */
interface Reach {
  readonly certain: Set<string>;
  readonly possible: Set<string>;
}

/**
 * The fields, of some, that one kind of write certainly sets: every record that such a write has reached now has the same
 * new value, and no record has changed that such a write cannot have reached. A kind of write is an operation, alone or
 * with the value of one field. Other clients do not choose the records of a run.
 */
export function sideEffectsOf(names: readonly string[], { before, now, reached }: Readings): string[] {
  const pairs = pairsOf(before, now);
  const kinds = [...reachOf(reached).values()];
  return names.filter((name) => {
    const shown = pairs.filter(({ was, is }) => Object.hasOwn(was, name) && Object.hasOwn(is, name));
    const changed = shown.filter((pair) => hasChanged(pair, name));
    const [first] = changed;
    if (first === undefined || changed.length < ALIKE) return false;
    const value = first.is[name];
    if (!changed.every(({ is }) => sameJson(is[name], value))) return false;
    const ids = new Set(changed.map(({ id }) => id));
    const others = new Set(shown.filter(({ was }) => !sameJson(was[name], value)).map(({ id }) => id));
    return kinds.some(({ certain, possible }) => {
      const due = [...certain].filter((id) => others.has(id));
      return due.length >= ALIKE && due.every((id) => ids.has(id)) && [...ids].every((id) => possible.has(id));
    });
  });
}

/**
 * The fields, of some, in which several records have changed that writes have reached, and no other one, although there are
 * enough others that another client would have changed one of them. Another client may have changed them nevertheless,
 * unless they stay the same while the run writes nothing.
 */
export function changedWhereWritten(names: readonly string[], { before, now, reached }: Readings): string[] {
  const written = new Set(reached.filter(({ all }) => all.length > 0).map(({ id }) => id));
  const pairs = pairsOf(before, now);
  return names.filter((name) => {
    const shown = pairs.filter(({ was, is }) => Object.hasOwn(was, name) && Object.hasOwn(is, name));
    const changed = shown.filter((pair) => hasChanged(pair, name));
    const share = shown.filter(({ id }) => written.has(id)).length / shown.length;
    return changed.length >= ALIKE && changed.every(({ id }) => written.has(id)) && share ** changed.length <= CHANCE;
  });
}

/** Each record as it was and as it is. */
interface Pair {
  readonly id: string;
  readonly was: JsonRecord;
  readonly is: JsonRecord;
}

/** Whether a record has another value, but for a time that became the present one: updates.own-times warns about that. */
const hasChanged = ({ was, is }: Pair, name: string): boolean =>
  differing(was, is, [name]).length > 0 && !isMovedTime(was[name], is[name]);

function pairsOf(before: readonly JsonRecord[], now: readonly JsonRecord[]): Pair[] {
  const after = new Map(now.map((record) => [record.id, record]));
  return before.flatMap((was) => {
    const is = after.get(was.id);
    return is === undefined ? [] : [{ id: String(was.id), was, is }];
  });
}

/** By kind of write, the records that it has reached. */
function reachOf(records: readonly TouchedRecord[]): ReadonlyMap<string, Reach> {
  const reach = new Map<string, Reach>();
  for (const { id, all } of records) {
    for (const write of all) {
      const values = Object.entries(write.sent).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
      for (const key of ['', ...values].map((value) => write.operation + value)) {
        const own = reach.get(key) ?? { certain: new Set(), possible: new Set() };
        reach.set(key, own);
        own.possible.add(id);
        if (isCertain(write)) own.certain.add(id);
      }
    }
  }
  return reach;
}

/** Whether the target has carried out a write on each record that the journal names. */
function isCertain({ answer, wide, anyValue }: KnownWrite): boolean {
  return answer !== undefined && isSuccess(answer) && wide !== true && anyValue === undefined;
}
