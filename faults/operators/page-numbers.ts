import type { Operation } from '../../contract/types.js';
import { isPage, onCall, onPagination, pageOf } from '../change.js';
import { type Operator, operator } from '../fault.js';
import { isList, pageSizeOf, takes } from '../operations.js';
import { type Call, jsonOf, queryValue, type Transform, withQuery, withValue } from '../wire.js';

const hasMaximum = (operation: Operation): boolean => pageSizeOf(operation)?.maximum !== undefined;
const isWide = ({ parameters }: Operation): boolean =>
  parameters.some((one) => one.in === 'query' && one.name === 'page_number' && one.bits === 64);
const isNarrow = (operation: Operation): boolean => isList(operation) && !isWide(operation);

const isWhole = (text: string | undefined): text is string => text !== undefined && /^\d{1,20}$/.test(text);

/** Reads a page parameter as another number, and repeats the number that was sent, as far as JSON can. */
function rereading(name: string, read: (value: bigint) => bigint, echo = true): Transform {
  return async (call, send) => {
    const sent = queryValue(call, name);
    const taken = isWhole(sent) ? read(BigInt(sent)) : null;
    if (!isWhole(sent) || taken === null || `${taken}` === sent) return send(call);
    const reply = await send(withQuery(call, name, `${taken}`));
    return echo ? echoed(reply, name, Number(sent)) : reply;
  };
}

function echoed(reply: Awaited<ReturnType<Transform>>, name: string, value: number) {
  const page = jsonOf(reply);
  if (reply.status !== 200 || !isPage(page)) return reply;
  return withValue(reply, { ...page, pagination: { ...page.pagination, [name]: value } });
}

/** A request whose page parameters are refused is answered as if it had none. */
const forgiving =
  (statuses: readonly number[]): Transform =>
  async (call, send) => {
    const reply = await send(call);
    const bare = withoutPaging(call);
    return bare === call || !statuses.includes(reply.status) || hasExpressions(call) ? reply : send(bare);
  };

const withoutPaging = (call: Call): Call => withQuery(withQuery(call, 'page_number', null), 'page_size', null);
const hasExpressions = (call: Call): boolean => ['filter', 'sort'].some((name) => queryValue(call, name) !== undefined);

const wraps = (bits: number) => (value: bigint) => {
  const low = value % 2n ** BigInt(bits);
  return low === 0n ? 1n : low;
};
const clamps = (most: bigint) => (value: bigint) => (value > most ? 1n : value);
const above = (limit: bigint, other: bigint) => (value: bigint) => (value >= limit ? other : value);

const refusing: Transform = async (call, send) => {
  const reply = await send(call);
  const sent = queryValue(call, 'page_number');
  if (!isWhole(sent) || BigInt(sent) < 2n ** 31n || reply.status !== 200) return reply;
  return { ...reply, status: 500, body: Buffer.from('{"error":{"code":500,"message":"Internal error"}}') };
};

/** How the page parameters of a request are read. */
export const pageNumbers: readonly Operator[] = [
  operator(
    'page-number-ignored',
    'page_number is ignored, and page 1 answered',
    ['paging.echo', 'paging.partition'],
    takes('page_number'),
    onCall((call) => withQuery(call, 'page_number', null)),
  ),
  operator(
    'page-number-only-echoed',
    'page_number is repeated, and page 1 answered',
    'paging.partition',
    takes('page_number'),
    rereading('page_number', () => 1n),
  ),
  operator(
    'page-number-from-zero',
    'page_number counts from 0',
    ['paging.defaults', 'paging.partition'],
    takes('page_number'),
    rereading('page_number', (value) => value + 1n),
  ),
  operator(
    'page-size-ignored',
    'page_size is ignored, and the default used',
    ['paging.echo', 'paging.partition'],
    takes('page_size'),
    onCall((call) => withQuery(call, 'page_size', null)),
  ),
  operator(
    'page-size-only-echoed',
    'page_size is repeated, and the default used',
    ['paging.at-most', 'paging.full-pages'],
    takes('page_size'),
    rereading('page_size', () => 100n),
  ),
  operator(
    'page-size-capped',
    'page_size is capped at 50',
    ['paging.maximum-taken', 'paging.echo'],
    takes('page_size'),
    rereading('page_size', (value) => (value > 50n ? 50n : value), false),
  ),
  operator(
    'page-size-cap-hidden',
    'page_size is capped at 50 and repeated as sent',
    ['paging.full-pages', 'paging.partition'],
    takes('page_size'),
    rereading('page_size', (value) => (value > 50n ? 50n : value)),
  ),
  operator(
    'page-size-one-more',
    'page_size is read as one more',
    ['paging.at-most', 'paging.full-pages'],
    takes('page_size'),
    rereading('page_size', (value) => value + 1n),
  ),
  operator(
    'page-size-default-other',
    'Without page_size a page has 20 items',
    'paging.defaults',
    takes('page_size'),
    onCall((call) =>
      queryValue(call, 'page_size') === undefined && !hasExpressions(call) ? withQuery(call, 'page_size', '20') : call,
    ),
  ),
  operator(
    'page-size-maximum-refused',
    'A page_size of 1000 is refused',
    'paging.maximum-taken',
    hasMaximum,
    async (call, send) => {
      const reply = await send(call);
      if (reply.status !== 200 || queryValue(call, 'page_size') !== '1000') return reply;
      return { ...reply, status: 400, body: Buffer.from('{"error":{"code":400,"message":"page_size is too large"}}') };
    },
  ),
  operator(
    'page-number-wraps-32',
    'page_number wraps at 2^32',
    'paging.wide-page-number',
    isWide,
    rereading('page_number', wraps(32)),
  ),
  operator(
    'page-number-wraps-31',
    'page_number wraps at 2^31',
    'paging.wide-page-number',
    isWide,
    rereading('page_number', wraps(31)),
  ),
  operator(
    'page-number-clamped',
    'A page_number over 2^31-1 answers page 1',
    'paging.wide-page-number',
    isWide,
    rereading('page_number', clamps(2n ** 31n - 1n)),
  ),
  operator(
    'page-number-fails',
    'A page_number over 2^31-1 is a server error',
    'paging.wide-page-number',
    isWide,
    refusing,
  ),
  operator(
    'page-number-overflows',
    'A page_number over 2^31-1 is read as page 1',
    'paging.narrow-page-number',
    isNarrow,
    async (call, send) => {
      const sent = queryValue(call, 'page_number');
      return isWhole(sent) && above(2n ** 31n, 1n)(BigInt(sent)) === 1n && sent !== '1'
        ? send(withQuery(call, 'page_number', '1'))
        : send(call);
    },
  ),
  operator(
    'page-invalid-accepted',
    'A page parameter that is no positive integer is ignored',
    'paging.invalid',
    isList,
    forgiving([400]),
  ),
  operator(
    'page-number-echo-as-default',
    'page_number is answered as 1 on every page',
    'paging.echo',
    isList,
    onPagination((pagination, { items }, call) =>
      items.length > 0 && pageOf(call).number > 1 ? { ...pagination, page_number: 1 } : pagination,
    ),
  ),
  operator(
    'page-size-echo-of-items',
    'page_size is answered as the number of items',
    'paging.echo',
    isList,
    onPagination((pagination, { items }) =>
      pagination.page_size === items.length ? pagination : { ...pagination, page_size: items.length },
    ),
  ),
];
