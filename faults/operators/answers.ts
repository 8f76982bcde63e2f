import type { ClauseId } from '../../contract/clauses/index.js';
import type { Operation } from '../../contract/types.js';
import { isPage, onPage, onSuccess } from '../change.js';
import { type Operator, operator, remembering } from '../fault.js';
import { isChildList, isList, isReadById, pathNames } from '../operations.js';
import { type Call, isObject, jsonOf, type Reply, type Transform, withText, withValue } from '../wire.js';
import { PAIRED } from './relations.js';

const always = (): boolean => true;

/** An operator on every success. */
const success = (id: string, title: string, rule: ClauseId, change: (reply: Reply) => Reply): Operator =>
  operator(id, title, rule, always, onSuccess(change));

const typed =
  (type: string | null) =>
  (reply: Reply): Reply => {
    const { 'content-type': _, ...rest } = reply.headers;
    return { ...reply, headers: type === null ? rest : { ...rest, 'content-type': type } };
  };
const bytes =
  (change: (body: Buffer) => Buffer) =>
  (reply: Reply): Reply => ({ ...reply, body: change(reply.body) });

/** Every second response to a request is another one. */
const alternating = (change: (reply: Reply) => Reply) => (): Transform => {
  let count = 0;
  return onSuccess((reply) => {
    count += 1;
    return count % 2 === 0 ? change(reply) : reply;
  });
};

/** The children, or the record, of another parent: those of the first one that was read. */
const ofAnother = (correct: boolean) => (): Transform => {
  const first = new Map<string, Call['params']>();
  return async (call, send) => {
    const reply = await send(call);
    if (reply.status !== 200 || !call.credentialed) return reply;
    const known = first.get(call.operation);
    if (known === undefined) first.set(call.operation, call.params);
    if (known === undefined || same(known, call.params)) return reply;
    const other = await send({ ...call, params: known });
    const [value, own] = [jsonOf(other), jsonOf(reply)];
    return correct && isObject(value) && isObject(own) ? withValue(other, { ...value, id: own.id }) : other;
  };
};

const same = (one: Call['params'], other: Call['params']): boolean => JSON.stringify(one) === JSON.stringify(other);
const isIdentified = (operation: Operation): boolean => isReadById(operation) && pathNames(operation).length === 1;

const EMPTY = { items: [] };

/** The response of an empty child list, changed. */
const onEmptyParent = (change: (reply: Reply) => Reply): Transform =>
  onSuccess((reply, call) => {
    const value = jsonOf(reply);
    const bare = !call.query.some(([name]) => name === 'filter' || name === 'page_number');
    return bare && isPage(value) && value.items.length === 0 ? change(reply) : reply;
  });

const refusal =
  (status: number) =>
  (reply: Reply): Reply => ({
    ...withText(reply, JSON.stringify({ error: { code: status, message: 'nothing there' } })),
    status,
  });

/** What a response is, whatever it carries, and what one says of another. */
export const answers: readonly Operator[] = [
  success('status-201', 'A success has the status 201', 'answers.success-status', (reply) => ({
    ...reply,
    status: 201,
  })),
  success('status-202', 'A success has the status 202', 'answers.success-status', (reply) => ({
    ...reply,
    status: 202,
  })),
  success('status-206', 'A success has the status 206', 'answers.success-status', (reply) => ({
    ...reply,
    status: 206,
  })),
  success('status-500', 'A success has the status 500', 'answers.success-status', (reply) => ({
    ...reply,
    status: 500,
  })),
  success('status-404', 'A success has the status 404', 'answers.success-status', (reply) => ({
    ...reply,
    status: 404,
  })),
  success('media-type-html', 'A success is sent as text/html', 'answers.media-type', typed('text/html; charset=utf-8')),
  success('media-type-text', 'A success is sent as text/plain', 'answers.media-type', typed('text/plain')),
  success(
    'media-type-stream',
    'A success is sent as application/octet-stream',
    'answers.media-type',
    typed('application/octet-stream'),
  ),
  success('media-type-missing', 'A success has no media type', 'answers.media-type', typed(null)),
  success(
    'byte-order-mark',
    'A body begins with a byte order mark',
    'answers.json',
    bytes((body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])),
  ),
  success(
    'encoding-utf-16',
    'A body is in UTF-16',
    'answers.json',
    bytes((body) => Buffer.from(body.toString('utf8'), 'utf16le')),
  ),
  success(
    'body-truncated',
    'A body lacks its last byte',
    'answers.json',
    bytes((body) => body.subarray(0, -1)),
  ),
  success('body-empty', 'A body is empty', 'answers.json', (reply) => withText(reply, '')),
  success(
    'body-twice',
    'A body has its JSON value twice',
    'answers.json',
    bytes((body) => Buffer.concat([body, Buffer.from('\n'), body])),
  ),
  success('body-prefixed', 'A body begins with the guard of an old browser', 'answers.json', (reply) =>
    withText(reply, `)]}',\n${reply.body.toString('utf8')}`),
  ),
  success('body-as-text', 'A body is a text that holds JSON', 'records.types', (reply) =>
    withText(reply, JSON.stringify(reply.body.toString('utf8'))),
  ),
  remembering(
    'changes-each-time',
    'Every second response lacks its first record',
    'answers.repeatable',
    isList,
    alternating((reply) => {
      const value = jsonOf(reply);
      return isPage(value) && value.items.length > 0
        ? withValue(reply, { ...value, items: value.items.slice(1) })
        : reply;
    }),
  ),
  remembering(
    'record-of-another',
    'A read by id returns the first record that was read',
    'relations.same-id',
    isIdentified,
    ofAnother(false),
  ),
  remembering(
    'record-of-another-renamed',
    'A read by id returns another record under the id',
    'relations.detail-agrees',
    (one) => isIdentified(one) && one.success.schema?.endsWith('-kpis') !== true,
    ofAnother(true),
  ),
  remembering(
    'children-of-another',
    'A child list has the children of another parent',
    'relations.children',
    // Users may well share their discovery sources.
    (one) => isChildList(one) && one.id !== 'getUserDiscoverySources',
    ofAnother(false),
  ),
  operator(
    'children-none',
    'A child list is always empty',
    'relations.children',
    ({ id }) => PAIRED.includes(id),
    onPage((page) =>
      page.items.length === 0
        ? page
        : {
            ...page,
            ...EMPTY,
            pagination: {
              ...page.pagination,
              ...(page.pagination.total_items !== undefined && { total_items: 0 }),
              total_pages: 0,
            },
          },
    ),
  ),
  operator(
    'empty-parent-404',
    'An empty child list is answered with 404',
    'relations.empty-parent',
    isChildList,
    onEmptyParent(refusal(404)),
  ),
  operator(
    'empty-parent-500',
    'An empty child list is a server error',
    'relations.empty-parent',
    isChildList,
    onEmptyParent(refusal(500)),
  ),
  operator(
    'empty-parent-204',
    'An empty child list is answered with 204',
    'relations.empty-parent',
    isChildList,
    onEmptyParent((reply) => ({ ...withText(reply, ''), status: 204 })),
  ),
  operator(
    'empty-parent-counts',
    'The totals of an empty child list are not zero',
    'relations.empty-parent',
    (one) => isChildList(one) && one.success.uncounted !== true,
    onEmptyParent((reply) => {
      const value = jsonOf(reply);
      return isPage(value)
        ? withValue(reply, { ...value, pagination: { ...value.pagination, total_items: 1, total_pages: 1 } })
        : reply;
    }),
  ),
];
