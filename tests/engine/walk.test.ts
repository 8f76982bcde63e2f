import { describe, expect, it } from 'vitest';
import type { Answer } from '../../engine/client/answer.js';
import { type Page, walk } from '../../engine/session/page.js';
import type { Query } from '../../engine/session/seen.js';
import { Inconclusive } from '../../engine/session/signals.js';

/** A list of some records that says how many pages it has, and refuses or repeats what comes after the last one. */
function listOf(count: number, totals: Partial<Page>, after: 'refuses' | 'repeats' | 'is empty' = 'is empty') {
  const asked: { readonly page: number; readonly valid: boolean }[] = [];
  const all = Array.from({ length: count }, (_unused, index) => ({ id: `${index}` }));
  const read = async ({ page_size: size, page_number: number = 1 }: Query, valid: boolean): Promise<Page> => {
    asked.push({ page: Number(number), valid });
    const start = (Number(number) - 1) * Number(size);
    const items = all.slice(start, start + Number(size));
    if (items.length === 0 && start > 0 && after === 'refuses') throw new Inconclusive('404');
    const last = all.slice(-Number(size));
    const shown = items.length === 0 && after === 'repeats' ? last : items;
    return { answer: { bytes: 0 } as Answer, items: shown, totalItems: null, totalPages: null, ...totals };
  };
  return { asked, read };
}

describe('walk', () => {
  it.each(['refuses', 'repeats', 'is empty'] as const)(
    'ends at a short page where total_pages alone promises more, and what comes after it %s',
    async (after) => {
      const { read } = listOf(7, { totalPages: 7 }, after);

      const { items, pages, partial } = await walk(read, {}, 3, 20);

      expect(items.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
      expect(pages).toHaveLength(3);
      expect(partial).toBe(false);
    },
  );

  it('reads fewer pages where they are large', async () => {
    const { read } = listOf(500, {});
    const large = async (query: Query, valid: boolean) => {
      const answer = { bytes: 2 * 1024 * 1024 } as Answer;
      return { ...(await read(query, valid)), answer, totalPages: 50, totalItems: 500 };
    };

    const { pages, partial, cause } = await walk(large, {}, 10, 20);

    expect(pages).toHaveLength(4);
    expect(partial).toBe(true);
    expect(cause).toBeUndefined();
  });

  it('names the limit as the cause where the size of its pages is the only reason that a list is partial', async () => {
    const { read } = listOf(200, {});
    const large = async (query: Query, valid: boolean) => {
      const answer = { bytes: 2 * 1024 * 1024 } as Answer;
      return { ...(await read(query, valid)), answer, totalPages: 20, totalItems: 200 };
    };

    expect(await walk(large, {}, 10, 20)).toMatchObject({ partial: true, cause: 'limit' });
    expect((await walk(read, {}, 10, 20)).cause).toBeUndefined();
  });

  it('names no limit where a list goes on after the pages that its totals promise', async () => {
    const { read } = listOf(300, {});
    const endless = async (query: Query, valid: boolean) => ({ ...(await read(query, valid)), totalItems: 20 });

    const { partial, cause } = await walk(endless, {}, 10, 20);

    expect(partial).toBe(true);
    expect(cause).toBeUndefined();
  });

  it.each([{ totalPages: 3 }, { totalItems: 6 }])('does not end where a limit ends the reading: %j', async (totals) => {
    const { read } = listOf(9, totals);
    const limited = async (query: Query, valid: boolean) => {
      if (query.page_number === 3) throw new Inconclusive('no more is read', 'limit');
      return read(query, valid);
    };

    await expect(walk(limited, {}, 3, 20)).rejects.toMatchObject({ blockedBy: 'limit' });
  });

  it('takes as valid only what follows a full page', async () => {
    const { asked, read } = listOf(7, { totalPages: 7 });

    await walk(read, {}, 3, 20);

    expect(asked.filter(({ valid }) => valid).map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('keeps records that follow a short page, so that the page can be reported as short', async () => {
    const { read } = listOf(7, { totalPages: 3 });
    const short = async (query: Query, valid: boolean) => {
      const page = await read(query, valid);
      return query.page_number === 2 ? { ...page, items: page.items.slice(0, 1) } : page;
    };

    const { items } = await walk(short, {}, 3, 20);

    expect(items.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '6']);
  });

  it('is inconclusive where a page is refused that a full page and the totals promise', async () => {
    const { read } = listOf(6, { totalPages: 3 }, 'refuses');

    await expect(walk(read, {}, 3, 20)).rejects.toThrow(Inconclusive);
  });

  it('reads no more records than the pages may hold where a target ignores the page size', async () => {
    const { asked, read } = listOf(100_000, { totalItems: 100_000 });
    const long = (query: Query, valid: boolean) => read({ ...query, page_size: 1000 }, valid);

    const { items, partial } = await walk(long, {}, 100, 20);

    expect(asked).toHaveLength(2);
    expect(items).toHaveLength(2000);
    expect(partial).toBe(true);
  });
});
