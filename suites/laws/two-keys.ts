import type { Operation } from '../../contract/types.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { fieldsOf, isUnshown } from './fields.js';
import { type FoundSorts, type Sortable, ties } from './sortable.js';
import { isOrdered, isSortedBy } from './sorted-order.js';

/** The kinds of fields whose values are ties if they look equal. */
const EXACT = new Set(['string', 'integer']);

/** Two fields that a list can be sorted by; several records have the same value of the first one. */
export interface TwoKeys {
  readonly first: Sortable;
  readonly second: Sortable;
}

/**
 * Two fields that each order the list, the first one with ties; `null` if there are none. A target may store numbers and
 * times with more digits than it shows, so equal ones need not be ties.
 */
export function twoKeysOf(operation: Operation, { plain, taken }: FoundSorts): TwoKeys | null {
  const good = taken.filter(isSortedBy);
  const first = good.find(({ field }) => EXACT.has(fieldsOf(operation)[field] ?? '') && ties(plain.items, field) > 1);
  const second = good.find(({ field }) => field !== first?.field);
  return first === undefined || second === undefined ? null : { first, second };
}

/** Two fields that each order the list, each in another order than the other one; `null` if there are none. */
export function keysWithoutTies({ taken }: FoundSorts): TwoKeys | null {
  const good = taken.filter(isSortedBy);
  for (const first of good) {
    const second = good.find(({ ascending }) => !isOrdered(first, ascending.items, 1));
    if (second !== undefined) return { first, second };
  }
  return null;
}

/** A sort of the whole list by both keys, the first one in ascending order. */
export function bothKeys({ first, second }: TwoKeys, { unpaged }: FoundSorts, direction: 'asc' | 'desc' = 'asc') {
  return { sort: `${first.field}:asc,${second.field}:${direction}`, pageSize: unpaged };
}

/** The two keys, if the target sorts by both, which the document does not demand; sends what sort.several-keys sends. */
export async function heededKeys(context: AskContext, found: FoundSorts): Promise<TwoKeys | null> {
  const keys = twoKeysOf(context.operation, found);
  if (keys === null) return null;
  const { sort, pageSize } = bothKeys(keys, found);
  const answer = await context.attempt(() => context.ask({ sort, page_size: pageSize }));
  if (answer?.status !== 200) return null;
  return isOrderedByBoth(keys, (await context.page({ sort, page_size: pageSize })).items) ? keys : null;
}

/** Adjacent records with the same value. Those that show none may have several. */
export function runsOf(items: readonly JsonRecord[], field: string): JsonRecord[][] {
  const runs: JsonRecord[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const isTie = !isUnshown(item, field) && sameJson(run?.[0]?.[field], item[field]);
    if (run !== undefined && isTie) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Whether records are in order of the first key, and those with the same value in order of the second one. */
export function isOrderedByBoth({ first, second }: TwoKeys, items: readonly JsonRecord[]): boolean {
  return isOrdered(first, items, 1) && runsOf(items, first.field).every((run) => isOrdered(second, run, 1));
}
