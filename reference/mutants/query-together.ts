import type { Context, Hook } from '../behaviour.js';
import { filterText, stored } from '../hooks.js';
import type { Row } from '../model.js';
import { isFiltered, isSorted } from '../query-hooks.js';
import { type Defect, family } from './mutant.js';

const sortOf = ({ query }: Context): string => String(query.sort ?? '');

/** Every name contains a character that collations disagree about. */
const punctuated: Hook = stored((one) => ({ ...one, ...(typeof one.name === 'string' && { name: `${one.name}!` }) }));

/** Defects of combinations of filter, sort and paging. */
export const queryTogether = family('query-together', [
  {
    title: 'totals are those of the unfiltered list',
    operation: 'getUsers',
    rule: 'filter.totals',
    hook: (steps) => ({
      paginationObject: (page, total, context) =>
        steps.paginationObject(page, isFiltered(context) ? context.tenant.users.records.length : total, context),
    }),
  },
  {
    title: 'total_pages of filtered contracts counts all contracts',
    operation: 'getContracts',
    rule: 'filter.totals',
    hook: (steps) => ({
      paginationObject: (page, total, context) =>
        steps.paginationObject(
          page,
          isFiltered(context) ? context.tenant.contracts.records.records.length : total,
          context,
        ),
    }),
  },
  {
    title: 'a sort by a name with punctuation reverses the list',
    operation: 'getUserDiscoverySources',
    rule: 'sort.ordered',
    also: ['sort.grammar', 'sort.several-keys', 'sort.descending'],
    hook: (steps) => ({
      ...punctuated(steps),
      order: (all, keys, context) => (keys[0]?.field === 'name' ? all.toReversed() : steps.order(all, keys, context)),
    }),
  },
  {
    title: 'the second page of a filtered list is not filtered',
    operation: 'getUsers',
    rule: 'filter.paging',
    hook: (steps) => ({
      matches: (filter, row, context) =>
        Number(context.query.page_number ?? 1) > 1 || steps.matches(filter, row, context),
    }),
  },
  {
    title: 'a filtered list begins with its second record',
    operation: 'getApplications',
    rule: 'filter.complete',
    hook: (steps) => ({
      paginate: (all, page, context) => steps.paginate(isFiltered(context) ? all.slice(1) : all, page, context),
    }),
  },
  {
    title: 'a filtered list repeats its last record',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: (steps) => ({
      order: (all, keys, context) =>
        isFiltered(context) && all.length > 1
          ? [...steps.order(all, keys, context), all.at(-1) as Row]
          : steps.order(all, keys, context),
    }),
  },
  {
    id: 'a-sort-drops-the-filter-in-queries',
    title: 'a sort drops the filter',
    operation: 'getUsers',
    rule: 'filter.sorted',
    hook: (steps) => ({ readFilter: (context) => (isSorted(context) ? undefined : steps.readFilter(context)) }),
  },
  {
    title: 'totals of a filtered and sorted list count the whole list',
    operation: 'getUsers',
    rule: 'filter.sorted',
    hook: (steps) => ({
      paginationObject: (page, total, context) =>
        steps.paginationObject(
          page,
          isFiltered(context) && isSorted(context) ? context.tenant.users.records.length : total,
          context,
        ),
    }),
  },
  {
    title: 'a filter drops the sort',
    operation: 'getUsers',
    rule: 'sort.grammar',
    hook: (steps) => ({ readSort: (context) => (isFiltered(context) ? [] : steps.readSort(context)) }),
  },
  {
    title: 'the third page of a sorted list is not sorted',
    operation: 'getUsers',
    rule: 'sort.ordered',
    hook: (steps) => ({
      order: (all, keys, context) => (context.query.page_number === '3' ? all : steps.order(all, keys, context)),
    }),
  },
  {
    title: 'a filter by one value drops the sort',
    operation: 'getUsers',
    rule: 'filter.sorted',
    rarity: 'rare',
    hook: (steps) => ({
      readSort: (context) => (/^\w+ -eq/.test(filterText(context)) ? [] : steps.readSort(context)),
    }),
  },
  ...['-ne', '-or', '-and', '-contains'].map(
    (name): Defect => ({
      title: `a filter with ${name} drops the sort`,
      operation: 'getUsers',
      rule: 'sort.grammar',
      rarity: 'rare',
      hook: (steps) => ({
        readSort: (context) => (filterText(context).includes(`${name} `) ? [] : steps.readSort(context)),
      }),
    }),
  ),
  {
    title: 'a sort drops a filter with a join',
    operation: 'getUsers',
    rule: 'sort.grammar',
    rarity: 'rare',
    hook: (steps) => ({
      readFilter: (context) =>
        isSorted(context) && / -(?:and|or) /.test(filterText(context)) ? undefined : steps.readFilter(context),
    }),
  },
  ...['getApplications', 'getApplicationUsers', 'getSubscriptionInsightUsers'].map(
    (operation): Defect => ({
      title: `a sort by two keys drops the filter in ${operation}`,
      operation,
      rule: 'filter.sorted',
      also: ['sort.grammar'],
      rarity: 'rare',
      hook: (steps) => ({
        readFilter: (context) => (sortOf(context).includes(',') ? undefined : steps.readFilter(context)),
      }),
    }),
  ),
]);
