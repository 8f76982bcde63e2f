import type { AskRule } from '../../engine/run/rule.js';
import { DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { identity, type Page } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { takes } from './applies.js';
import { fieldsOf } from './fields.js';
import { firstSort } from './first-direction.js';
import { hasUsualOrder } from './ignored-sorts.js';
import { sortsShown } from './sorts-together.js';

/**
 * Whether each record is on the first page of a sort at most once, and on it at all if the list is not longer: a sort by a field
 * of another table may repeat records or lose them. Of a longer list that page is full, and the totals of a sorted list are
 * those of the list. It sends the sorts of `sort.every-order`.
 */
export const everyPermutation: AskRule = {
  id: 'sort.every-permutation',
  clause: 'sort.permutation',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('sort'),
  async ask(context) {
    const whole = await context.collection();
    const ids = new Set(whole.items.map(identity));
    if (ids.size < whole.items.length)
      context.inconclusive('the unsorted list has records with the same id (see paging.partition)');
    const shown = await sortsShown(context);
    const { items: unsorted, totalItems } = await context.page();
    const expected = { ids, total: totalItems === ids.size && !whole.partial ? totalItems : null };
    let isReordered = false;
    for (const [field, kind] of Object.entries(fieldsOf(context.operation))) {
      if (!hasUsualOrder(kind) || shown.has(field)) continue;
      const sort = await firstSort(context, field);
      const page = await context.attemptPage({ sort, page_size: DEFAULT_SIZE });
      if (page === null) continue;
      isReordered ||= !sameJson(page.items.map(identity), unsorted.map(identity));
      if (problemOf(page, expected) === null) continue;
      await context.assertStable(whole, [field]);
      const again = await context.attemptPage({ sort, page_size: DEFAULT_SIZE }, { again: 'permutation' });
      const problem = again === null ? null : problemOf(again, expected);
      if (again === null || problem === null) continue;
      const actual = plural(again.items.length, 'record');
      const message = `sort=${sort} returned ${actual} and ${problem}`;
      context.report(again.answer, { at: '/items', expected: 'each record once', actual, message });
    }
    if (!isReordered)
      context.lacksData('no sort by a documented field that is tried alone changes the order of the list');
  },
};

/** The records of the unsorted list, at least those that were read, and its total if it is right. */
interface Expected {
  readonly ids: ReadonlySet<string>;
  readonly total: number | null;
}

/** What is wrong with the first page of a sorted list; `null` if each record is there once, and all that the page can hold. */
function problemOf({ items, totalItems }: Page, { ids, total }: Expected): string | null {
  const found = new Set<string>();
  for (const id of items.map(identity)) {
    if (found.has(id)) return `repeated ${id}`;
    found.add(id);
  }
  const [missing] = ids.size > DEFAULT_SIZE ? [] : [...ids].filter((id) => !found.has(id));
  if (missing !== undefined) return `omitted ${missing}`;
  if (found.size < Math.min(ids.size, DEFAULT_SIZE)) return `omitted others: the unsorted list has ${ids.size} or more`;
  const isWrong = total !== null && totalItems !== null && totalItems !== total;
  return isWrong ? `a total_items of ${totalItems}: the unsorted list has ${total}` : null;
}
