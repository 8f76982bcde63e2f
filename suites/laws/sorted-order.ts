import { isAscending } from '../../engine/oracle/collation.js';
import { mayBeNull } from '../../engine/oracle/stand-in.js';
import { usualCollations } from '../../engine/oracle/text-orders.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { firstLetter, type Sortable, simpleText } from './sortable.js';

/**
 * The values of a field in the order of a list, without those that usual collations order differently and without
 * nulls.
 */
export function comparable({ kind, field, byLetter }: Sortable, items: readonly JsonRecord[]): (string | number)[] {
  const values = items.map((item) => item[field]);
  if (byLetter) return values.map(firstLetter).filter((letter) => letter !== null);
  if (kind === 'text') return values.filter(simpleText);
  if (kind === 'number') return values.filter((value) => typeof value === 'number');
  return timesOf(values);
}

/** The dates among values, without those that may stand for a null. */
export function timesOf(values: readonly unknown[]): number[] {
  return values
    .filter((value) => !mayBeNull('date', value))
    .map((value) => Date.parse(String(value)))
    .filter((time) => !Number.isNaN(time));
}

type Order = (one: string | number, other: string | number) => number;

const byNumber: Order = (one, other) => Number(one) - Number(other);

const ordersOf = ({ kind }: Sortable) => (kind === 'text' ? usualCollations : [byNumber]) as readonly Order[];

/** Whether a list is ordered by a field under one order, as a function of it. */
function orderedBy(sortable: Sortable, items: readonly JsonRecord[], direction: 1 | -1): (order: Order) => boolean {
  const values = comparable(sortable, items);
  return (order) => isAscending(values, (one, other) => direction * order(one, other));
}

/** Whether a list is ordered by a field under at least one usual collation. */
export function isOrdered(sortable: Sortable, items: readonly JsonRecord[], direction: 1 | -1): boolean {
  return ordersOf(sortable).some(orderedBy(sortable, items, direction));
}

/** Whether one usual collation orders both the ascending list of a field and its descending one. */
export function areInOneOrder(sortable: Sortable, descending: readonly JsonRecord[]): boolean {
  const isAscendingBy = orderedBy(sortable, sortable.ascending.items, 1);
  const isDescendingBy = orderedBy(sortable, descending, -1);
  return ordersOf(sortable).some((order) => isDescendingBy(order) && isAscendingBy(order));
}

/** Whether a sort by the field orders the list, which is in another order without it. */
export function isSortedBy(one: Sortable): boolean {
  return !one.asUnsorted && isOrdered(one, one.ascending.items, 1);
}
