import { afterEach, beforeEach, expect, test } from 'vitest';
import { serve, tenant, UNKNOWN_ID } from './harness.js';

let server = serve();
beforeEach(() => {
  server = serve();
});
afterEach(() => server.close());

const idsOf = async (id: string, params: Readonly<Record<string, string>> = {}) =>
  ((await server.call(id, { params, query: { page_size: 1000 } })).json.items as { id: string }[]).map(({ id }) => id);

test.each([1, 3])('removing users (%i) frees their seats, and all reads agree', async (count) => {
  const assigned = await idsOf('getSubscriptionUsers');
  const removed = assigned.slice(2, 2 + count);
  const { status, text } = await server.call('deleteSubscriptionUsers', { params: { userIds: removed.join(',') } });
  expect([status, text]).toEqual([204, '']);
  const left = assigned.filter((id) => !removed.includes(id));
  expect(await idsOf('getSubscriptionUsers')).toEqual(left);
  expect(await idsOf('getSubscriptionUserConsumptions')).toEqual(left);
  for (const userId of removed) {
    const user = (await server.call('getUser', { params: { userId } })).json;
    const subscriptions = await idsOf('getUserSubscriptions', { userId });
    expect(subscriptions).not.toContain(server.fixtures.subscriptionId);
    expect(user.licenseCount).toBe(subscriptions.length);
    expect(user.licenseCount).toBe((tenant.users.get(userId)?.licenseCount ?? 0) - 1);
  }
});

test('the application counts the freed seats', async () => {
  const { application } = server.tenant.subscriptions.get(server.fixtures.subscriptionId) ?? { application: 0 };
  const before = tenant.applications.at(application);
  const [userIds = ''] = await idsOf('getSubscriptionUsers');
  await server.call('deleteSubscriptionUsers', { params: { userIds } });
  const after = (await server.call('getApplication', { params: { applicationId: before.id } })).json;
  expect(after).toMatchObject({ assigned: before.assigned - 1, available: before.available + 1, total: before.total });
});

test('no user is removed if one of them is unknown, malformed, or has no seat', async () => {
  const assigned = await idsOf('getSubscriptionUsers');
  const [first = ''] = assigned;
  const stranger = tenant.users.records.find(({ id }) => !assigned.includes(id))?.id;
  for (const [userIds, expected] of [
    [`${first},${UNKNOWN_ID}`, 404],
    [`${first},${stranger}`, 404],
    [`${first},x`, 400],
    [`${first},`, 400],
    [',', 400],
  ] as const) {
    const { status, json } = await server.call('deleteSubscriptionUsers', { params: { userIds } });
    expect([userIds, status, json.error.code]).toEqual([userIds, expected, expected]);
  }
  expect(await idsOf('getSubscriptionUsers')).toEqual(assigned);
});

test('a removed user cannot be removed again', async () => {
  const [userIds = ''] = await idsOf('getSubscriptionUsers');
  const statuses = [];
  for (let time = 0; time < 2; time += 1) {
    statuses.push((await server.call('deleteSubscriptionUsers', { params: { userIds } })).status);
  }
  expect(statuses).toEqual([204, 404]);
});

test('one request can remove all users of a subscription', async () => {
  const userIds = (await idsOf('getSubscriptionUsers')).join(',');
  expect((await server.call('deleteSubscriptionUsers', { params: { userIds } })).status).toBe(204);
  expect(await idsOf('getSubscriptionUsers')).toEqual([]);
});

test('an unknown subscription returns 404 and a malformed one 400', async () => {
  const userIds = server.fixtures.userId;
  for (const [subscriptionId, expected] of [
    [UNKNOWN_ID, 404],
    ['x', 400],
  ] as const) {
    const { status } = await server.call('deleteSubscriptionUsers', { params: { subscriptionId, userIds } });
    expect(status).toBe(expected);
  }
});
