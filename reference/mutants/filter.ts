import type { Hook } from '../behaviour.js';
import { answer, filterText, pagination, where } from '../hooks.js';
import type { Row } from '../model.js';
import { misunderstood } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './mutant.js';

/** Rejects each filter with a quote of this kind. */
const withoutQuote =
  (quote: string): Hook =>
  (steps) => ({
    parseFilter: (given, schema, context) => {
      if (given.includes(quote)) throw new Refusal(400, 'quote');
      return steps.parseFilter(given, schema, context);
    },
  });

/** Defects of filters with one comparison. */
export const filter = family('filter', [
  {
    title: 'the filter is ignored',
    operation: 'getApplications',
    rule: 'filter.sound',
    also: ['filter.no-match', 'filter.hard-values', 'filter.totals'],
    hook: (_steps) => ({ matches: () => true }),
  },
  {
    id: 'a-filter-answers-what-contains-the-beginning-of-the-value',
    title: '-eq returns every record whose field contains the beginning of the value',
    operation: 'getUsers',
    rule: 'filter.sound',
    also: ['filter.quotes', 'filter.hard-values'],
    hook: (steps) => ({
      matches: (filter, one, context) =>
        steps.matches(filter, one, context) ||
        JSON.stringify(one).includes((/'([^']*)'$/.exec(filterText(context))?.[1] ?? '§').slice(0, 4)),
    }),
  },
  {
    title: 'a filter leaves out the last match',
    operation: 'getUserApplications',
    rule: 'filter.complete',
    also: ['filter.hard-values', 'filter.no-match', 'filter.sorted', 'filter.paging', 'filter.quotes'],
    hook: (steps) => ({
      order: (all, keys, context) => steps.order(filterText(context) === '' ? all : all.slice(0, -1), keys, context),
      paginationObject: (page, total, context) =>
        steps.paginationObject(page, filterText(context) === '' ? total : Math.max(0, total - 1), context),
    }),
  },
  {
    title: 'the totals of a filtered list are those of the whole',
    operation: 'getUsers',
    rule: 'filter.totals',
    hook: where(
      (context) => filterText(context) !== '',
      pagination((given) => ({ ...given, total_items: 137, total_pages: Math.ceil(137 / Number(given.page_size)) })),
    ),
  },
  {
    id: 'single-quotes-are-not-understood',
    title: 'single quotes are not supported',
    operation: 'getAgreements',
    rule: 'filter.quotes',
    also: ['filter.offered'],
    hook: withoutQuote("'"),
  },
  {
    id: 'double-quotes-are-not-understood',
    title: 'double quotes are not supported',
    operation: 'getContracts',
    rule: 'filter.quotes',
    also: ['filter.hard-values'],
    hook: withoutQuote('"'),
  },
  {
    id: 'no-match-is-a-404',
    title: 'a filter without a match returns 404',
    operation: 'getApplications',
    rule: 'filter.no-match',
    hook: answer((given) =>
      (given.body as { items?: unknown[] }).items?.length === 0
        ? { status: 404, body: { error: { code: 404, message: 'none' } } }
        : given,
    ),
  },
  {
    title: 'the filter is applied after paging',
    operation: 'getUsers',
    rule: 'filter.paging',
    also: ['filter.complete', 'filter.totals', 'filter.sorted', 'filter.quotes', 'filter.hard-values'],
    hook: (steps) => ({
      answerList: (context) => {
        if (filterText(context) === '') return steps.answerList(context);
        const { filter: _filter, ...rest } = context.query;
        const whole = steps.answerList({ ...context, query: rest });
        const filter = steps.readFilter(context);
        const given = whole.body as { items: Row[] };
        return {
          ...whole,
          body: {
            ...given,
            items: given.items.filter((one) => filter === undefined || steps.matches(filter, one, context)),
          },
        };
      },
    }),
  },
  {
    title: 'a sort drops the filter',
    operation: 'getApplicationUsers',
    rule: 'filter.sorted',
    hook: (steps) => ({
      readFilter: (context) => (context.query.sort === undefined ? steps.readFilter(context) : undefined),
    }),
  },
  {
    title: 'a malformed filter is ignored',
    operation: 'getAgreements',
    rule: 'filter.malformed',
    also: ['filter.unknown-field'],
    hook: misunderstood(() => undefined),
  },
  {
    id: 'a-malformed-filter-is-a-500',
    title: 'a malformed filter returns 500',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.malformed',
    also: ['filter.unknown-field'],
    hook: misunderstood(() => {
      throw new Error('parse');
    }),
  },
  {
    title: 'an unknown field matches everything',
    operation: 'getApplications',
    rule: 'filter.unknown-field',
    hook: (steps) => ({
      readFilter: (context) => (filterText(context).includes('NoSuchField') ? undefined : steps.readFilter(context)),
    }),
  },
  {
    id: 'an-apostrophe-is-a-500',
    title: 'an apostrophe in a filter returns 500',
    operation: 'getUsers',
    rule: 'filter.hard-values',
    hook: (steps) => ({
      readFilter: (context) => {
        if (/"[^"]*'|\\'/.test(filterText(context))) throw new Error('sql');
        return steps.readFilter(context);
      },
    }),
  },
  {
    title: 'a percent sign is a wildcard',
    operation: 'getContracts',
    rule: 'filter.hard-values',
    hook: (steps) => ({
      matches: (filter, one, context) => filterText(context).endsWith("'%'") || steps.matches(filter, one, context),
    }),
  },
]);
