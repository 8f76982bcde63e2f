import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import { onItems, onPage, onPagination, onValue, withMember, withoutMember } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { isAgreementArea, isList } from '../operations.js';
import type { JsonObject } from '../wire.js';

const MEMBERS = ['page_size', 'page_number', 'total_pages', 'total_items'];
const isCounted = (operation: Operation): boolean => isList(operation) && !isAgreementArea(operation);

function membersOf(operation: Operation): string[] {
  return MEMBERS.filter((name) => name !== 'total_items' || isCounted(operation));
}

/** An operator on each member of the pagination object. */
function perMember(
  id: string,
  title: string,
  clauseOf: (member: string) => ClauseId,
  change: (pagination: JsonObject, member: string) => JsonObject,
): Operator {
  return {
    id,
    title,
    breaks: [clauseOf('')],
    sites: (operation) =>
      isList(operation)
        ? membersOf(operation).map((member) => ({
            detail: member,
            breaks: [clauseOf(member)],
            begin: () => onPagination((pagination) => change(pagination, member)),
          }))
        : [],
  };
}

const ofNumbers = (member: string): ClauseId => (member === 'total_items' ? 'paging.total-items' : 'paging.numbers');
const ofValues = (member: string): ClauseId => {
  if (member === 'total_pages') return 'paging.total-pages';
  return member === 'total_items' ? 'paging.partition' : 'paging.echo';
};
const plus =
  (more: number) =>
  (pagination: JsonObject, member: string): JsonObject =>
    withMember(pagination, member, (value) => (typeof value === 'number' ? value + more : value));

/** The envelope of a page, and its numbers. */
export const pages: readonly Operator[] = [
  operator(
    'items-renamed',
    'The items of a page are under another name',
    'paging.envelope',
    isList,
    onPage(({ items, ...rest }) => ({ data: items, ...rest })),
  ),
  operator(
    'items-null',
    'An empty page has null in place of items',
    'paging.envelope',
    isList,
    onPage((page) => (page.items.length === 0 ? { ...page, items: null } : page)),
  ),
  operator(
    'items-keyed',
    'The items of a page are an index-keyed object',
    'paging.envelope',
    isList,
    onPage((page) => ({ ...page, items: { ...page.items } })),
  ),
  operator(
    'items-bare',
    'A list is a bare array',
    'paging.envelope',
    isList,
    onPage(({ items }) => items),
  ),
  operator(
    'items-nested',
    'The items of a page are one array in another',
    'paging.envelope',
    isList,
    onPage((page) => ({ ...page, items: [page.items] })),
  ),
  operator(
    'page-wrapped',
    'A page is wrapped in an object',
    'paging.envelope',
    isList,
    onPage((page) => ({ data: page })),
  ),
  operator(
    'record-wrapped',
    'A record is wrapped in an object',
    'records.bare',
    (one) => !isList(one),
    onValue((value) => ({ data: value })),
  ),
  operator(
    'record-in-array',
    'A record is in an array of one',
    'records.bare',
    (one) => !isList(one),
    onValue((value) => [value]),
  ),
  operator(
    'items-wrapped',
    'Each item is wrapped in an object',
    'records.bare',
    isList,
    onItems((items) => items.map((item) => ({ attributes: item }))),
  ),
  operator(
    'pagination-missing',
    'A page has no pagination object',
    'paging.envelope',
    isList,
    onPage(({ pagination: _, ...rest }) => rest),
  ),
  operator(
    'pagination-flat',
    'The numbers of a page are beside its items',
    'paging.envelope',
    isList,
    onPage(({ pagination, ...rest }) => ({ ...rest, ...pagination })),
  ),
  perMember(
    'number-missing',
    'A member of pagination is missing',
    (member) => (member === 'total_items' ? 'paging.total-items' : 'paging.members'),
    withoutMember,
  ),
  perMember('number-as-text', 'A member of pagination is a text', ofNumbers, (pagination, member) =>
    withMember(pagination, member, String),
  ),
  perMember('number-fraction', 'A member of pagination has a fraction', ofNumbers, plus(0.5)),
  perMember('number-one-more', 'A member of pagination is one too high', ofValues, plus(1)),
  perMember('number-one-less', 'A member of pagination is one too low', ofValues, plus(-1)),
  operator(
    'total-items-added',
    'A page shows total_items, which this area does not have',
    'paging.total-items',
    (one) => isList(one) && isAgreementArea(one),
    onPagination((pagination, page) => ({ ...pagination, total_items: page.items.length })),
  ),
  operator(
    'totals-of-page',
    'The totals are those of the page alone',
    ['paging.partition', 'paging.total-pages'],
    isList,
    onPagination((pagination, { items }) => ({
      ...withMember(pagination, 'total_items', () => items.length),
      total_pages: Math.min(1, items.length),
    })),
  ),
  operator(
    'total-pages-of-items',
    'total_pages is the number of items',
    'paging.total-pages',
    isList,
    onPagination((pagination, { items }) =>
      withMember(pagination, 'total_pages', (value) =>
        typeof pagination.total_items === 'number'
          ? pagination.total_items
          : typeof value === 'number' && value > 1
            ? value * Number(pagination.page_size)
            : items.length,
      ),
    ),
  ),
  operator(
    'total-pages-rounded-down',
    'total_pages is rounded down',
    'paging.total-pages',
    isCounted,
    onPagination((pagination) =>
      withMember(pagination, 'total_pages', (value) => {
        const { total_items: items, page_size: size } = pagination;
        return typeof items === 'number' && typeof size === 'number' && items >= size
          ? Math.floor(items / size)
          : value;
      }),
    ),
  ),
  operator(
    'total-pages-of-default',
    'total_pages is that of the default page size',
    'paging.total-pages',
    isCounted,
    onPagination((pagination) =>
      withMember(pagination, 'total_pages', (value) =>
        typeof pagination.total_items === 'number' && pagination.total_items > 0
          ? Math.ceil(pagination.total_items / 100)
          : value,
      ),
    ),
  ),
];
