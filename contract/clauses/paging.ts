import type { Clause } from '../types.js';

const PAGINATION = 'Resources and their fields / Pagination object';
const QUERY = 'Endpoints / Common query parameters';
const LIMITS = 'Limits';

/** What a page is, and what the pages of a list are together. */
export const paging = {
  'paging.envelope': {
    level: 'must',
    section: PAGINATION,
    title: 'A list answers an object with items, an array of records, and pagination, an object',
  },
  'paging.numbers': {
    level: 'must',
    section: PAGINATION,
    title: 'page_size, page_number and total_pages are integers where they are present and not null',
  },
  'paging.members': {
    level: 'should',
    section: `${PAGINATION} (which fields may be absent: not shown)`,
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
    title: 'Without parameters a list answers page 1 with a page_size of 100',
  },
  'paging.echo': {
    level: 'must',
    section: PAGINATION,
    title: 'pagination repeats the page_number and page_size that were asked for',
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
    title: 'Every page but the last is full, and the last one holds the remainder',
  },
  'paging.partition': {
    level: 'must',
    section: 'What the service does',
    title: 'The pages of a list partition it: nothing twice, nothing missing, total_items in all, for every page size',
  },
  'paging.order': {
    level: 'should',
    section: 'What the service does (not shown in words)',
    title: 'The order of a list does not depend on the page size',
  },
  'paging.maximum-taken': {
    level: 'must',
    section: LIMITS,
    title: 'A page_size of 1000 is taken in the users area and the agreement area',
  },
  'paging.maximum-kept': {
    level: 'must',
    section: LIMITS,
    title: 'A page_size over 1000 is refused with 400 or capped in the users area and the agreement area',
  },
  'paging.maximum-echo': {
    level: 'should',
    section: LIMITS,
    title: 'A page_size that is capped is repeated as what it was capped to',
  },
  'paging.maximum-elsewhere': {
    level: 'gap',
    section: LIMITS,
    title: 'The largest page_size of the applications area and the subscriptions area',
  },
  'paging.other-parents': {
    level: 'must',
    section: 'Resources and their fields / Pagination object',
    title: 'The totals of a child list count its items, for parents with few children and with many',
  },
  'paging.lenient': {
    level: 'should',
    section: `${QUERY} (not shown in words)`,
    title:
      'A page_number or page_size that only a lenient reader takes for a number is read as that number, or refused',
  },
  'paging.overflow': {
    level: 'should',
    section: `${QUERY} (not shown in words)`,
    title: 'A page_number past its integer type is not read as a smaller number',
  },
  'paging.wide-page-number': {
    level: 'must',
    section: QUERY,
    title: 'A page_number over 2^31-1 is a page after the last like any other in the users area and the agreement area',
  },
  'paging.narrow-page-number': {
    level: 'should',
    section: QUERY,
    title: 'A page_number over 2^31-1 is refused with 400 in the applications area and the subscriptions area',
  },
  'paging.invalid': {
    level: 'should',
    section: QUERY,
    title: 'A page_number or page_size that is no positive integer is refused with 400',
  },
  'paging.after-last': { level: 'gap', section: QUERY, title: 'What the page after the last one answers' },
  'paging.unknown-parameter': { level: 'gap', section: QUERY, title: 'What an unknown query parameter does' },
} as const satisfies Record<string, Clause>;
