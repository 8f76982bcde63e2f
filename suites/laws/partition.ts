import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { isList } from './applies.js';
import { divisorOf } from './stride.js';
import { completed, SINGLES } from './strided.js';

/** The number of items requested with page_size 1 from the end of a list. */
const LAST_SINGLES = 1;

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

function countsOf(items: readonly JsonRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(identity(item), (counts.get(identity(item)) ?? 0) + 1);
  return counts;
}
