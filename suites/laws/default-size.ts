import type { AskRule } from '../../engine/run/rule.js';
import { isList } from './applies.js';
import { assertSizeRead, PAGING_DEFAULTS, pageAfterLast, paginationOf } from './paging-numbers.js';

/** A target may have its default for a request without any parameter, and another one where a page number is given. */
export const defaultSize: AskRule = {
  id: 'paging.default-size',
  clause: 'paging.defaults',
  needs: ['answer'],
  from: 'standard',
  appliesTo: isList,
  async ask(context) {
    const { page_number, page_size } = await pageAfterLast(context);
    if (page_size !== undefined) return context.inconclusive('the list is too large to read completely');
    const after = await context.ask({ page_number });
    const size = paginationOf(after.value)?.page_size;
    if (after.status !== 200 || typeof size !== 'number')
      return context.inconclusive('the page after the last one has no page_size');
    // The page after the last one is unspecified, so the first page decides. Rules that judge compare its items with its size.
    const { answer } = await context.page({ page_number: 1 });
    if (size === PAGING_DEFAULTS.page_size) return assertSizeRead(context);
    const own = paginationOf(answer.value)?.page_size;
    if (typeof own !== 'number' || own === PAGING_DEFAULTS.page_size)
      return context.inconclusive('the first page has the default size');
    const message = `a request with page_number 1 and without page_size returned page_size ${own}`;
    context.report(answer, {
      at: '/pagination/page_size',
      expected: `${PAGING_DEFAULTS.page_size}`,
      actual: `${own}`,
      message,
    });
  },
};
