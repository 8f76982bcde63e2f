import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, itemsOf, type JsonRecord } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { takes } from './applies.js';
import { mustFindSortable, type Sortable, ties } from './sortable.js';
import { isSortedBy } from './sorted-order.js';

/** How often a request that returned another order is sent again. */
const REPEATS = ['third', 'fourth', 'fifth'];

/** A first page in an order, and how many of its records have a value of the key that an earlier one has. */
interface Tied {
  readonly field: string;
  readonly query: { readonly sort: string; readonly page_size: number };
  readonly count: number;
}

function tiedBy({ field, ascending }: Sortable): Tied {
  const { pageSize: page_size, pages } = ascending;
  const count = ties(pages[0]?.items ?? [], field);
  return { field, query: { sort: `${field}:asc`, page_size }, count };
}

/** The values that decide the order; records that share one may take turns on a page, and at its end. */
const keysOf = (items: readonly JsonRecord[], { field }: Tied): unknown[] => items.map((item) => item[field] ?? null);

const orderOf = (items: readonly JsonRecord[]): string[] => items.map(identity);

/** The page of a sort, read once more. */
async function readAgain(context: AskContext, { query }: Tied, again: string) {
  const answer = await context.ask(query, { again: `ties, ${again}` });
  return { answer, items: answer.status === 200 ? itemsOf(answer) : [] };
}

/**
 * Records with the same value of the key may have any order, but the same one for the same request: otherwise the next page repeats
 * some of them, and lacks others.
 */
export const repeatedSort: AskRule = {
  id: 'sort.repeatable',
  clause: 'answers.repeatable',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('sort'),
  async ask(context) {
    const { taken } = await mustFindSortable(context);
    const [most] = taken
      .filter(isSortedBy)
      .map(tiedBy)
      .toSorted((one, other) => other.count - one.count);
    if (most === undefined || most.count === 0)
      return context.inconclusive(
        'no field that sorts the list has the same value in several records of its first page',
      );
    const first = itemsOf(await context.ask(most.query, { valid: true }));
    const second = await readAgain(context, most, 'second');
    if (sameJson(orderOf(first), orderOf(second.items))) return;
    const others: (typeof second)[] = [second];
    for (const again of REPEATS) others.push(await readAgain(context, most, again));
    const keys = keysOf(first, most);
    if (!others.every(({ items }) => sameJson(keysOf(items, most), keys)))
      return context.inconclusive('the records changed during the check');
    const changes = others.filter(
      ({ items }, index) => !sameJson(orderOf(items), orderOf(others[index - 1]?.items ?? first)),
    );
    if (changes.length <= others.length / 2)
      return context.inconclusive('the order of the records changed during the check');
    context.report(second.answer, {
      at: '/items',
      expected: 'the same order in each response to the same request',
      actual: `another order in ${changes.length} of ${others.length} responses`,
      message: `sort=${most.query.sort} returned records with the same ${most.field} in another order when it was sent again`,
    });
  },
};
