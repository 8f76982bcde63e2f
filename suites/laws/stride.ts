/** The documented maximum of a page, where there is one. */
export const LARGEST_PAGE = 1000;

/** The number of pages to read a list in: a first, a middle, and a last page with a remainder. */
export const PAGES = 3;
const LARGEST = 99;

/** The number of pages to read of a list that is too large to read completely. */
const PAGES_OF_LARGE = 6;

/** How many pages of a list to read; `partial` if the list is too large to read completely. */
export function pagesOf({ partial }: { readonly partial: boolean }): number | undefined {
  return partial ? PAGES_OF_LARGE : undefined;
}

/**
 * The page size that splits a list of so many items into about three pages, or another number, with the last one not full: with one
 * item if that takes at most one page more, because a mistake by one shows there.
 */
export function strideOf(items: number, pages = PAGES): number {
  let size = Math.min(Math.max(1, Math.ceil(items / pages)), LARGEST);
  const least = Math.ceil(items / (Math.ceil(items / size) + 1));
  const sizes = Array.from({ length: LARGEST + 1 - least }, (_unused, index) => least + index);
  const fit = sizes.filter((own) => items % own === 1 && own < items - 1);
  const best = fit.find((own) => own >= size) ?? fit.at(-1);
  if (best !== undefined && items > 2) return best;
  while (items > 2 && items % size === 0) size += 1;
  return size;
}

/**
 * The largest page size up to some number, with more than one page if possible, that leaves no remainder of so many items; 1 if
 * there is none.
 */
export function divisorOf(items: number, most: number): number {
  const sizes = Array.from({ length: Math.min(items, most) }, (_unused, index) => index + 1);
  const [largest = 1, next = largest] = sizes.filter((size) => items % size === 0).toReversed();
  return largest === items && next > 1 ? next : largest;
}
