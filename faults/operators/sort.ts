import { isPage, onPage, pageOf } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { fieldsOf } from '../fields.js';
import { takes } from '../operations.js';
import { type Call, isObject, jsonOf, queryValue, type Reply, type Send, type Transform, withQuery } from '../wire.js';

const sorted = takes('sort');
const sortOf = (call: Call): string | undefined => queryValue(call, 'sort');

/** Sends another sort in place of each one that the target accepts; `null` sends none. */
function resorting(change: (sort: string, call: Call) => string | null): Transform {
  return async (call, send) => {
    const sort = sortOf(call);
    const reply = await send(call);
    return sort === undefined || reply.status !== 200 ? reply : send(withQuery(call, 'sort', change(sort, call)));
  };
}

const keysOf = (sort: string): string[] => sort.split(',');
const keyOf = (call: Call): { readonly name: string; readonly down: boolean } => {
  const [name = '', direction = 'asc'] = (keysOf(sortOf(call) ?? '')[0] ?? '').split(':');
  return { name: name.trim(), down: direction.trim().toLowerCase() === 'desc' };
};

/** Orders the items of a page by one key. */
function orderedBy(items: readonly unknown[], call: Call, rank: (value: unknown) => string | number): unknown[] {
  const { name, down } = keyOf(call);
  const at = (item: unknown) => rank(isObject(item) ? item[name] : null);
  const sign = down ? -1 : 1;
  return items.toSorted((one, other) => sign * compared(at(one), at(other)));
}

const compared = (one: string | number, other: string | number): number => (one < other ? -1 : one > other ? 1 : 0);
const natural = (value: unknown): string | number => (typeof value === 'number' ? value : String(value ?? ''));

const onSorted = (change: Parameters<typeof onPage>[0]): Transform =>
  onPage((page, call, send) => (sortOf(call) === undefined ? page : change(page, call, send)));

/** The most pages that are put together to order a whole list anew. */
const MOST = 60;

/** The whole sorted list, as the target pages it. */
async function wholeList(call: Call, send: Send): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let number = 1; number <= MOST; number += 1) {
    const value = jsonOf(await send(withQuery(call, 'page_number', number === 1 ? null : `${number}`)));
    if (!isPage(value)) return items;
    items.push(...value.items);
    if (value.items.length < pageOf(call).size || number >= Number(value.pagination.total_pages ?? number)) break;
  }
  return items;
}

/** Orders a whole sorted list anew. */
const reordering = (order: (items: readonly unknown[], call: Call) => readonly unknown[]): Transform =>
  onSorted(async (page, call, send) => {
    const { number, size } = pageOf(call);
    const items = order(await wholeList(call, send), call).slice((number - 1) * size, number * size);
    return items.length === page.items.length &&
      items.some((item, at) => JSON.stringify(item) !== JSON.stringify(page.items[at]))
      ? { ...page, items }
      : page;
  });

const isNumeric = (item: unknown, name: string): boolean => isObject(item) && typeof item[name] === 'number';

const refused = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify({ error: { code: status, message: 'the sort is not supported' } })),
});

function refusing(status: number, selects: (sort: string) => boolean): Transform {
  return async (call, send) => {
    const reply = await send(call);
    const sort = sortOf(call);
    return sort !== undefined && reply.status === 200 && selects(sort) ? refused(status) : reply;
  };
}

const SINGLE = ['string', 'uuid', 'integer', 'number', 'boolean', 'date', 'date-time', 'local-date-time'];

/** An operator on each field of one value that a list can be sorted by. */
function perField(
  id: string,
  title: string,
  rule: 'sort.every-field' | 'sort.unknown-field',
  transform: (name: string) => Transform,
  kinds = SINGLE,
): Operator {
  return {
    id,
    title,
    breaks: [rule],
    sites: (operation) =>
      sorted(operation)
        ? fieldsOf(operation)
            .filter(({ path, name, kind }) => path === name && kinds.includes(kind))
            .map(({ name }) => ({ detail: name, begin: () => transform(name) }))
        : [],
  };
}

/** What a sort means. */
export const sort: readonly Operator[] = [
  operator(
    'sort-ignored',
    'A sort is ignored',
    'sort.ordered',
    sorted,
    resorting(() => null),
  ),
  operator(
    'sort-descending',
    'asc works as desc',
    'sort.ordered',
    sorted,
    resorting((given) => given.replace(/:asc/gi, ':desc')),
  ),
  operator(
    'sort-ascending',
    'desc works as asc',
    'sort.descending',
    sorted,
    resorting((given) => given.replace(/:desc/gi, ':asc')),
  ),
  operator(
    'sort-first-key',
    'Only the first key of a sort counts',
    'sort.several-keys',
    sorted,
    resorting((given) => keysOf(given)[0] ?? given),
  ),
  operator(
    'sort-last-key',
    'Only the last key of a sort counts',
    'sort.several-keys',
    sorted,
    resorting((given) => keysOf(given).at(-1) ?? given),
  ),
  operator(
    'sort-first-page',
    'Only the first page is sorted',
    'sort.ordered',
    sorted,
    resorting((given, call) => (pageOf(call).number > 1 ? null : given)),
  ),
  operator('sort-per-page', 'Each page is sorted by itself', 'sort.ordered', sorted, async (call, send) => {
    if (sortOf(call) === undefined || (await send(call)).status !== 200) return send(call);
    return onPage((page) => ({ ...page, items: orderedBy(page.items, call, natural) }))(
      withQuery(call, 'sort', null),
      send,
    );
  }),
  operator(
    'sort-as-text',
    'Numbers are sorted as text',
    'sort.natural',
    sorted,
    reordering((items, call) =>
      items.some((item) => isNumeric(item, keyOf(call).name)) ? orderedBy(items, call, String) : items,
    ),
  ),
  operator(
    'sort-by-id',
    'A sort orders by id',
    'sort.ordered',
    sorted,
    reordering((items) =>
      items.toSorted((one, other) =>
        compared(isObject(one) ? String(one.id) : '', isObject(other) ? String(other.id) : ''),
      ),
    ),
  ),
  operator(
    'sort-loses-nulls',
    'A sort leaves out the records without a value',
    'sort.permutation',
    sorted,
    onSorted((page, call) => {
      const items = page.items.filter(
        (item) => isObject(item) && item[keyOf(call).name] !== null && item[keyOf(call).name] !== undefined,
      );
      return items.length === page.items.length ? page : { ...page, items };
    }),
  ),
  operator(
    'sort-loses-last',
    'The last page of a sorted list lacks a record',
    'sort.permutation',
    sorted,
    onSorted((page, call) =>
      pageOf(call).number >= Number(page.pagination.total_pages ?? 1) && page.items.length > 0
        ? { ...page, items: page.items.slice(0, -1) }
        : page,
    ),
  ),
  operator(
    'sort-repeats',
    'A sorted page has its first record twice',
    'sort.permutation',
    sorted,
    onSorted((page) =>
      page.items.length > 1 ? { ...page, items: [page.items[0], ...page.items.slice(0, -1)] } : page,
    ),
  ),
  operator(
    'sort-refused',
    'Every sort is refused',
    'sort.offered',
    sorted,
    refusing(400, () => true),
  ),
  operator(
    'sort-unknown-accepted',
    'A sort that cannot be done is ignored',
    ['sort.unknown-field', 'sort.malformed'],
    sorted,
    async (call, send) => {
      const reply = await send(call);
      return sortOf(call) !== undefined && reply.status === 400 ? send(withQuery(call, 'sort', null)) : reply;
    },
  ),
  operator(
    'sort-unknown-500',
    'A sort that cannot be done is a server error',
    ['sort.unknown-field', 'sort.malformed'],
    sorted,
    async (call, send) => {
      const reply = await send(call);
      return sortOf(call) !== undefined && reply.status === 400 ? refused(500) : reply;
    },
  ),
  operator(
    'sort-with-filter-ignored',
    'A sort is ignored if there is a filter',
    'sort.grammar',
    sorted,
    resorting((given, call) => (queryValue(call, 'filter') === undefined ? given : null)),
  ),
  perField('sort-fails-on-field', 'A sort by one field is a server error', 'sort.every-field', (name) =>
    refusing(500, (given) => keysOf(given).some((key) => key.split(':')[0] === name)),
  ),
  perField(
    'sort-ignored-on-field',
    'A sort by one field is ignored',
    'sort.unknown-field',
    (name) => resorting((given) => (keysOf(given)[0]?.split(':')[0] === name ? null : given)),
    // Stores order UUIDs in ways of their own.
    SINGLE.filter((kind) => kind !== 'uuid'),
  ),
];
