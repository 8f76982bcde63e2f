import { isPage, onItems, pageOf } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { isList } from '../operations.js';
import { type Call, isObject, type JsonObject, jsonOf, type Send, withQuery } from '../wire.js';

/** The items of the page at some distance from the one that a call asks for; empty if there is none. */
async function neighbours(call: Call, send: Send, distance: number): Promise<readonly unknown[]> {
  const { number } = pageOf(call);
  if (number + distance < 1) return [];
  const reply = await send(withQuery(call, 'page_number', `${number + distance}`));
  const value = reply.status === 200 ? jsonOf(reply) : undefined;
  return isPage(value) ? value.items : [];
}

/** Whether a page is the last one of its list, by its own numbers. */
function isLast(page: JsonObject, call: Call): boolean {
  const { total_pages: pages } = isObject(page.pagination) ? page.pagination : {};
  return typeof pages === 'number' && pageOf(call).number >= pages;
}

/** How the pages make up the list. */
export const items: readonly Operator[] = [
  operator(
    'item-first-lost',
    'Each page lacks its first item',
    'paging.partition',
    isList,
    onItems((items) => items.slice(items.length > 0 ? 1 : 0)),
  ),
  operator(
    'item-last-lost',
    'Each page lacks its last item',
    'paging.partition',
    isList,
    onItems((items) => (items.length > 0 ? items.slice(0, -1) : items)),
  ),
  operator(
    'item-lost-at-end',
    'The last page lacks its last item',
    'paging.partition',
    isList,
    onItems((items, page, call) => (isLast(page, call) && items.length > 0 ? items.slice(0, -1) : items)),
  ),
  operator(
    'item-lost-on-later-page',
    'The pages after the first lack their first item',
    'paging.partition',
    isList,
    onItems((items, _page, call) => (pageOf(call).number > 1 && items.length > 0 ? items.slice(1) : items)),
  ),
  operator(
    'item-twice',
    'Each page has its first item twice, and lacks its last',
    'paging.partition',
    isList,
    onItems((items) => (items.length > 1 ? [items[0], ...items.slice(0, -1)] : items)),
  ),
  operator(
    'item-of-page-before',
    'Each page begins with the last item of the page before',
    'paging.partition',
    isList,
    onItems(async (items, _page, call, send) => {
      const before = items.length > 0 ? await neighbours(call, send, -1) : [];
      return before.length > 0 ? [before.at(-1), ...items.slice(0, -1)] : items;
    }),
  ),
  operator(
    'page-too-long',
    'A page has one item more than page_size',
    'paging.at-most',
    isList,
    onItems(async (items, _page, call, send) => {
      if (items.length < pageOf(call).size) return items;
      const next = await neighbours(call, send, 1);
      return next.length > 0 ? [...items, next[0]] : items;
    }),
  ),
  operator(
    'page-too-short',
    'A full page has one item less than page_size',
    'paging.full-pages',
    isList,
    onItems((items, page, call) => (isLast(page, call) || items.length < 2 ? items : items.slice(0, -1))),
  ),
  operator(
    'last-page-filled',
    'The last page is filled with items of the page before',
    ['paging.full-pages', 'paging.partition'],
    isList,
    onItems(async (items, page, call, send) => {
      if (!isLast(page, call) || items.length === 0 || items.length >= pageOf(call).size) return items;
      const before = await neighbours(call, send, -1);
      return before.length > 0 ? [...before.slice(items.length - pageOf(call).size), ...items] : items;
    }),
  ),
  operator(
    'page-reversed',
    'Each page is in reverse order',
    'paging.order',
    isList,
    onItems((items) => (items.length > 1 ? items.toReversed() : items)),
  ),
  operator(
    'page-rotated',
    'Each page begins with its last item',
    'paging.order',
    isList,
    onItems((items) => (items.length > 2 ? [items.at(-1), ...items.slice(0, -1)] : items)),
  ),
];
