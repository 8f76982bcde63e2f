import type { Clause } from '../types.js';

const PAGINATION = 'Resources and their fields / Pagination object';
const QUERY = 'Endpoints / Common query parameters';
const LIMITS = 'Limits';

/** What a page must be, and how the pages of a list fit together. */
export const paging = {
  'paging.envelope': {
    level: 'must',
    section: PAGINATION,
    title: 'A list returns an object with items, an array of records, and pagination, an object',
  },
  'paging.numbers': {
    level: 'must',
    section: PAGINATION,
    title: 'page_size, page_number and total_pages are integers when present and not null',
  },
  'paging.members': {
    level: 'should',
    section: `${PAGINATION} (which fields may be absent is unspecified)`,
    title: 'pagination has page_size, page_number and total_pages',
  },
  'paging.total-items': {
    level: 'must',
    section: PAGINATION,
    title:
      'total_items is an integer in the applications, users and subscriptions areas, and absent in the agreement area',
  },
  'paging.defaults': {
    level: 'must',
    section: LIMITS,
    title: 'Without parameters, a list returns page 1 with a page_size of 100',
  },
  'paging.echo': {
    level: 'must',
    section: PAGINATION,
    title: 'pagination repeats the requested page_number and page_size',
  },
  'paging.at-most': { level: 'must', section: QUERY, title: 'A page has at most page_size items' },
  'paging.total-pages': {
    level: 'must',
    section: PAGINATION,
    title: 'total_pages is the number of items divided by page_size, rounded up (0 or 1 for an empty list)',
  },
  'paging.full-pages': {
    level: 'must',
    section: QUERY,
    title: 'Every page except the last is full, and the last one has the remainder',
  },
  'paging.partition': {
    level: 'must',
    section: 'What the service does',
    title:
      'The pages of a list partition it for every page size: no record is repeated or missing, and total_items is their number',
  },
  'paging.order': {
    level: 'should',
    section: 'What the service does (not stated explicitly)',
    title: 'The order of a list does not depend on the page size',
  },
  'paging.maximum-taken': {
    level: 'must',
    section: LIMITS,
    title: 'A page_size of 1000 is accepted in the users area and the agreement area',
  },
  'paging.maximum-kept': {
    level: 'must',
    section: LIMITS,
    title: 'A page_size over 1000 is rejected with 400 or capped in the users area and the agreement area',
  },
  'paging.maximum-echo': {
    level: 'should',
    section: LIMITS,
    title: 'A capped page_size is repeated with its capped value',
  },
  'paging.maximum-elsewhere': {
    level: 'gap',
    section: LIMITS,
    title: 'The largest page_size of the applications area and the subscriptions area',
  },
  'paging.other-parents': {
    level: 'must',
    section: 'Resources and their fields / Pagination object',
    title:
      'The totals of a child list count its items, for parents with few children and with many, and for one child with a filter and a sort',
  },
  'paging.lenient': {
    level: 'should',
    section: `${QUERY} (not stated explicitly)`,
    title: 'A page_number or page_size that only a lenient parser reads as a number is read as that number or rejected',
  },
  'paging.overflow': {
    level: 'should',
    section: `${QUERY} (not stated explicitly)`,
    title: 'A page_number that overflows its integer type is not read as a smaller number',
  },
  'paging.wide-page-number': {
    level: 'must',
    section: QUERY,
    title:
      'A large page_number is treated like any other page after the last: 2^31-1, and in the users area and the agreement area a larger one',
  },
  'paging.narrow-page-number': {
    level: 'should',
    section: QUERY,
    title: 'A page_number over 2^31-1 is rejected with 400 in the applications area and the subscriptions area',
  },
  'paging.invalid': {
    level: 'should',
    section: QUERY,
    title: 'A page_number or page_size that is not a positive integer is rejected with 400',
  },
  'paging.after-last': { level: 'gap', section: QUERY, title: 'What a request for a page after the last one returns' },
  'paging.after-last-status': {
    level: 'should',
    section: `${QUERY} (not stated explicitly)`,
    title: 'A request for a page after the last one is not a server error',
  },
  'paging.after-last-totals': {
    level: 'should',
    section: `${QUERY} (not stated explicitly)`,
    title: 'A page after the last one, if there is any, has the total_items of the list',
  },
  'paging.unknown-parameter': { level: 'gap', section: QUERY, title: 'How an unknown query parameter is handled' },
} as const satisfies Record<string, Clause>;
