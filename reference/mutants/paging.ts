import { body, pagination } from '../hooks.js';
import type { Row } from '../model.js';
import { Refusal } from '../refusal.js';
import { family } from './mutant.js';

/** Defects of a page, and of how the pages of a list fit together. */
export const paging = family('paging', [
  {
    title: 'pages of one record are in the opposite order',
    operation: 'getContracts',
    rule: 'paging.order',
    rarity: 'rare',
    hook: (steps) => ({
      paginate: (records, page, context) =>
        steps.paginate(context.query.page_size === '1' ? records.toReversed() : records, page, context),
    }),
  },
  {
    title: 'a list is a bare array',
    operation: 'getAgreementTypes',
    rule: 'paging.envelope',
    also: ['relations.links'],
    hook: body((given) => given.items),
  },
  {
    title: 'pagination is missing',
    operation: 'getUserSubscriptions',
    rule: 'paging.envelope',
    hook: body(({ pagination: _pagination, ...given }) => given),
  },
  {
    id: 'total-pages-is-a-text',
    title: 'total_pages is a string',
    operation: 'getAgreements',
    rule: 'paging.numbers',
    hook: pagination((given) => ({ ...given, total_pages: `${given.total_pages}` })),
  },
  {
    title: 'total_pages is missing',
    operation: 'getContractPeriods',
    rule: 'paging.members',
    hook: pagination(({ total_pages: _total, ...given }) => given),
  },
  {
    title: 'total_items is missing',
    operation: 'getApplications',
    rule: 'paging.total-items',
    hook: pagination(({ total_items: _total, ...given }) => given),
  },
  {
    title: 'the agreement area counts total_items',
    operation: 'getContracts',
    rule: 'paging.total-items',
    hook: pagination((given) => ({ ...given, total_items: 23 })),
  },
  {
    title: 'the default page_size is 50',
    operation: 'getUsers',
    rule: 'paging.defaults',
    hook: (steps) => ({
      readPaging: (context) => ({
        ...steps.readPaging(context),
        ...(context.query.page_size === undefined && { size: 50 }),
      }),
    }),
  },
  {
    title: 'the default page_size is 10 where a page_number is given',
    operation: 'getAgreements',
    rule: 'paging.defaults',
    rules: ['paging.default-size'],
    also: ['paging.defaults'],
    rarity: 'rare',
    hook: (steps) => ({
      readPaging: (context) => {
        const { page_number: number, page_size: size } = context.query;
        if (number === undefined || size !== undefined) return steps.readPaging(context);
        return steps.readPaging({ ...context, query: { ...context.query, page_size: '10' } });
      },
    }),
  },
  {
    id: 'pages-are-counted-from-0-in-the-answer',
    title: 'page_number in the response starts at 0',
    operation: 'getApplicationUsers',
    rule: 'paging.echo',
    also: ['paging.defaults'],
    hook: pagination((given) => ({ ...given, page_number: Number(given.page_number) - 1 })),
  },
  {
    title: 'page_size is repeated as the number of items',
    operation: 'getContracts',
    rule: 'paging.echo',
    also: ['paging.defaults', 'paging.maximum-echo'],
    hook: body((given) => ({
      ...given,
      pagination: { ...(given.pagination as Row), page_size: (given.items as Row[]).length },
    })),
  },
  {
    title: 'a page has one item too many',
    operation: 'getUsers',
    rule: 'paging.at-most',
    also: ['paging.partition', 'paging.order', 'paging.full-pages', 'filter.paging', 'sort.permutation'],
    hook: (_steps) => ({
      paginate: (all, page) => all.slice(Number(page.number - 1n) * page.size, Number(page.number) * page.size + 1),
    }),
  },
  {
    title: 'page_size is ignored',
    operation: 'getSubscriptionUsers',
    rule: 'paging.at-most',
    also: ['paging.partition', 'paging.order', 'paging.full-pages'],
    hook: (_steps) => ({ paginate: (all) => all.slice(0, 100) }),
  },
  {
    title: 'total_pages is rounded down',
    operation: 'getUsers',
    rule: 'paging.total-pages',
    also: ['filter.totals'],
    hook: pagination((given) => ({
      ...given,
      total_pages: Math.floor(Number(given.total_items) / Number(given.page_size)),
    })),
  },
  {
    title: 'total_pages of the agreement area is one too many',
    operation: 'getAgreements',
    rule: 'paging.total-pages',
    also: ['filter.totals'],
    hook: pagination((given) => ({ ...given, total_pages: Number(given.total_pages) + 1 })),
  },
  {
    title: 'total_items is one too many',
    operation: 'getApplications',
    rule: 'paging.partition',
    also: ['filter.totals', 'paging.total-pages'],
    hook: pagination((given) => ({ ...given, total_items: Number(given.total_items) + 1 })),
  },
  {
    title: 'the last item of each page is lost',
    operation: 'getUsers',
    rule: 'paging.partition',
    also: [
      'paging.full-pages',
      'paging.order',
      'sort.permutation',
      'filter.paging',
      'filter.complete',
      'filter.totals',
      'filter.hard-values',
    ],
    hook: (steps) => ({
      paginate: (all, page, context) => steps.paginate(all, page, context).slice(0, page.size === 1 ? 1 : -1),
    }),
  },
  {
    title: 'a record that is alone on the last of several pages is lost',
    operation: 'getSubscriptionUsers',
    rule: 'paging.partition',
    also: ['paging.full-pages', 'paging.other-parents'],
    rarity: 'rare',
    reference: { sizes: { users: 148 } },
    hook: (steps) => ({
      paginate: (all, page, context) => {
        const items = steps.paginate(all, page, context);
        return items.length === 1 && page.size > 1 && page.number > 1n ? [] : items;
      },
    }),
  },
  {
    id: 'an-item-is-lost-at-a-page-border',
    title: 'an item is lost at a page boundary',
    operation: 'getContracts',
    rule: 'paging.partition',
    also: ['paging.full-pages', 'paging.order', 'filter.paging'],
    hook: (steps) => ({
      paginate: (all, page, context) =>
        page.number > 1n ? steps.paginate(all, page, context).slice(1) : steps.paginate(all, page, context),
    }),
  },
  {
    title: 'pages overlap by one item',
    operation: 'getApplicationUsers',
    rule: 'paging.partition',
    also: ['paging.order', 'paging.full-pages', 'sort.permutation', 'filter.paging'],
    hook: (_steps) => ({
      paginate: (all, { number, size }) =>
        number === 1n ? all.slice(0, size) : all.slice(Number(number - 1n) * size - 1, Number(number) * size - 1),
    }),
  },
  {
    id: 'every-page-is-the-first-one',
    title: 'every page returns the first page',
    operation: 'getApplications',
    rule: 'paging.partition',
    also: [
      'paging.order',
      'paging.full-pages',
      'sort.permutation',
      'filter.paging',
      'sort.ordered',
      'sort.natural',
      'sort.descending',
      'sort.several-keys',
    ],
    hook: (_steps) => ({ paginate: (all, { size }) => all.slice(0, size) }),
  },
  {
    title: 'page 3 repeats page 2',
    operation: 'getContractTypes',
    rule: 'paging.partition',
    also: ['paging.order', 'paging.full-pages'],
    hook: (steps) => ({
      paginate: (all, page, context) =>
        steps.paginate(all, page.number === 3n ? { ...page, number: 2n } : page, context),
    }),
  },
  {
    id: 'page-size-1-skips-the-second-item',
    title: 'with page_size 1 the second item is skipped',
    operation: 'getUserSubscriptions',
    rule: 'paging.partition',
    hook: (steps) => ({
      paginate: (all, page, context) => steps.paginate(page.size === 1 && page.number === 2n ? [] : all, page, context),
    }),
  },
  {
    title: 'the order depends on the page size',
    operation: 'getAgreements',
    rule: 'paging.order',
    hook: (steps) => ({
      order: (all, keys, context) =>
        Number(context.query.page_size ?? 100) < 50
          ? steps.order(all, keys, context).toReversed()
          : steps.order(all, keys, context),
    }),
  },
  {
    id: 'page-size-1000-is-refused',
    title: 'page_size 1000 is rejected',
    operation: 'getUsers',
    rule: 'paging.maximum-taken',
    hook: (steps) => ({
      readPaging: (context) => {
        const page = steps.readPaging(context);
        if (page.size > 500) throw new Refusal(400, 'too large');
        return page;
      },
    }),
  },
  {
    id: 'page-number-is-32-bit-where-it-has-64',
    title: 'page_number has 32 bits instead of 64',
    operation: 'getContracts',
    rule: 'paging.wide-page-number',
    hook: (steps) => ({
      readPaging: (context) => {
        const page = steps.readPaging(context);
        if (page.number > 2147483647n) throw new Refusal(400, 'too large');
        return page;
      },
    }),
  },
  {
    id: 'page-number-0-is-page-1',
    title: 'page_number 0 returns page 1',
    operation: 'getAgreementPeriods',
    rule: 'paging.invalid',
    hook: (steps) => ({
      readPaging: (context) =>
        steps.readPaging(context.query.page_number === '0' ? { ...context, query: {} } : context),
    }),
  },
  {
    id: 'a-page-size-that-is-no-number-is-a-500',
    title: 'a page_size that is not a number returns 500',
    operation: 'getUserApplications',
    rule: 'paging.invalid',
    hook: (steps) => ({
      readPaging: (context) => {
        if (/[a-z]/.test(String(context.query.page_size ?? ''))) throw new Error('NaN');
        return steps.readPaging(context);
      },
    }),
  },
]);
