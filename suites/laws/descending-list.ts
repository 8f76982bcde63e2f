import type { AskContext } from '../../engine/session/ask-context.js';
import type { Walk } from '../../engine/session/page.js';
import { isUnshown } from './fields.js';
import { type FoundSorts, isLong, type Sortable } from './sortable.js';
import { isSortedBy } from './sorted-order.js';
import { PAGES, pagesOf } from './stride.js';

/** A list in descending order of a field that some records do not have, if there is one. */
interface DescendingList {
  readonly one: Sortable;
  /** The sort as it was sent. */
  readonly sort: string;
  /** `null` if the target rejects it. */
  readonly list: Walk | null;
}

/** Reads a list in descending order of a field that it is sorted by in ascending order; `null` if there is no such field. */
export async function descendingList(
  context: AskContext,
  { plain, unpaged, taken }: FoundSorts,
): Promise<DescendingList | null> {
  const sorting = taken.filter(isSortedBy);
  const isSparse = ({ field }: Sortable) => plain.items.some((item) => isUnshown(item, field));
  const one = sorting.find(isSparse) ?? sorting[0];
  if (one === undefined) return null;
  const sort = `${one.field}:desc`;
  // The ascending sort shows how a sort is paged; the later pages of a long list may be wrong in this direction alone.
  const pageSize = isLong(plain) ? Math.min(unpaged, Math.ceil(plain.items.length / PAGES)) : unpaged;
  const { status } = await context.ask({ sort, page_size: pageSize });
  if (status === 400) return { one, sort, list: null };
  return { one, sort, list: await context.walk(pageSize, { sort }, {}, pagesOf(plain)) };
}
