import type { AskContext } from '../../engine/session/ask-context.js';

/** The number of pages to read a list in: a first, a middle, and a last page with a remainder. */
const PAGES = 3;
/** The same in a run with a limit of requests: a first page, and a last one with a remainder. */
const FEWEST_PAGES = 2;
const LARGEST = 99;

/** The number of pages to read of a list that is too large to read completely. */
const PAGES_OF_LARGE = 6;

/** How many pages of a list to read; `partial` if the list is too large to read completely. */
export function pagesOf({ partial }: { readonly partial: boolean }): number | undefined {
  return partial ? PAGES_OF_LARGE : undefined;
}

/**
 * The page size that splits a list of so many items into about three pages, or two in a run with a limit of requests, with
 * the last one not full.
 */
export function strideOf(context: Pick<AskContext, 'upTo'>, items: number): number {
  let size = Math.min(Math.max(1, Math.ceil(items / context.upTo(PAGES, FEWEST_PAGES))), LARGEST);
  while (items > 2 && items % size === 0) size += 1;
  return size;
}
