/** Pages that a list is walked in, so that there is a first, a middle, and a last one with a remainder. */
const PAGES = 5;
const LARGEST = 99;

/** Pages of a list that is too large to be read whole. */
const PAGES_OF_LARGE = 6;

/** How many pages of a list are walked, once it is known whether it was read whole. */
export function pagesOf({ partial }: { readonly partial: boolean }): number | undefined {
  return partial ? PAGES_OF_LARGE : undefined;
}

/** The page size that splits a list of so many items into about five pages, the last of them not full. */
export function strideOf(items: number): number {
  const even = Math.min(Math.max(1, Math.ceil(items / PAGES)), LARGEST);
  return items > 2 && items % even === 0 ? even + 1 : even;
}
