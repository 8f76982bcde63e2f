import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity } from '../../engine/session/page.js';
import { equals } from '../../generators/filter-text.js';
import { takes } from './applies.js';
import type { Filterable } from './filter/candidates.js';
import { mustFindFilterable } from './filterable.js';

/** The number of the first fields that are filtered by both values, and of those with most matches by the common one. */
const FIRST = 2;
const MOST = 2;

export const filterWithin: AskRule = {
  id: 'filter.within',
  clause: 'filter.within',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const { whole, taken } = await mustFindFilterable(context);
    if (whole.partial) {
      const reason = 'the list is too large to read completely, so a returned record may be in the rest';
      context.lacksData(reason, whole.cause);
    }
    const known = new Set(whole.items.map(identity));
    let compared = 0;
    let selects = false;
    for (const filter of filtersOf(context, taken)) {
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
    if (!selects) context.inconclusive('each filter returns as many records as the whole list, as if it was ignored');
    if (compared === 0) context.inconclusive('no filter returned a record (see filter.complete)');
  },
};

/** Filters that other rules send too, and those that select most records, among which a stranger is most likely. */
function filtersOf(context: AskContext, taken: readonly Filterable[]): Set<string> {
  const both = taken
    .slice(0, context.upTo(FIRST, 1))
    .flatMap(({ field, rare, common }) => [equals(field, rare), equals(field, common)]);
  const ranked = taken.toSorted((one, other) => other.matches - one.matches).slice(0, context.upTo(MOST, 0));
  return new Set([...both, ...ranked.map(({ field, common }) => equals(field, common))]);
}
