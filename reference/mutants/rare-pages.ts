import { body, pagination, record, where } from '../hooks.js';
import type { Row } from '../model.js';
import { type Defect, eachRarely, family } from './mutant.js';

const isPage = (number: string) => (context: { query: Readonly<Record<string, unknown>> }) =>
  context.query.page_number === number;

const isLast = ({ page_number, total_pages }: Row): boolean => Number(page_number) === Number(total_pages);

/** Defects of only some pages of a list. */
export const rarePages = family('rare-pages', [
  {
    id: 'page-3-holds-a-wrong-type',
    title: 'only on page 3 a number is a string',
    operation: 'getUsers',
    rule: 'records.types',
    rarity: 'rare',
    hook: where(
      isPage('3'),
      record((one) => ({ ...one, licenseCount: `${one.licenseCount}` })),
    ),
  },
  {
    id: 'page-3-has-no-total',
    title: 'only on page 3 total_items is missing',
    operation: 'getApplicationUsers',
    rule: 'paging.total-items',
    rarity: 'rare',
    hook: where(
      isPage('3'),
      pagination(({ total_items: _total, ...given }) => given),
    ),
  },
  {
    id: 'page-3-says-it-is-page-2',
    title: 'page 3 returns page_number 2',
    operation: 'getAgreements',
    rule: 'paging.echo',
    rarity: 'rare',
    hook: where(
      isPage('3'),
      pagination((given) => ({ ...given, page_number: 2 })),
    ),
  },
  {
    id: 'page-3-is-in-another-order',
    title: 'page 3 begins with an item of page 2',
    operation: 'getUsers',
    rule: 'paging.partition',
    also: ['paging.order'],
    rarity: 'rare',
    hook: (steps) => ({
      paginate: (all, page, context) => {
        const own = steps.paginate(all, page, context);
        const [, before] = steps.paginate(all, { ...page, number: page.number - 1n }, context);
        return page.number === 3n && before !== undefined && own.length > 0 ? [before, ...own.slice(1)] : own;
      },
    }),
  },
  {
    id: 'the-last-page-has-no-links',
    title: 'only the last page has no _links',
    operation: 'getContracts',
    rule: 'relations.links',
    rarity: 'rare',
    hook: body(({ _links, ...given }) => {
      const own = given.pagination as Row;
      return isLast(own) && Number(own.total_pages) > 1 ? given : { ...given, _links };
    }),
  },
  {
    id: 'the-last-page-says-how-many-items-it-has',
    title: 'the last page repeats page_size as the number of its items',
    operation: 'getUserApplications',
    rule: 'paging.echo',
    also: ['paging.defaults'],
    rarity: 'rare',
    hook: body((given) => {
      const own = given.pagination as Row;
      const { length } = given.items as readonly unknown[];
      return isLast(own) && Number(own.total_pages) > 1
        ? { ...given, pagination: { ...own, page_size: length } }
        : given;
    }),
  },
  {
    id: 'the-last-page-is-filled-up',
    title: 'the last page is filled with items of the previous page',
    operation: 'getSubscriptionUsers',
    rule: 'paging.partition',
    also: ['paging.order'],
    rarity: 'rare',
    hook: (steps) => ({
      paginate: (all, page, context) => {
        const own = steps.paginate(all, page, context);
        const isShort = page.number > 1n && own.length > 0 && own.length < page.size;
        return isShort ? all.slice(-page.size) : own;
      },
    }),
  },
  {
    id: 'the-last-page-has-one-page-more',
    title: 'total_pages of the last page is one too many',
    operation: 'getApplications',
    rule: 'paging.total-pages',
    rarity: 'rare',
    hook: pagination((given) =>
      isLast(given) && Number(given.page_number) > 1 ? { ...given, total_pages: Number(given.total_pages) + 1 } : given,
    ),
  },
  {
    title: 'the last page loses its last item',
    operation: 'getUsers',
    rule: 'paging.partition',
    also: ['paging.order', 'filter.paging', 'sort.permutation'],
    rarity: 'rare',
    hook: (steps) => ({
      paginate: (all, page, context) => {
        const own = steps.paginate(all, page, context);
        return page.number > 1n && Number(page.number) * page.size >= all.length ? own.slice(0, -1) : own;
      },
    }),
  },
  ...eachRarely(['getContractTypes', 'getUsers'], 'a last page that is full loses its last item', {
    rule: 'paging.partition',
    hook: (steps) => ({
      paginate: (all, page, context) => {
        const own = steps.paginate(all, page, context);
        return page.size > 1 && Number(page.number) * page.size === all.length ? own.slice(0, -1) : own;
      },
    }),
  }),
  {
    id: 'page-size-1-has-one-page',
    title: 'with page_size 1 the list has one page',
    operation: 'getContractTypes',
    rule: 'paging.total-pages',
    rarity: 'rare',
    hook: pagination((given) => (given.page_size === 1 ? { ...given, total_pages: 1 } : given)),
  },
  {
    id: 'page-size-1-answers-two-items',
    title: 'with page_size 1 a page has two items',
    operation: 'getAgreementPeriods',
    rule: 'paging.at-most',
    also: ['paging.partition'],
    rarity: 'rare',
    hook: (steps) => ({
      paginate: (all, page, context) => steps.paginate(all, page.size === 1 ? { ...page, size: 2 } : page, context),
    }),
  },
  {
    id: 'page-size-1-begins-with-the-second-item',
    title: 'with page_size 1 the first item is on no page',
    operation: 'getApplicationUsersConsumptions',
    rule: 'paging.partition',
    rarity: 'rare',
    hook: (steps) => ({
      paginate: (all, page, context) => steps.paginate(page.size === 1 ? all.slice(1) : all, page, context),
    }),
  },
  {
    id: 'pages-are-one-item-short',
    title: 'each page has one item fewer than requested, and no item is lost',
    operation: 'getApplications',
    rule: 'paging.full-pages',
    also: ['paging.total-pages', 'paging.order'],
    hook: (steps) => {
      const short = (size: number) => (size > 1 ? size - 1 : 1);
      return {
        paginate: (all, page, context) => steps.paginate(all, { ...page, size: short(page.size) }, context),
        paginationObject: (page, total, context) => ({
          ...steps.paginationObject(page, total, context),
          total_pages: Math.ceil(total / short(page.size)),
        }),
      };
    },
  },
  {
    id: 'a-full-last-page-has-an-empty-one-after-it',
    title: 'total_pages counts an empty page where the last one is full',
    operation: 'getContracts',
    rule: 'paging.total-pages',
    rarity: 'rare',
    hook: (steps) => ({
      paginationObject: (page, total, context) => ({
        ...steps.paginationObject(page, total, context),
        total_pages: Math.floor(total / page.size) + 1,
      }),
    }),
  },
  ...['getContracts', 'getUserApplications', 'getAgreementPeriods'].map(
    (operation): Defect => ({
      title: `pages after the third one are the third one in ${operation}`,
      operation,
      rule: 'paging.partition',
      also: ['paging.order', 'filter.paging', 'filter.sorted'],
      rarity: 'rare',
      hook: (steps) => ({
        paginate: (all, page, context) => {
          const isDeep = page.number > 3n && steps.paginate(all, page, context).length > 0;
          return steps.paginate(all, isDeep ? { ...page, number: 3n } : page, context);
        },
      }),
    }),
  ),
]);
