import type { AskRule } from '../../engine/run/rule.js';
import { identity, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { takes } from './applies.js';
import { descendingList } from './descending-list.js';
import { reportElsewhere } from './elsewhere.js';
import { assertSorts, mustFindSortable } from './sortable.js';
import { reportSortedTotals } from './sorted-totals.js';

/** Whether a sort returns each record of the list once, in either direction. */
export const permutation: AskRule = {
  needs: ['several'],
  appliesTo: takes('sort'),
  id: 'sort.permutation',
  clause: 'sort.permutation',
  async ask(context) {
    const found = await mustFindSortable(context);
    const { plain, taken } = found;
    const whole = await context.collection();
    if (plain.partial) context.inconclusive('the list is too large to read completely', plain.cause);
    if (!sameJson(idsOf(plain), idsOf(whole)))
      context.inconclusive('the pages of the unsorted list do not partition it (see paging.partition)');
    const descending = await descendingList(context, found);
    const sorted = taken.map(({ field, ascending }) => ({ field, sort: `${field}:asc`, list: ascending }));
    if (descending?.list?.partial === false)
      sorted.push({ field: descending.one.field, sort: descending.sort, list: descending.list });
    for (const { field, sort, list } of sorted) {
      const [page] = list.pages;
      if (page === undefined || sameJson(idsOf(plain), idsOf(list))) continue;
      // A record that changes its position while the pages are read may be on none of them, or on two.
      await context.assertStable(whole, [field]);
      const [lost] = idsOf(plain).filter((id) => !idsOf(list).includes(id));
      const message = `sort=${sort} returned ${plural(list.items.length, 'record')} that ${list.items.length === 1 ? 'differs' : 'differ'} from the ${plural(plain.items.length, 'record')} of the unsorted list`;
      const expected = lost === undefined ? 'each record once' : `${lost} among the records`;
      context.report(page.answer, { at: '/items', expected, actual: plural(list.items.length, 'record'), message });
    }
    for (const { field, ascending } of taken.slice(0, 1)) {
      const sort = `${field}:asc`;
      const { pageSize, pages } = ascending;
      await reportElsewhere(context, { sort, page_size: pageSize }, `sort=${sort}`, pages[0]?.items ?? []);
    }
    for (const one of taken) await reportSortedTotals(context, one, plain);
    assertSorts(context, taken);
  },
};

function idsOf({ items }: Walk): string[] {
  return items.map(identity).sort();
}
