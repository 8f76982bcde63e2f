import { isPage, onPagination, onRefusal, pageOf, withMember } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { takes } from '../operations.js';
import {
  type Call,
  isObject,
  jsonOf,
  queryValue,
  type Reply,
  type Send,
  type Transform,
  withQuery,
  withValue,
} from '../wire.js';
import {
  accepting,
  filtered,
  filterOf,
  ifAccepted,
  noneOf,
  onFiltered,
  refiltering,
  refused,
  refusing,
  withoutFilter,
} from './filtering.js';

async function unfiltered(
  call: Call,
  send: Send,
): Promise<{ readonly items: readonly unknown[]; readonly reply: Reply }> {
  const reply = await send(withQuery(withQuery(call, 'filter', null), 'page_number', null));
  const value = jsonOf(reply);
  return { reply, items: isPage(value) ? value.items : [] };
}

const textOf = (value: unknown): string =>
  isObject(value) && typeof value.id === 'string' ? value.id : JSON.stringify(value);

/** Adds an item of the unfiltered list that the page does not have. */
const leaking = onFiltered(async (page, call, send) => {
  if (page.items.length >= pageOf(call).size) return page;
  const known = new Set(page.items.map(textOf));
  const other = (await unfiltered(call, send)).items.find((item) => !known.has(textOf(item)));
  if (other === undefined) return page;
  const { pagination } = page;
  return {
    ...page,
    items: [...page.items, other],
    pagination: withMember(pagination, 'total_items', (value) => (typeof value === 'number' ? value + 1 : value)),
  };
});

/** Removes a matching item from the list. */
const losing = onFiltered((page, call) => {
  const last = pageOf(call).number >= Number(page.pagination.total_pages ?? 1);
  if (page.items.length === 0 || !last) return page;
  const pagination = withMember(page.pagination, 'total_items', (value) =>
    typeof value === 'number' ? value - 1 : value,
  );
  return { ...page, items: page.items.slice(0, -1), pagination };
});

/** Lets a filter return only its first match. */
const firstOnly = onFiltered((page) => {
  if (page.items.length < 2) return page;
  const pagination = withMember(
    withMember(page.pagination, 'total_items', () => 1),
    'total_pages',
    () => 1,
  );
  return { ...page, items: page.items.slice(0, 1), pagination };
});

const totalsOf = (name: 'total_items' | 'total_pages'): Transform =>
  onFiltered(async (page, call, send) => {
    const { reply } = await unfiltered(call, send);
    const whole = jsonOf(reply);
    if (!isPage(whole) || Number(whole.pagination[name] ?? 0) <= Math.max(1, Number(page.pagination[name])))
      return page;
    const pagination = withMember(page.pagination, name, () => whole.pagination[name]);
    return pagination === page.pagination ? page : { ...page, pagination };
  });

/** The values of a filter, changed. */
const revalued = (change: (value: string) => string): Transform =>
  ifAccepted(
    refiltering((filter) =>
      filter.replace(/(['"])((?:[^'"\\]|\\.)*)\1/g, (_match, quote, value) => quote + change(value) + quote),
    ),
  );

/** The refusals of filters, with another message. */
const withMessage = (message: string): Transform =>
  onRefusal(
    (reply, call) => {
      const value = jsonOf(reply);
      return filterOf(call) !== undefined && isObject(value) && isObject(value.error)
        ? withValue(reply, { error: { ...value.error, message } })
        : reply;
    },
    [400],
  );

const SINGLE = /^\s*[A-Za-z][\w.]*\s+-\w+\s+(?:'[^']*'|"[^"]*"|[^\s'"()]+)\s*$/;

const isSimple = (filter: string): boolean => SINGLE.test(filter);

/** What a filter means. */
export const filter: readonly Operator[] = [
  operator('filter-ignored', 'A filter is ignored', 'filter.sound', filtered, ifAccepted(refiltering(() => null))),
  operator(
    'filter-refused',
    'Every filter is refused',
    'filter.offered',
    filtered,
    refusing(400, () => true),
  ),
  operator('filter-leaks', 'A filtered list has one record that does not match', 'filter.sound', filtered, leaking),
  operator('filter-loses', 'A filtered list lacks its last record', 'filter.complete', filtered, losing),
  operator('filter-first-match', 'A filter returns its first match alone', 'filter.complete', filtered, firstOnly),
  operator(
    'filter-first-page',
    'Only the first page is filtered',
    'filter.paging',
    filtered,
    ifAccepted(refiltering((given, call) => (pageOf(call).number > 1 ? null : given))),
  ),
  operator(
    'filter-lost-with-sort',
    'A filter is ignored if there is a sort',
    'filter.sorted',
    (one) => filtered(one) && takes('sort')(one),
    ifAccepted(refiltering((given, call) => (queryValue(call, 'sort') === undefined ? given : null))),
  ),
  operator(
    'filter-total-items-of-all',
    'total_items of a filtered list is that of the whole list',
    'filter.totals',
    (one) => filtered(one) && one.success.uncounted !== true,
    totalsOf('total_items'),
  ),
  operator(
    'filter-total-pages-of-all',
    'total_pages of a filtered list is that of the whole list',
    'filter.totals',
    filtered,
    totalsOf('total_pages'),
  ),
  operator(
    'filter-empty-404',
    'A filter without a match is answered with 404',
    'filter.no-match',
    filtered,
    refusing(404, (_filter, reply) => {
      const value = jsonOf(reply);
      return isPage(value) && value.items.length === 0;
    }),
  ),
  operator(
    'filter-empty-all',
    'A filter without a match returns the whole list',
    'filter.no-match',
    filtered,
    async (call, send) => {
      const reply = await send(call);
      const value = filterOf(call) === undefined ? undefined : jsonOf(reply);
      return reply.status === 200 && isPage(value) && value.items.length === 0 && pageOf(call).number === 1
        ? send(withoutFilter(call))
        : reply;
    },
  ),
  operator(
    'filter-double-quotes-refused',
    'A value in double quotes is refused',
    'filter.quotes',
    filtered,
    refusing(400, (given) => /"[^"]*"/.test(given.replace(/'[^']*'/g, ''))),
  ),
  operator(
    'filter-single-quotes-refused',
    'A value in single quotes is refused',
    'filter.sound',
    filtered,
    refusing(500, (given) => given.includes("'")),
  ),
  operator(
    'filter-malformed-accepted',
    'A malformed filter is ignored',
    'filter.malformed',
    filtered,
    accepting((given) => !isSimple(given), withoutFilter),
  ),
  operator(
    'filter-malformed-500',
    'A malformed filter is a server error',
    'filter.malformed',
    filtered,
    async (call, send) => {
      const reply = await send(call);
      return filterOf(call) !== undefined && reply.status === 400 ? refused(500, 'internal error') : reply;
    },
  ),
  operator(
    'filter-unknown-field-accepted',
    'A filter on an unknown field is ignored',
    'filter.unknown-field',
    filtered,
    accepting(isSimple, withoutFilter),
  ),
  operator(
    'filter-number-accepted',
    'A filter on a number for a field returns nothing',
    'filter.field-name',
    filtered,
    async (call, send) => {
      const reply = await send(call);
      if (reply.status !== 400 || !/^\d/.test(filterOf(call) ?? '')) return reply;
      const all = await unfiltered(call, send);
      const value = jsonOf(all.reply);
      return isPage(value)
        ? withValue(all.reply, { ...value, items: [], pagination: noneOf(value.pagination) })
        : reply;
    },
  ),
  operator(
    'filter-value-cut',
    'A value is cut at its first space',
    'filter.every-value',
    filtered,
    revalued((value) => value.split(' ')[0] ?? value),
  ),
  operator(
    'filter-value-lower',
    'A value is compared in reverse',
    'filter.sound',
    filtered,
    revalued((value) => [...value].toReversed().join('')),
  ),
  operator(
    'filter-prefix',
    'An equality matches on the first half of a value too',
    'filter.sound',
    filtered,
    ifAccepted(
      refiltering((given) =>
        given.replace(
          /^(\w+) -eq (['"])([^'"\\]{4,})\2$/,
          (_match, name, quote, value) =>
            `${name} -contains ${quote}${value.slice(0, Math.ceil(value.length / 2))}${quote}`,
        ),
      ),
    ),
  ),
  operator(
    'filter-message-empty',
    'The message of a 400 for a filter is empty',
    'errors.message',
    filtered,
    withMessage(''),
  ),
  operator(
    'filter-message-generic',
    'The message of a 400 for a filter is about nothing',
    'filter.message',
    filtered,
    withMessage('Bad Request'),
  ),
  operator(
    'filter-echo-lost',
    'The page numbers of a filtered list are those of its first page',
    'paging.echo',
    filtered,
    onPagination((pagination, { items }, call) =>
      filterOf(call) !== undefined && items.length > 0 && pageOf(call).number > 1
        ? { ...pagination, page_number: 1 }
        : pagination,
    ),
  ),
];
