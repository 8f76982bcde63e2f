import { body, pagination } from '../hooks.js';
import type { Row } from '../model.js';
import { Refusal } from '../refusal.js';
import { type Defect, family } from './mutant.js';
import { lists } from './reads.js';

/** The lists that only count their pages. */
const UNCOUNTED = lists.filter(({ area }) => area === 'agreements').map(({ id }) => id);

const each = (title: string, hook: Defect['hook']): Defect[] =>
  UNCOUNTED.map((operation) => ({
    title: `${title} in ${operation}`,
    operation,
    rule: 'paging.total-pages',
    also: ['filter.totals', 'answers.success-status', 'paging.partition'],
    hook,
  }));

/** Lists of the agreement area with a wrong total_pages, which is the only count that they have. */
export const agreementTotals = family('agreement-totals', [
  ...each(
    'total_pages is the number of records',
    body((given) => {
      const size = Number((given.pagination as Row).page_size);
      const pages = Number((given.pagination as Row).total_pages);
      const count = (pages - 1) * size + (given.items as readonly Row[]).length;
      return { ...given, pagination: { ...(given.pagination as Row), total_pages: count } };
    }),
  ),
  ...each('total_pages is one too many, and the page after the last is a 404', (steps) => ({
    ...pagination((given) => ({ ...given, total_pages: Number(given.total_pages) + 1 }))(steps),
    paginate: (records, page, context) => {
      const found = steps.paginate(records, page, context);
      if (found.length === 0 && page.number > 1n) throw new Refusal(404, 'There is no such page');
      return found;
    },
  })),
  ...each(
    'total_pages is always one',
    pagination((given) => ({ ...given, total_pages: 1 })),
  ),
]);
