import type { AskRule } from '../../engine/run/rule.js';
import { DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { takes } from './applies.js';
import { fieldsOf } from './fields.js';
import { firstSort } from './first-direction.js';
import { hasUsualOrder } from './ignored-sorts.js';
import { sortsShown } from './sorts-together.js';

/**
 * Whether each record is on the first page of a sort at most once, and on it at all if the list is not longer: a sort by a field
 * of another table may repeat records or lose them. It sends the sorts of `sort.every-order`.
 */
export const everyPermutation: AskRule = {
  id: 'sort.every-permutation',
  clause: 'sort.permutation',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('sort'),
  async ask(context) {
    const whole = await context.collection();
    const all = new Set(whole.items.map(identity));
    if (all.size < whole.items.length)
      context.inconclusive('the unsorted list has records with the same id (see paging.partition)');
    const expected = whole.partial || all.size > DEFAULT_SIZE ? new Set<string>() : all;
    const shown = await sortsShown(context);
    const { items: unsorted } = await context.page();
    let isReordered = false;
    for (const [field, kind] of Object.entries(fieldsOf(context.operation))) {
      if (!hasUsualOrder(kind) || shown.has(field)) continue;
      const sort = await firstSort(context, field);
      const page = await context.attemptPage({ sort, page_size: DEFAULT_SIZE });
      if (page === null) continue;
      isReordered ||= !sameJson(page.items.map(identity), unsorted.map(identity));
      if (problemOf(page.items, expected) === null) continue;
      await context.assertStable(whole, [field]);
      const again = await context.attemptPage({ sort, page_size: DEFAULT_SIZE }, { again: 'permutation' });
      const problem = again === null ? null : problemOf(again.items, expected);
      if (again === null || problem === null) continue;
      const actual = plural(again.items.length, 'record');
      const message = `sort=${sort} returned ${actual} and ${problem}`;
      context.report(again.answer, { at: '/items', expected: 'each record once', actual, message });
    }
    if (!isReordered)
      context.lacksData('no sort by a documented field that is tried alone changes the order of the list');
  },
};

/** What is wrong with the records of a page; `null` if each is there once, and all expected ones are. */
function problemOf(items: readonly JsonRecord[], expected: ReadonlySet<string>): string | null {
  const ids = new Set<string>();
  for (const id of items.map(identity)) {
    if (ids.has(id)) return `repeated ${id}`;
    ids.add(id);
  }
  const [missing] = [...expected].filter((id) => !ids.has(id));
  return missing === undefined ? null : `omitted ${missing}`;
}
