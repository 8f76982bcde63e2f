/** A valid request for a page, and the expected number of items. */
export interface PageBorder {
  readonly page_number: number;
  readonly page_size: number;
  readonly expected: number;
}

/**
 * The boundary requests of a list with the given number of items: page sizes, `size` among them, whose last page is full,
 * has one item, or lacks one, and for each the first page, the last two and the two after the last. `maximum` is the
 * largest page size. The pages after the last one are unspecified, so with an `expected` of 0 a refusal is fine too.
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
