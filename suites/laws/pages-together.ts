import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { isList } from './applies.js';
import { partition } from './partition.js';
import { completed, ending, SINGLES } from './strided.js';

export const totalPages: AskRule = {
  id: 'paging.total-pages',
  clause: 'paging.total-pages',
  needs: ['answer'],
  appliesTo: isList,
  async ask(context) {
    const whole = await context.collection();
    // With a page size of 1 there is no remainder, so a total that is rounded differently shows only there.
    const single = context.allowance.sparing
      ? []
      : [{ pages: [await context.page({ page_size: 1, page_number: 1 })], pageSize: 1, partial: true }];
    // Where a page that is promised is refused, the other walks decide (see answers.success-status).
    const strides = await context.attempt(() => completed(context, whole));
    const walks = [whole, ...(strides === null ? [] : [strides]), ...single];
    let counted = 0;
    for (const { pages, pageSize, partial } of walks) {
      for (const page of pages) {
        if (page.totalItems === null && (whole.partial || (partial && pageSize > 1))) continue;
        const items = page.totalItems ?? whole.items.length;
        // paging.partition reports a negative total.
        if (items < 0) continue;
        const expected = Math.ceil(items / pageSize);
        if (page.totalPages === null) continue;
        counted += expected;
        if (page.totalPages === expected || (expected === 0 && page.totalPages === 1)) continue;
        const actual = `${page.totalPages}`;
        const message = `total_pages is ${actual} for ${plural(items, 'item')} with page_size ${pageSize}, not ${expected}`;
        if (page.totalItems === null) await context.assertStable(whole);
        context.report(page.answer, { at: '/pagination/total_pages', expected: `${expected}`, actual, message });
      }
    }
    if (counted === 0)
      context.inconclusive('the list is empty or its length is unknown, so there are no pages to count');
  },
};

export const fullPages: AskRule = {
  id: 'paging.full-pages',
  clause: 'paging.full-pages',
  needs: ['several'],
  appliesTo: isList,
  async ask(context) {
    const whole = await context.collection();
    const { pages, pageSize } = await ending(context, whole);
    const last = pages.findLastIndex(({ items }) => items.length > 0);
    const short = pages.slice(0, Math.max(last, 0)).filter(({ items }) => items.length < pageSize);
    if (short.length > 0) await context.assertStable(whole);
    for (const { answer, items } of short) {
      const message = `a page that is not the last one has ${plural(items.length, 'item')} with page_size ${pageSize}`;
      const [expected, actual] = [`a full page (page_size ${pageSize})`, plural(items.length, 'item')];
      context.report(answer, { at: '/items', expected, actual, message });
    }
    assertApart(context, { pages, pageSize });
  },
};

export const order: AskRule = {
  id: 'paging.order',
  clause: 'paging.order',
  needs: ['several'],
  appliesTo: isList,
  async ask(context) {
    const whole = await context.collection();
    const strides = await ending(context, whole);
    const listed = whole.items.slice(strides.start);
    const length = Math.min(listed.length, strides.items.length);
    const [one, other] = [listed, strides.items].map((items) => items.slice(0, length).map(identity));
    if (one === undefined || other === undefined) return;
    if (sameJson(one, other)) {
      await reportSingleOrder(context, whole);
      return assertApart(context, strides);
    }
    if (!sameJson(one.toSorted(), other.toSorted()))
      context.inconclusive('the pages do not partition the list (see paging.partition)');
    await context.assertStable(whole);
    const index = one.findIndex((id, position) => id !== other[position]);
    const page = strides.pages[Math.floor(index / strides.pageSize)] ?? strides.pages[0];
    if (page === undefined) return;
    const message = `item ${strides.start + index} of the list differs between page_size ${strides.pageSize} and page_size ${whole.pageSize}`;
    context.report(page.answer, { at: '/items', expected: `${one[index]}`, actual: `${other[index]}`, message });
  },
};

/**
 * Compares pages of one record with the list: the first ones, and the last one, which paging.partition reads too. In a run with
 * a limit of requests only the third one: one after the first shows records that are skipped or repeated before it too.
 */
async function reportSingleOrder(context: AskContext, whole: Walk): Promise<void> {
  const { length } = whole.items;
  const first = Array.from({ length: Math.min(length, SINGLES) }, (_unused, index) => index);
  const all = [...first, ...(!whole.partial && length > SINGLES ? [length - 1] : [])];
  const places = context.allowance.sparing ? [Math.min(length - 1, SINGLES)] : all;
  const pages = await Promise.all(places.map((index) => context.page({ page_size: 1, page_number: index + 1 })));
  const differing = pages.findIndex(({ items: [item] }, at) => isOtherThan(item, idAt(whole, places[at] ?? 0)));
  const [page, index] = [pages[differing], places[differing]];
  if (page === undefined || index === undefined) return;
  await context.assertStable(whole);
  const message = `item ${index} of the list differs between page_size 1 and page_size ${whole.pageSize}`;
  const actual = page.items.map(identity).join();
  context.report(page.answer, { at: '/items', expected: idAt(whole, index), actual, message });
}

const isOtherThan = (item: JsonRecord | undefined, id: string): boolean => item !== undefined && identity(item) !== id;

function idAt({ items }: Walk, index: number): string {
  const item = items[index];
  return item === undefined ? 'no item' : identity(item);
}

/**
 * Makes sure that the pages of a walk are different pages: inconclusive if two of them have the same records, or one
 * has more than requested. A target that ignores the page number shows nothing about how its pages fit together.
 */
function assertApart(context: AskContext, { pages, pageSize }: Pick<Walk, 'pages' | 'pageSize'>): void {
  const held = pages.filter(({ items }) => items.length > 0);
  if (held.some(({ items }) => items.length > pageSize))
    context.inconclusive(`a page has more items than the requested page_size ${pageSize} (see paging.at-most)`);
  const different = new Set(held.map(({ items }) => JSON.stringify(items)));
  if (different.size < held.length)
    context.inconclusive('different pages have the same records (see paging.partition)');
}

/** The rules of how the pages of a list fit together. */
export const pagesTogether = [totalPages, fullPages, partition, order];
