import { filterText, where } from '../hooks.js';
import { isFiltered, isSorted, operator } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './mutant.js';

const isLater = ({ query }: { query: Readonly<Record<string, unknown>> }): boolean =>
  Number(query.page_number ?? 1) > 1;

/** Defects of few filters and sorts, or of their combinations. */
export const rareQueries = family('rare-queries', [
  {
    id: 'a-name-with-an-apostrophe-is-never-found',
    title: 'names with an apostrophe are never found',
    operation: 'getUsers',
    rule: ['filter.every-value', 'filter.hard-values', 'filter.complete'],
    also: ['filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (_actual, value, right) => right && !String(value).includes("'"), 'string'),
  },
  {
    id: 'a-value-with-a-backslash-is-never-found',
    title: 'values with a backslash are never found',
    operation: 'getUsers',
    rule: ['filter.every-value', 'filter.hard-values'],
    also: ['filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (_actual, value, right) => right && !String(value).includes('\\'), 'string'),
  },
  {
    title: 'a value with a percent sign matches everything',
    operation: 'getApplicationUsers',
    rule: ['filter.hard-values', 'filter.every-value', 'filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (_actual, value, right) => right || String(value).includes('%'), 'string'),
  },
  {
    id: 'a-long-value-is-cut',
    title: 'a value is compared by its first twenty characters',
    operation: 'getUsers',
    rule: ['filter.every-value', 'filter.grammar', 'filter.hard-values'],
    rarity: 'rare',
    hook: operator(
      '-eq',
      (actual, value, right) => right || String(actual).slice(0, 20) === String(value).slice(0, 20),
      'string',
    ),
  },
  {
    id: 'false-matches-everything',
    title: '-eq false matches every record',
    operation: 'getUsers',
    rule: ['filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (_actual, value, right) => right || value === false, 'boolean'),
  },
  {
    title: 'a filter is lost on later pages of a sorted list',
    operation: 'getUsers',
    rule: ['filter.sorted', 'sort.grammar', 'filter.paging'],
    rarity: 'rare',
    hook: (steps) => ({
      readFilter: (context) => (isSorted(context) && isLater(context) ? undefined : steps.readFilter(context)),
    }),
  },
  {
    title: 'a sort is lost on later pages',
    operation: 'getApplicationUsers',
    rule: ['sort.ordered', 'sort.permutation'],
    also: ['sort.natural', 'sort.grammar', 'sort.descending', 'sort.several-keys'],
    rarity: 'rare',
    hook: (steps) => ({ readSort: (context) => (isLater(context) ? [] : steps.readSort(context)) }),
  },
  {
    id: 'a-descending-sort-repeats-its-first-page',
    title: 'a descending sort returns its first page twice',
    operation: 'getUsers',
    rule: ['sort.descending', 'sort.grammar', 'sort.permutation'],
    rarity: 'rare',
    hook: (steps) => ({
      paginate: (all, page, context) =>
        steps.paginate(
          all,
          page.number === 2n && /:desc/.test(String(context.query.sort)) ? { ...page, number: 1n } : page,
          context,
        ),
    }),
  },
  {
    id: 'a-filtered-list-is-counted-by-its-page',
    title: 'the totals of a filtered list count the page',
    operation: 'getApplications',
    rule: ['filter.totals', 'filter.paging'],
    also: ['filter.complete', 'filter.grammar'],
    rarity: 'rare',
    hook: (steps) => ({
      paginationObject: (page, total, context) =>
        steps.paginationObject(page, isFiltered(context) ? Math.min(total, page.size) : total, context),
    }),
  },
  {
    id: 'an-empty-filtered-list-has-one-item',
    title: 'a filter that matches nothing counts one item',
    operation: 'getContracts',
    rule: ['filter.no-match', 'filter.totals'],
    rarity: 'rare',
    hook: (steps) => ({
      paginationObject: (page, total, context) =>
        isFiltered(context) && total === 0
          ? { ...steps.paginationObject(page, total, context), total_pages: 3 }
          : steps.paginationObject(page, total, context),
    }),
  },
  {
    id: 'every-filter-is-refused',
    title: 'every filter is rejected',
    operation: 'getUserApplications',
    rule: 'filter.offered',
    hook: where(isFiltered, () => ({
      readFilter: () => {
        throw new Refusal(400, 'no filters here');
      },
    })),
  },
  {
    id: 'every-sort-is-refused',
    title: 'every sort is rejected',
    operation: 'getUserApplications',
    rule: 'sort.offered',
    hook: where(isSorted, () => ({
      readSort: () => {
        throw new Refusal(400, 'no sorts here');
      },
    })),
  },
  {
    id: 'a-sort-by-an-unknown-field-is-ignored',
    title: 'a sort by a field that does not exist is ignored',
    operation: 'getSubscriptionInsightUsers',
    rule: 'sort.unknown-field',
    rarity: 'rare',
    hook: (steps) => ({
      parseSort: (text, schema, context) => (/nosuchfield/i.test(text) ? [] : steps.parseSort(text, schema, context)),
    }),
  },
  {
    id: 'a-malformed-sort-is-a-500',
    title: 'a malformed sort returns 500',
    operation: 'getUserSubscriptions',
    rule: 'sort.malformed',
    also: ['sort.unknown-field'],
    hook: (steps) => ({
      readSort: (context) => {
        try {
          return steps.readSort(context);
        } catch {
          throw new Error('parse');
        }
      },
    }),
  },
  {
    id: 'a-filter-on-an-unknown-field-is-a-500',
    title: 'a filter on a field that does not exist returns 500',
    operation: 'getAgreements',
    rule: 'filter.unknown-field',
    hook: (steps) => ({
      readFilter: (context) => {
        if (/nosuchfield/i.test(filterText(context))) throw new Error('column');
        return steps.readFilter(context);
      },
    }),
  },
  {
    id: 'a-quoted-value-keeps-its-quotes-in-double-quotes',
    title: 'a value in double quotes matches nothing',
    operation: 'getApplications',
    rule: 'filter.quotes',
    also: ['filter.every-value', 'filter.hard-values', 'filter.grammar', 'filter.complete'],
    rarity: 'rare',
    hook: where(
      (context) => filterText(context).includes('"'),
      () => ({ matches: () => false }),
    ),
  },
  {
    id: 'quoted-dates-are-rejected',
    title: 'a date in quotes returns 400, and one without quotes does not',
    operation: 'getUsers',
    rule: 'filter.every-type',
    also: ['filter.grammar'],
    rarity: 'rare',
    hook: (steps) => ({
      readFilter: (context) => {
        if (/(['"])\d{4}-\d\d-\d\dT[^'"]*\1/.test(filterText(context))) throw new Refusal(400, 'A date is not a text.');
        return steps.readFilter(context);
      },
    }),
  },
  {
    id: 'a-filter-by-a-number-of-33-bits-is-a-500',
    title: 'a filter by a number that needs more than 32 bits returns 500',
    operation: 'getApplications',
    rule: 'filter.every-type',
    rarity: 'rare',
    hook: (steps) => ({
      readFilter: (context) => {
        const numbers = filterText(context).match(/(?<= )\d{10,}(?=[ )]|$)/g) ?? [];
        if (numbers.some((number) => Number(number) > 2 ** 31)) throw new Error('integer out of range');
        return steps.readFilter(context);
      },
    }),
  },
]);
