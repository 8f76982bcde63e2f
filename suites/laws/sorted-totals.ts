import type { AskContext } from '../../engine/session/ask-context.js';
import type { Walk } from '../../engine/session/page.js';
import { plural } from '../../numbers/plural.js';
import type { Sortable } from './sortable.js';

/** Reports totals of a sorted list that are not those of its records, if the unsorted list has the right ones. */
export async function reportSortedTotals(
  context: AskContext,
  { field, ascending: list }: Sortable,
  plain: Walk,
): Promise<void> {
  const count = plain.items.length;
  if (list.items.length !== count || count === 0 || wrongTotal(plain, count) !== null) return;
  const wrong = wrongTotal(list, count);
  if (wrong === null) return;
  await context.assertStable(await context.collection(), [field]);
  const { answer, name, expected, actual } = wrong;
  const message = `sort=${field}:asc returned ${plural(count, 'record')} in all, but ${name} is ${actual}`;
  context.report(answer, { at: `/pagination/${name}`, expected: `${expected}`, actual: `${actual}`, message });
}

/** The first total of a list that does not fit its number of records; `null` if there is none. */
export function wrongTotal({ pages, pageSize }: Walk, count: number) {
  const sought = Math.ceil(count / pageSize);
  for (const { answer, totalItems, totalPages } of pages) {
    if (totalItems !== null && totalItems !== count)
      return { answer, name: 'total_items', expected: count, actual: totalItems };
    if (totalPages !== null && totalPages !== sought && !(count === 0 && totalPages === 1))
      return { answer, name: 'total_pages', expected: sought, actual: totalPages };
  }
  return null;
}
