import { expect, test } from 'vitest';
import { pagination } from '../../reference/hooks.js';
import { type Hook, Refusal, type Reply } from '../../reference/index.js';
import { ended, serve } from './harness.js';

async function withHooks<T>(hooks: readonly Hook[], use: (server: ReturnType<typeof serve>) => Promise<T>): Promise<T> {
  const server = serve({ hooks });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

const dropsFirst: Hook = (steps) => ({
  paginate: (records, page, context) => steps.paginate(records.slice(1), page, context),
});

test('a hook replaces one step and wraps the original; the others stay', async () => {
  const whole = (await withHooks([], (server) => server.call('getUsers'))).json;
  const less = (await withHooks([dropsFirst], (server) => server.call('getUsers'))).json;
  expect(less.items.slice(0, 99)).toEqual(whole.items.slice(1));
  expect(less.pagination).toEqual(whole.pagination);
});

test('hooks compose from left to right, each wrapping the result of the previous ones', async () => {
  const suffix =
    (text: string): Hook =>
    (steps) => ({
      errorBody: (status, message, context) => steps.errorBody(status, `${message}${text}`, context),
    });
  const { json } = await withHooks([suffix('a'), suffix('b'), dropsFirst, dropsFirst], async (server) => {
    expect((await server.call('getUsers')).json.items[0].id).toBe(server.tenant.users.at(2).id);
    return server.call('getUser', { params: { userId: 'x' } });
  });
  expect(json.error.message).toBe('userId must be a UUIDba');
});

test('a replaced step is used everywhere: in lists, bulk updates and writes', async () => {
  const blind: Hook = () => ({ matches: () => false, present: (record) => ({ id: record.id, hooked: true }) });
  await withHooks([blind], async (server) => {
    const { json } = await server.call('getUsers', { query: { filter: 'isOnline -eq true' } });
    expect([json.items, json.pagination.total_items]).toEqual([[], 0]);
    const body = { isOnline: true, isInReview: true, isQualified: true };
    expect((await server.call('updateUser', { body })).json).toEqual({ id: server.fixtures.userId, hooked: true });
  });
});

test('a step has access to the operation and its area', async () => {
  const noTotals: Hook = (steps) => ({
    paginationObject: (page, total, context) => {
      const { total_items, ...rest } = steps.paginationObject(page, total, context);
      return context.operation.id === 'getUsers' ? rest : { ...rest, total_items: total_items ?? total };
    },
  });
  await withHooks([noTotals], async (server) => {
    expect((await server.call('getUsers')).json.pagination).not.toHaveProperty('total_items');
    expect((await server.call('getAgreements')).json.pagination.total_items).toBe(61);
  });
});

test('a step can reject with any status', async () => {
  const forbids: Hook = () => ({
    collect: () => {
      throw new Refusal(403, 'not bought', { 'x-reason': 'licence' });
    },
  });
  const { status, json, headers } = await withHooks([forbids], (server) => server.call('getAgreements'));
  expect([status, json, headers['x-reason']]).toEqual([
    403,
    { error: { code: 403, message: 'not bought' } },
    'licence',
  ]);
});

test('an error in a step returns a 500 without details', async () => {
  const breaks: Hook = () => ({
    collect: () => {
      throw new TypeError('secret detail');
    },
  });
  const { status, text } = await withHooks([breaks], (server) => server.call('getUsers'));
  expect(status).toBe(500);
  expect(text).not.toContain('secret');
});

test.each<[string, Reply]>([
  ['HTML', { status: 200, headers: { 'content-type': 'text/html' }, text: '<p>hello</p>' }],
  ['broken JSON', { status: 200, headers: { 'content-type': 'application/json' }, text: '{"items":[' }],
  ['nothing', { status: 204, headers: {}, text: null }],
])('a hook on the last step can send %s, also asynchronously', async (_what, reply) => {
  const sends: Hook = () => ({
    respond: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return reply;
    },
  });
  const { status, headers, text } = await withHooks([sends], (server) => server.call('getUsers'));
  expect([status, text]).toEqual([reply.status, reply.text ?? '']);
  expect(headers['content-type']).toBe(reply.headers['content-type']);
});

test('each of the two Get task operations handles the tasks of its area', async () => {
  const names: Hook = (steps) => ({
    taskRecord: (task, context) => ({ ...steps.taskRecord(task, context), name: context.operation.id }),
  });
  await withHooks([names], async (server) => {
    for (const [bulk, task] of [
      ['bulkUpdateUsers', 'getUsersTask'],
      ['bulkUpdateApplications', 'getApplicationsTask'],
    ] as const) {
      const { id } = (await server.call(bulk, { body: { scope: 'Only', ids: [], body: {} } })).json;
      expect((await ended(server, id)).json.name).toBe(task);
    }
  });
});

test('a task fails if its completion throws', async () => {
  const breaks: Hook = () => ({
    applyFlags: () => {
      throw new Error('no');
    },
  });
  await withHooks([breaks], async (server) => {
    const { id } = (await server.call('bulkUpdateUsers', { body: { scope: 'All', body: {} } })).json;
    expect((await ended(server, id)).json.status).toBe('Failed');
  });
});

test('a hook of bodies leaves a success without a body as it is', async () => {
  await withHooks([pagination((given) => given)], async (server) => {
    const { removableSubscriptionId: subscriptionId, removableUserIds } = server.fixtures;
    const [userIds = ''] = removableUserIds.split(',');
    expect((await server.call('deleteSubscriptionUsers', { params: { subscriptionId, userIds } })).status).toBe(204);
  });
});
