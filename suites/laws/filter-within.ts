import type { AskRule } from '../../engine/run/rule.js';
import { identity } from '../../engine/session/page.js';
import { equals } from '../../generators/filter-text.js';
import { takes } from './applies.js';
import { mustFindFilterable } from './filterable.js';

/** Fields that are filtered by a value that few records hold, at most; by the most frequent one all of them are. */
const RARE = 2;

export const filterWithin: AskRule = {
  id: 'filter.within',
  clause: 'filter.within',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const { whole, taken } = await mustFindFilterable(context);
    if (whole.partial) context.lacksData('the list is larger than what is read, so that a record may be in the rest');
    const known = new Set(whole.items.map(identity));
    let compared = 0;
    let selects = false;
    for (const [position, { field, rare, common }] of taken.entries()) {
      for (const value of new Set(position < RARE ? [rare, common] : [common])) {
        const filter = equals(field, value);
        const { items: answered, pages } = await context.walk(whole.pageSize, { filter });
        selects ||= answered.length < whole.items.length;
        for (const { answer, items } of pages) {
          compared += items.length;
          const index = items.findIndex((item) => !known.has(identity(item)));
          const stranger = items[index];
          if (stranger === undefined) continue;
          await context.assertStable(whole);
          const message = `${filter} answers the record ${identity(stranger)}, which the list without a filter does not hold`;
          const expected = 'records of the list';
          context.report(answer, { at: `/items/${index}`, expected, actual: identity(stranger), message });
        }
      }
    }
    if (!selects) context.inconclusive('each filter answers as many records as there are, as if there was none');
    if (compared === 0) context.inconclusive('no filter that was tried answers a record (see filter.complete)');
  },
};
