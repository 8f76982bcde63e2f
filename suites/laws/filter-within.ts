import type { AskRule } from '../../engine/run/rule.js';
import { identity } from '../../engine/session/page.js';
import { equals } from '../../generators/filter-text.js';
import { takes } from './applies.js';
import { mustFindFilterable } from './filterable.js';

/** The maximum number of fields filtered by a rare value; all fields are filtered by their most frequent value. */
const RARE = 2;

export const filterWithin: AskRule = {
  id: 'filter.within',
  clause: 'filter.within',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const { whole, taken } = await mustFindFilterable(context);
    if (whole.partial)
      context.lacksData('the list is too large to read completely, so a returned record may be in the rest');
    const known = new Set(whole.items.map(identity));
    let compared = 0;
    let selects = false;
    for (const [position, { field, rare, common }] of taken.slice(0, context.upTo(taken.length, 1)).entries()) {
      for (const value of new Set(position < RARE ? [rare, common] : [common])) {
        const filter = equals(field, value);
        const { items: matching, pages } = await context.walk(whole.pageSize, { filter });
        selects ||= matching.length < whole.items.length;
        for (const { answer, items } of pages) {
          compared += items.length;
          const index = items.findIndex((item) => !known.has(identity(item)));
          const stranger = items[index];
          if (stranger === undefined) continue;
          await context.assertStable(whole);
          const message = `${filter} returned the record ${identity(stranger)}, which is not in the list without a filter`;
          const expected = 'records of the list';
          context.report(answer, { at: `/items/${index}`, expected, actual: identity(stranger), message });
        }
      }
    }
    if (!selects) context.inconclusive('each filter returns as many records as the whole list, as if it was ignored');
    if (compared === 0) context.inconclusive('no filter returned a record (see filter.complete)');
  },
};
