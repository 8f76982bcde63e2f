import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { pagesOf, strideOf } from './stride.js';

/** The number of items requested with page_size 1 from the beginning of a list. */
export const SINGLES = 2;

/**
 * The list as its last page completes it, in a run with a limit of requests: if that page continues the list where the
 * pages before it have to end, these are not read. Otherwise as `strided`.
 */
export async function completed(context: AskContext, whole: Walk): Promise<Walk> {
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
export async function ending(context: AskContext, whole: Walk): Promise<Ending> {
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
