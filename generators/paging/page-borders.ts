/** A valid request for a page, and the number of items that it must have. */
export interface PageBorder {
  readonly page_number: number;
  readonly page_size: number;
  readonly expected: number;
}

/**
 * The requests around the borders of a list of so many items: page sizes that leave a last page full, with one item, and
 * with all but one, among them `size`, and of each the first page, the last two and the two after the last. `maximum` is the
 * largest page size. What comes after the last page is not shown, so that `expected` of 0 there may be a refusal too.
 */
export function pageBorders(items: number, size: number, maximum = 1000): readonly PageBorder[] {
  const half = Math.floor(items / 2);
  const sizes = [size, 1, items, items - 1, items + 1, half, half + 1].filter((one) => one >= 1 && one <= maximum);
  return [...new Set(sizes)].flatMap((page_size) => {
    const last = Math.max(1, Math.ceil(items / page_size));
    const pages = [1, last - 1, last, last + 1, last + 2].filter((page) => page >= 1);
    return [...new Set(pages)].map((page_number) => ({
      page_number,
      page_size,
      expected: Math.min(Math.max(items - (page_number - 1) * page_size, 0), page_size),
    }));
  });
}
