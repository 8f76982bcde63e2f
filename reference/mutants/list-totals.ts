import { pagination } from '../hooks.js';
import { slug } from '../slug.js';
import { type Defect, family } from './mutant.js';
import { lists } from './reads.js';

/** For each list: total_items is missing where it is documented, or present where it is not. */
export const listTotals = family(
  'list-totals',
  lists.map((operation): Defect => {
    const counts = operation.area !== 'agreements';
    return {
      id: `${slug(operation.id)}-${counts ? 'has-no' : 'has-a'}-total`,
      title: `${operation.title} ${counts ? 'has no total_items' : 'has total_items'}`,
      operation: operation.id,
      rule: 'paging.total-items',
      hook: pagination(({ total_items: _total, ...given }) => (counts ? given : { ...given, total_items: 3 })),
    };
  }),
  'few',
);
