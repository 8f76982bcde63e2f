import type { AskRule } from '../../engine/run/rule.js';
import type { Page } from '../../engine/session/page.js';
import { isList } from './applies.js';
import { assertSizeRead, PAGING_DEFAULTS, paginationOf } from './paging-numbers.js';

const sizeOf = ({ answer }: Page): unknown => paginationOf(answer.value)?.page_size;

/** A target may have its default for a request without any parameter, and another one where a page number is given. */
export const defaultSize: AskRule = {
  id: 'paging.default-size',
  clause: 'paging.defaults',
  needs: ['answer'],
  from: 'standard',
  appliesTo: isList,
  async ask(context) {
    const page = await context.page({ page_number: 1 });
    const size = sizeOf(page);
    if (typeof size !== 'number') return context.inconclusive('the first page has no page_size');
    if (size === PAGING_DEFAULTS.page_size) return assertSizeRead(context);
    if (sizeOf(await context.page()) === size)
      return context.inconclusive('a request without any parameter has the same size (see paging.defaults)');
    const message = `a request with page_number 1 and without page_size returned page_size ${size}`;
    context.report(page.answer, {
      at: '/pagination/page_size',
      expected: `${PAGING_DEFAULTS.page_size}`,
      actual: `${size}`,
      message,
    });
  },
};
