import { body, pagination } from '../hooks.js';
import { slug } from '../slug.js';
import { type Defect, family } from './mutant.js';
import { lists } from './reads.js';

/** Totals that are wrong only in sorted lists. */
const ofSorted = (title: string, operations: readonly string[], total: 'total_items' | 'total_pages'): Defect[] =>
  operations.map((operation) => ({
    title: `${title} in ${operation}`,
    operation,
    rule: 'paging.partition',
    rules: ['paging.first-page'],
    rarity: 'rare',
    hook: pagination((given, { query }) => (query.sort === undefined ? given : { ...given, [total]: 0 })),
  }));

/** For each list: total_items is missing where it is documented, or present where it is not; totals of sorted lists. */
export const listTotals = family(
  'list-totals',
  [
    ...ofSorted(
      'a sorted list has no total_items',
      ['getSubscriptionInsightUsers', 'getUserSubscriptions'],
      'total_items',
    ),
    ...ofSorted('a sorted list has no pages', ['getApplicationUsersConsumptions'], 'total_pages'),
    ...['getUsers', 'getApplicationUsersConsumptions'].map(
      (operation): Defect => ({
        title: `a page after the last one has a total_items of 0 in ${operation}`,
        operation,
        rule: 'paging.after-last-totals',
        rarity: 'rare',
        hook: body((given) =>
          (given.items as readonly unknown[]).length > 0
            ? given
            : { ...given, pagination: { ...(given.pagination as object), total_items: 0 } },
        ),
      }),
    ),
    ...['getApplications', 'getUsers'].map(
      (operation): Defect => ({
        title: `a list filtered by a flag alone has the totals of the whole list in ${operation}`,
        operation,
        rule: 'paging.partition',
        rules: ['paging.first-page'],
        rarity: 'rare',
        hook: pagination((given, { query, tenant }) =>
          /^\w+ -eq '?(true|false)'?$/.test(String(query.filter))
            ? { ...given, total_items: tenant[operation === 'getUsers' ? 'users' : 'applications'].records.length }
            : given,
        ),
      }),
    ),
    {
      title: 'a page after the last one has no array of items',
      operation: 'getContractTypes',
      rule: 'paging.envelope',
      rarity: 'rare',
      hook: body((given) => ((given.items as readonly unknown[]).length > 0 ? given : { ...given, items: null })),
    },
    ...lists.map((operation): Defect => {
      const counts = operation.area !== 'agreements';
      return {
        id: `${slug(operation.id)}-${counts ? 'has-no' : 'has-a'}-total`,
        title: `${operation.title} ${counts ? 'has no total_items' : 'has total_items'}`,
        operation: operation.id,
        rule: 'paging.total-items',
        hook: pagination(({ total_items: _total, ...given }) => (counts ? given : { ...given, total_items: 3 })),
      };
    }),
  ],
  'few',
);
