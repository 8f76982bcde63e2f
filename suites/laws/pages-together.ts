import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { isList } from './applies.js';
import { divisorOf, pagesOf, strideOf } from './stride.js';

/** The number of items requested with page_size 1 from the beginning of a list, and from its end. */
const SINGLES = 2;
const LAST_SINGLES = 1;

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

export const partition: AskRule = {
  id: 'paging.partition',
  clause: 'paging.partition',
  needs: ['several'],
  appliesTo: isList,
  async ask(context) {
    const whole = await context.collection();
    const strides = await completed(context, whole);
    for (const list of [whole, strides]) await reportCount(context, whole, list);
    if (!whole.partial && !strides.partial) await reportMembers(context, whole, strides);
    await reportTwice(context, whole, strides);
    if (context.allowance.sparing) return;
    await reportSingles(context, whole);
    await reportFullEnd(context, whole);
  },
};

/** With a page size that divides the length of the list, the last page is full. */
async function reportFullEnd(context: AskContext, whole: Walk): Promise<void> {
  const { length } = whole.items;
  const size = divisorOf(length, whole.pageSize);
  if (whole.partial || size < 2) return;
  const { items, answer } = await context.page({ page_size: size, page_number: length / size });
  if (items.length === size) return;
  await context.assertStable(whole);
  const message = `the last page of ${size} of a list of ${plural(length, 'item')} has ${plural(items.length, 'item')}`;
  context.report(answer, {
    at: '/items',
    expected: plural(size, 'item'),
    actual: plural(items.length, 'item'),
    message,
  });
}

async function reportCount(context: AskContext, whole: Walk, list: Walk): Promise<void> {
  const last = list.pages.at(-1);
  if (list.partial || last === undefined || last.totalItems === null || last.totalItems === list.items.length) return;
  await context.assertStable(whole);
  const expected = `${list.items.length}, the number of items on all pages of ${list.pageSize}`;
  const message = `total_items is ${last.totalItems}, but the pages of ${list.pageSize} have ${plural(list.items.length, 'item')} in total`;
  context.report(last.answer, { at: '/pagination/total_items', expected, actual: `${last.totalItems}`, message });
}

/** Compares two page sizes: each must return every record as often as the other. */
async function reportMembers(context: AskContext, whole: Walk, strides: Walk): Promise<void> {
  const once = countsOf(whole.items);
  const again = countsOf(strides.items);
  const differing = [...new Set([...once.keys(), ...again.keys()])].filter((id) => once.get(id) !== again.get(id));
  const [first] = differing;
  const [page] = strides.pages;
  if (first === undefined || page === undefined) return;
  await context.assertStable(whole);
  const times = (counts: ReadonlyMap<string, number>) =>
    ['not at all', 'once', 'twice'][counts.get(first) ?? 0] ?? 'more than twice';
  const shown = strides.pages.find(({ items }) => items.some((item) => identity(item) === first)) ?? page;
  const message = `pages of ${whole.pageSize} and of ${strides.pageSize} differ in ${plural(differing.length, 'record')}, first in ${first}`;
  context.report(shown.answer, {
    at: '/items',
    expected: `${first} ${times(once)}, as in pages of ${whole.pageSize}`,
    actual: `${times(again)} in pages of ${strides.pageSize}`,
    message,
  });
}

/** Reports an identical record twice in one walk; only children of a parent may share an id. */
async function reportTwice(context: AskContext, whole: Walk, strides: Walk): Promise<void> {
  for (const list of [whole, strides]) {
    const seen = new Map<string, JsonRecord>();
    for (const page of list.pages) {
      for (const item of page.items) {
        // Records without an id cannot be distinguished: two of them may be equal.
        if (typeof item.id !== 'string') continue;
        const before = seen.get(identity(item));
        if (before !== undefined && sameJson(before, item)) {
          await context.assertStable(whole);
          const message = `the record ${identity(item)} is returned twice in pages of ${list.pageSize}`;
          context.report(page.answer, { at: '/items', expected: 'each record once', actual: identity(item), message });
        }
        seen.set(identity(item), item);
      }
    }
  }
}

/** With page_size 1, each of the first and last pages has one record of the list. */
async function reportSingles(context: AskContext, whole: Walk): Promise<void> {
  const count = whole.partial ? SINGLES : whole.items.length;
  const numbers = Array.from({ length: count }, (_unused, index) => index + 1);
  const asked = count <= 2 * SINGLES ? numbers : [...numbers.slice(0, SINGLES), ...numbers.slice(-LAST_SINGLES)];
  const read = (page: number) => context.page({ page_size: 1, page_number: page });
  const pages = await Promise.all(asked.map(read));
  const known = new Set(whole.items.map(identity));
  const elsewhere = whole.items.findIndex((item) =>
    pages.at(-1)?.items.some((one) => identity(one) === identity(item)),
  );
  // The last page has a record that the list has elsewhere: the page of that place may have it too.
  if (elsewhere >= 0 && !asked.includes(elsewhere + 1)) pages.push(await read(elsewhere + 1));
  const seen = new Set<string>();
  for (const { items, answer } of pages) {
    const [item] = items;
    const id = item === undefined ? 'no item' : identity(item);
    const fault =
      item === undefined
        ? 'is empty'
        : seen.has(id) && typeof item.id === 'string'
          ? 'repeats a record'
          : known.has(id) || whole.partial
            ? ''
            : 'has a record that is not in the list';
    seen.add(id);
    if (fault === '') continue;
    await context.assertStable(whole);
    const message = `with page_size 1, a page of a list of ${plural(whole.items.length, 'item')} ${fault}`;
    context.report(answer, {
      at: '/items',
      expected: 'one record of the list that is on no other page',
      actual: id,
      message,
    });
  }
}

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

/**
 * The list as its last page completes it, in a run with a limit of requests: if that page continues the list where the
 * pages before it have to end, these are not read. Otherwise as `strided`.
 */
async function completed(context: AskContext, whole: Walk): Promise<Walk> {
  const pageSize = strideOf(whole.items.length);
  if (!context.allowance.sparing || whole.partial || whole.items.length < 2) return strided(context, whole);
  const page_number = Math.ceil(whole.items.length / pageSize);
  const last = await context.attempt(() => context.page({ page_size: pageSize, page_number }));
  const rest = whole.items.slice((page_number - 1) * pageSize);
  if (last === null || !sameJson(last.items.map(identity), rest.map(identity))) return strided(context, whole);
  return { pages: [last], items: whole.items, pageSize, query: {}, partial: false };
}

/** The pages at the end of a list, and the index of their first item. */
interface Ending extends Pick<Walk, 'pages' | 'pageSize' | 'items'> {
  readonly start: number;
}

/**
 * The list, read in about three pages. In a run with a limit of requests only the last page and the one before it, if they end
 * where the list has to end.
 */
async function ending(context: AskContext, whole: Walk): Promise<Ending> {
  const pageSize = strideOf(whole.items.length);
  const last = Math.ceil(whole.items.length / pageSize);
  if (context.allowance.sparing && !whole.partial && last > 2) {
    const read = (page_number: number) => context.page({ page_size: pageSize, page_number });
    const pages = await context.attempt(() => Promise.all([read(last - 1), read(last)]));
    const items = pages?.flatMap((page) => page.items) ?? [];
    const start = (last - 2) * pageSize;
    if (pages !== null && items.length === whole.items.length - start) return { pages, pageSize, items, start };
  }
  return { ...(await strided(context, whole)), start: 0 };
}

/** The list, read in about three pages. */
export function strided(context: AskContext, whole: Walk): Promise<Walk> {
  return context.walk(strideOf(whole.items.length), {}, {}, pagesOf(whole));
}

function countsOf(items: readonly JsonRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(identity(item), (counts.get(identity(item)) ?? 0) + 1);
  return counts;
}

/** The rules of how the pages of a list fit together. */
export const pagesTogether = [totalPages, fullPages, partition, order];
