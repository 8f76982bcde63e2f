import type { Behaviour, Context, Hook } from '../behaviour.js';
import { pagination, record } from '../hooks.js';
import type { Row } from '../model.js';
import { isFiltered, isSorted, operator, rewritten } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { slug } from '../slug.js';
import { type Defect, eachRarely, family } from './mutant.js';

/** Fails for a list of so many records, before it is filtered. */
const failing =
  (count: number, selects: (context: Context) => boolean, error: () => Error): Hook =>
  (steps) => ({
    collect: (context) => {
      const own = steps.collect(context);
      if (own.length === count && selects(context)) throw error();
      return own;
    },
  });

/** A request with a page_number and no page_size has pages of another size. */
const otherDefault: Hook = (steps) => ({
  readPaging: (context) => {
    const page = steps.readPaging(context);
    const { page_number: number, page_size: size } = context.query;
    return number !== undefined && size === undefined ? { ...page, size: 20 } : page;
  },
});

const isBoth = (context: Context): boolean => isFiltered(context) && isSorted(context);

/** Escapes characters of HTML in a text. */
const escaped = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;') : value;

const withEscapes = (own: Row): Row =>
  Object.fromEntries(Object.entries(own).map(([name, value]) => [name, escaped(value)]));

/** The second period of a parent has the id of the first one. */
const twins: Hook = (steps) => ({
  collect: (context) =>
    steps.collect(context).map((own, index, all) => (index === 1 ? { ...own, id: all[0]?.id } : own)),
});

const linksToItself = (steps: Behaviour): Partial<Behaviour> => ({
  pageLinks: (page, total, context) => {
    const links = steps.pageLinks(page, total, context);
    const own = links.find(({ rel }) => rel === 'self')?.href ?? '';
    return links.map((link) => (link.rel === 'next' ? { ...link, href: own } : link));
  },
});

/** Defects of lists with few records, of small pages, and of few records. */
export const smallLists = family('small-lists', [
  ...eachRarely(['getUserApplications', 'getApplicationUsersConsumptions'], 'a sort of an empty list is a 500', {
    rule: 'relations.empty-parent',
    hook: failing(0, isSorted, () => new Error('no first record')),
  }),
  ...eachRarely(['getUserSubscriptions', 'getApplicationUsers'], 'a filter on an empty list is a 400', {
    rule: 'relations.empty-parent',
    hook: failing(0, isFiltered, () => new Refusal(400, 'no such column')),
  }),
  ...eachRarely(['getUserSubscriptions', 'getUserDiscoverySources'], 'a sort of a list of one record is a 500', {
    rule: 'paging.other-parents',
    hook: failing(1, isSorted, () => new Error('nothing to compare')),
  }),
  ...eachRarely(['getUserDiscoverySources', 'getUserSubscriptions'], 'a filter finds nothing in a list of one record', {
    rule: 'paging.other-parents',
    hook: (steps) => ({
      matches: (filter, row, context) => steps.collect(context).length > 1 && steps.matches(filter, row, context),
    }),
  }),
  ...eachRarely(
    ['getApplications', 'getAgreements', 'getUserSubscriptions'],
    'the default page_size is 20 with a page_number',
    {
      rule: 'paging.defaults',
      hook: otherDefault,
    },
  ),
  ...eachRarely(
    ['getContracts', 'getApplicationUsersConsumptions'],
    'a page has 20 items with a page_number and says 100',
    {
      rule: 'paging.partition',
      rules: ['paging.first-page'],
      hook: (steps) => ({
        ...otherDefault(steps),
        ...pagination((given, { query }) => (query.page_size === undefined ? { ...given, page_size: 100 } : given))(
          steps,
        ),
      }),
    },
  ),
  ...eachRarely(
    ['getApplications', 'getUsers', 'getUserApplications'],
    'a page of a filtered and sorted list has at least 10 items',
    {
      rule: ['filter.sorted', 'filter.paging'],
      hook: (steps) => ({
        paginate: (all, page, context) =>
          steps.paginate(all, isBoth(context) ? { ...page, size: Math.max(page.size, 10) } : page, context),
      }),
    },
  ),
  ...eachRarely(
    ['getApplicationUsers', 'getSubscriptionUserConsumptions'],
    'small pages of a filtered and sorted list skip a record',
    {
      rule: ['filter.sorted', 'filter.paging'],
      hook: (steps) => ({
        paginate: (all, page, context) =>
          steps.paginate(isBoth(context) && page.size < 8 && page.number > 1n ? all.slice(1) : all, page, context),
      }),
    },
  ),
  ...eachRarely(['getAgreements'], 'small pages of a filtered list count the records of the page', {
    rule: ['filter.totals', 'filter.paging'],
    hook: (steps) => ({
      paginationObject: (page, total, context) =>
        steps.paginationObject(page, isFiltered(context) && page.size === 3 ? Math.min(total, 3) : total, context),
    }),
  }),
  ...eachRarely(['getUser', 'getApplication'], 'texts are escaped for HTML in a read by id', {
    rule: 'relations.detail-agrees',
    hook: record(withEscapes),
  }),
  ...eachRarely(['getAgreementPeriods', 'getContractPeriods'], 'two periods have the same id', {
    rule: 'relations.own-periods',
    hook: twins,
  }),
  ...eachRarely(
    ['getAgreements', 'getContractTypes', 'getAgreementPeriods'],
    'the next link leads to the page that it is on',
    {
      rule: 'relations.links-followed',
      rules: ['relations.next-links'],
      hook: linksToItself,
    },
  ),
  ...(['filter', 'sort'] as const).map(
    (name): Defect => ({
      id: `a-${slug(name)}-that-is-given-twice-is-a-500`,
      title: `a ${name} that is given twice returns 500`,
      operation: name === 'filter' ? 'getApplications' : 'getUsers',
      rule: 'errors.repeated-expression',
      rarity: 'rare',
      hook: (steps) => ({
        perform: (context) => {
          if (Array.isArray(context.query[name])) throw new Error('not a text');
          return steps.perform(context);
        },
      }),
    }),
  ),
  {
    title: 'a value with a quote is found in the list of no user',
    operation: 'getUserDiscoverySources',
    rule: 'filter.hard-values',
    rarity: 'rare',
    hook: operator('-eq', (_actual, value, right) => right && !String(value).includes('"'), 'string'),
  },
  ...eachRarely(['getUserApplications', 'getApplicationUsers'], 'a value is also read up to a comma', {
    rule: 'filter.sound',
    rules: ['filter.near-misses'],
    hook: operator('-eq', (actual, value, right) => right || actual === String(value).split(',')[0], 'string'),
  }),
  ...eachRarely(['getUserSubscriptions', 'getApplications'], 'a plus sign in a filter is read as a space', {
    rule: ['filter.sound', 'filter.complete'],
    rules: ['filter.near-misses', 'filter.hard-values'],
    hook: rewritten((filter) => filter.replaceAll('+', ' ')),
  }),
  ...eachRarely(['getUsers', 'getContracts', 'getApplicationUsersConsumptions'], 'a filter is decoded twice', {
    rule: 'filter.hard-values',
    hook: rewritten((filter) => filter.replaceAll('%20', ' ')),
  }),
]);
