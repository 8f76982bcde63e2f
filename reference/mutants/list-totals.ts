import { pagination } from '../hooks.js';
import { slug } from '../slug.js';
import { type Defect, family } from './mutant.js';
import { lists } from './reads.js';

/** Each list by itself counts what it should not count, or does not count what it should. */
export const listTotals = family(
  'list-totals',
  lists.map((operation): Defect => {
    const counts = operation.area !== 'agreements';
    return {
      id: `${slug(operation.id)}-${counts ? 'has-no' : 'has-a'}-total`,
      title: `${operation.title} ${counts ? 'has no total_items' : 'has a total_items'}`,
      operation: operation.id,
      rule: 'paging.total-items',
      hook: pagination(({ total_items: _total, ...given }) => (counts ? given : { ...given, total_items: 3 })),
    };
  }),
  'few',
);
