import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import type { JsonRecord, Walk } from '../../../engine/session/page.js';
import { sameJson } from '../../../engine/session/validation.js';
import { equals } from '../../../generators/filter-text.js';
import { plural } from '../../../numbers/plural.js';
import { takes } from '../applies.js';
import { mustFindFilterable } from '../filterable.js';
import { findSortable, type Sortable } from '../sortable.js';
import { comparable, isOrdered, isSortedBy } from '../sorted-order.js';
import { wrongTotal } from '../sorted-totals.js';
import { bothKeys, heededKeys, isOrderedByBoth } from '../two-keys.js';
import { common, takesFilter } from './common.js';
import { noSuchValue } from './no-such-value.js';
import {
  assertSelects,
  assertSteady,
  firstAnswer,
  idsOf,
  inPages,
  inSinglePages,
  type Sample,
  selects,
  wholeSamples,
} from './samples.js';
import { reportSmallPages } from './small-pages.js';

export const totals: AskRule = {
  ...common,
  id: 'filter.totals',
  clause: 'filter.totals',
  async ask(context) {
    const largest = await inPages(context);
    const walks = largest === null || largest.strides.partial ? [] : [{ ...largest, result: largest.strides }];
    const whole = await wholeSamples(context);
    const isShown = largest !== null && selects(largest);
    const tried = [...whole, ...walks, ...(isShown ? [] : await inSinglePages(context, whole))];
    for (const { field, value, whole: list, result } of tried) {
      const count = result.items.length;
      const pages = Math.ceil(count / result.pageSize);
      for (const { answer, totalItems, totalPages } of result.pages) {
        const wrongItems = totalItems !== null && totalItems !== count;
        const wrongPages = totalPages !== null && totalPages !== pages && !(count === 0 && totalPages === 1);
        if (!wrongItems && !wrongPages) continue;
        await assertSteady(context, { whole: list, result }, [field]);
        const [at, expected, actual] = wrongItems
          ? ['total_items', count, totalItems]
          : ['total_pages', pages, totalPages];
        const message = `${equals(field, value)} returned ${plural(count, 'record')}, but ${at} is ${actual}`;
        context.report(answer, { at: `/pagination/${at}`, expected: `${expected}`, actual: `${actual}`, message });
      }
    }
    await reportEmptyTotals(context);
    assertSelects(context, tried);
  },
};

/** The totals of a filter that matches nothing are 0 items, and 0 pages or 1 page. */
async function reportEmptyTotals(context: AskContext): Promise<void> {
  const { first } = await mustFindFilterable(context);
  const filter = equals(first.field, noSuchValue(context, first.field));
  const answer = await context.ask({ filter });
  if (answer.status !== 200) return;
  const { items, totalItems, totalPages } = await context.page({ filter });
  if (items.length > 0) return;
  const counts = [
    ['total_items', totalItems ?? 0, 0],
    ['total_pages', totalPages ?? 0, 1],
  ] as const;
  for (const [name, actual, most] of counts) {
    if (actual <= most) continue;
    const message = `a filter that matches nothing returned ${name} ${actual}`;
    context.report(answer, { at: `/pagination/${name}`, expected: '0', actual: `${actual}`, message });
  }
}

export const paged: AskRule = {
  ...common,
  id: 'filter.paging',
  clause: 'filter.paging',
  async ask(context) {
    const largest = await inPages(context);
    if (largest === null) return context.inconclusive('no filter matches at least 3 records, which several pages need');
    const { field, value, result, strides } = largest;
    const answer = firstAnswer(strides);
    const last = strides.pages.findLastIndex(({ items }) => items.length > 0);
    const short = strides.pages.slice(0, Math.max(last, 0)).find(({ items }) => items.length < strides.pageSize);
    if (answer === undefined) return;
    if (sameJson(idsOf(result), idsOf(strides)) && short === undefined) {
      // filter.sorted does so for lists with a sort.
      const isSorted = takes('sort')(context.operation);
      if (!isSorted) await reportSmallPages(context, result, () => assertSteady(context, largest, [field]));
      return assertSelects(context, [largest]);
    }
    if (short === undefined && strides.cause !== undefined)
      context.inconclusive('the filtered list is too large to read it in small pages', strides.cause);
    await assertSteady(context, largest, [field]);
    const filter = equals(field, value);
    if (short !== undefined) {
      const message = `${filter} returned ${plural(short.items.length, 'item')} with page_size ${strides.pageSize} on a page that is not the last one`;
      const [expected, actual] = [`a full page (page_size ${strides.pageSize})`, plural(short.items.length, 'item')];
      return context.report(short.answer, { at: '/items', expected, actual, message });
    }
    const message = `${filter} returned other records in pages of ${strides.pageSize} than in pages of ${result.pageSize}`;
    const expected = `the result in pages of ${result.pageSize} (records: ${result.items.length})`;
    context.report(answer, { at: '/items', expected, actual: plural(strides.items.length, 'record'), message });
  },
};

/** Whether records are in the order that a sort demands; always, where the sort does not order the whole list. */
type InOrder = (some: readonly JsonRecord[]) => boolean;

/** Reads the records with the most frequent value, sorted by two keys if the target does so, in small pages. */
async function reportSorted(context: AskContext, sort: string, key: Sortable, isInOrder: InOrder): Promise<void> {
  const { whole, taken } = await mustFindFilterable(context);
  const [most] = taken.toSorted((one, other) => other.matches - one.matches);
  if (most === undefined || context.allowance.sparing) return;
  const filter = equals(most.field, most.common);
  const result = await context.walk(whole.pageSize, { filter });
  if (result.partial) return;
  const found = await findSortable(context);
  const keys = await heededKeys(context, found);
  const sorted =
    keys === null
      ? { query: { filter, sort }, isInOrder }
      : {
          query: { filter, sort: bothKeys(keys, found).sort },
          isInOrder: (some: readonly JsonRecord[]) => isOrderedByBoth(keys, some),
        };
  const fields = keys === null ? [key.field] : [keys.first.field, keys.second.field];
  await reportSmallPages(context, { items: result.items, ...sorted }, () =>
    assertSteady(context, { whole, result }, [most.field, ...fields]),
  );
}

/** The first field that orders the whole list and not the records that a filter returns anyway; else the first field. */
function keyFor(taken: readonly Sortable[], { items }: Walk): Sortable | undefined {
  return taken.find((one) => isSortedBy(one) && !isOrdered(one, items, 1)) ?? taken[0];
}

export const sorted: AskRule = {
  ...common,
  id: 'filter.sorted',
  clause: 'filter.sorted',
  appliesTo: (operation) => takesFilter(operation) && takes('sort')(operation),
  async ask(context) {
    const tried = await wholeSamples(context);
    const weight = (one: Sample) => (selects(one) ? one.result.items.length : 0);
    const [sample] = tried.toSorted((one, other) => weight(other) - weight(one));
    if (sample === undefined) return context.inconclusive('no filter was tried');
    const { field, value, whole, result: plain } = sample;
    const key = keyFor((await findSortable(context)).taken, plain);
    if (key === undefined)
      return context.inconclusive('the list cannot be sorted by any documented field (see sort.offered)');
    const filter = equals(field, value);
    const query = { filter, sort: `${key.field}:asc` };
    const answer = await context.ask({ ...query, page_size: whole.pageSize });
    const expected = `the result of the filter (records: ${plain.items.length})`;
    if (answer.status !== 200) {
      // On a live target the parent of the list may be away for a moment.
      await context.assertStable(whole, [field]);
      const message = `${filter} with sort=${query.sort} returned ${answer.summary}`;
      return context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    const both = await context.walk(whole.pageSize, query);
    const isSame = sameJson(idsOf(plain), idsOf(both));
    const total = isSame && wrongTotal(plain, plain.items.length) === null ? wrongTotal(both, both.items.length) : null;
    const isDemanded = isSortedBy(key);
    const isInOrder: InOrder = (some) => !isDemanded || isOrdered(key, some, 1);
    if (isSame && total === null && isInOrder(both.items)) {
      await reportSorted(context, query.sort, key, isInOrder);
      return assertSelects(context, [sample]);
    }
    await assertSteady(context, sample, [field, key.field]);
    if (isSame && total === null) {
      const message = `${filter} with sort=${query.sort} returned records that are out of order by ${key.field}`;
      const actual = comparable(key, both.items).slice(0, 5).join(', ');
      return context.report(answer, { at: '/items', expected: `records in order of ${key.field}`, actual, message });
    }
    if (total !== null) {
      const message = `${filter} with sort=${query.sort} returned ${plural(both.items.length, 'record')}, but ${total.name} is ${total.actual}`;
      const at = `/pagination/${total.name}`;
      return context.report(total.answer, { at, expected: `${total.expected}`, actual: `${total.actual}`, message });
    }
    const message = `${filter} returned other records with sort=${query.sort} than without it`;
    context.report(answer, { at: '/items', expected, actual: plural(both.items.length, 'record'), message });
  },
};
