import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ended, problems, serve, tenant, UNKNOWN_ID } from './harness.js';

let server = serve();
beforeEach(() => {
  server = serve();
});
afterEach(() => server.close());

const userIds = tenant.users.records.slice(0, 3).map(({ id }) => id);
const applicationIds = tenant.applications.records.slice(0, 3).map(({ id }) => id);

/** The records whose state differs from that of the shared tenant. */
const changed = (kind: 'users' | 'applications') =>
  server.tenant[kind].records.filter((record, position) => record !== tenant[kind].at(position)).map(({ id }) => id);

async function run(operationId: string, body: unknown) {
  const reference = await server.call(operationId, { body });
  expect(reference.status).toBe(202);
  return { reference: reference.json, task: (await ended(server, reference.json.id)).json };
}

describe('bulkUpdateUsers', () => {
  test('returns a reference to a task that completes, with a link to the summary', async () => {
    const ids = [...userIds, UNKNOWN_ID];
    const { reference, task } = await run('bulkUpdateUsers', { scope: 'Only', ids, body: { qualified: true } });
    expect(problems('task-reference', reference)).toEqual([]);
    const prefix = 'api/saas/consolidated-view/v1';
    const self = { href: `${prefix}/tasks/${reference.id}`, rel: 'self', method: 'GET' };
    expect(reference).toEqual({ id: reference.id, _links: { 0: self } });
    expect(problems('task', task)).toEqual([]);
    const link = { href: `${prefix}/users/bulk-update/${reference.id}`, rel: 'bulk-update-users', method: 'GET' };
    expect(task).toMatchObject({ id: reference.id, status: 'Complete', _links: { 0: link } });
    const summary = (await server.call('getBulkUpdateUsersSummary', { params: { id: reference.id } })).json;
    expect(problems('bulk-update-users-summary', summary)).toEqual([]);
    expect(summary).toMatchObject({ successCount: 3, failedCount: 1, failed: { 0: UNKNOWN_ID } });
  });

  test('changes nothing before the task completes', async () => {
    const slow = serve({ taskDurationMs: 60_000 });
    const { id } = (await slow.call('bulkUpdateUsers', { body: { scope: 'All', body: { review: true } } })).json;
    expect((await slow.call('getUsersTask', { params: { id } })).json.status).toBe('Running');
    const summary = (await slow.call('getBulkUpdateUsersSummary', { params: { id } })).json;
    expect([summary.successCount, summary.failedCount]).toEqual([0, 0]);
    expect(slow.tenant.users.records).toEqual(tenant.users.records);
    await slow.close();
  });

  test.each([
    ['onlineOnly', 'isOnline'],
    ['review', 'isInReview'],
    ['qualified', 'isQualified'],
  ])('sets %s as %s and no other flag, only of the listed users', async (flag, field) => {
    for (const value of [true, false]) {
      await run('bulkUpdateUsers', { scope: 'Only', ids: userIds, body: { [flag]: value } });
      for (const id of userIds) {
        expect(server.tenant.users.get(id)).toEqual({ ...tenant.users.get(id), [field]: value });
      }
    }
    expect(changed('users')).toEqual(userIds);
  });

  test('changes all users, or all except the listed ones', async () => {
    await run('bulkUpdateUsers', { scope: 'All', body: { review: true } });
    expect(server.tenant.users.records.every(({ isInReview }) => isInReview)).toBe(true);
    await run('bulkUpdateUsers', { scope: 'AllExcept', ids: userIds, body: { review: false } });
    const inReview = server.tenant.users.records.filter(({ isInReview }) => isInReview).map(({ id }) => id);
    expect(inReview).toEqual(userIds);
  });

  test('changes only users that match the filter', async () => {
    const { reference } = await run('bulkUpdateUsers', {
      scope: 'All',
      filter: "department -eq 'Sales'",
      body: { qualified: false },
    });
    const inSales = tenant.users.records.filter(({ department }) => department === 'Sales').map(({ id }) => id);
    expect(changed('users')).toEqual(inSales);
    const summary = (await server.call('getBulkUpdateUsersSummary', { params: { id: reference.id } })).json;
    expect(summary.successCount).toBe(inSales.length);
  });
});

describe('bulkUpdateApplications', () => {
  test('sets approved as sanctioned, and single sign-on, only of the listed applications', async () => {
    const body = { approved: true, singleSignOn: false };
    const { task } = await run('bulkUpdateApplications', { scope: 'Only', ids: applicationIds, body });
    for (const id of applicationIds) {
      const expected = { ...tenant.applications.get(id), sanctioned: true, singleSignOn: false };
      expect(server.tenant.applications.get(id)).toEqual(expected);
    }
    expect(changed('applications')).toEqual(applicationIds);
    const href = `api/saas/consolidated-view/v1/applications/bulk-update/${task.id}`;
    expect(task._links).toEqual({ 0: { href, rel: 'bulk-update-users', method: 'GET' } });
    expect((await server.call('getBulkUpdateUsersSummary', { params: { id: task.id } })).status).toBe(404);
  });
});

describe.each([
  { id: 'bulkUpdateUsers', flag: 'review' },
  { id: 'bulkUpdateApplications', flag: 'approved' },
])('$id', ({ id, flag }) => {
  const body = { [flag]: true };

  test.each([
    ['no scope', { body }],
    ['no body', { scope: 'All' }],
    ['an unknown scope', { scope: 'Some', ids: [], body }],
    ['a scope that every object has', { scope: 'constructor', ids: [], body }],
    ['a scope of another type', { scope: 5, body }],
    ['ids that are no list', { scope: 'Only', ids: UNKNOWN_ID, body }],
    ['ids that are no texts', { scope: 'Only', ids: [5], body }],
    ['no ids where the scope needs them', { scope: 'Only', body }],
    ['no ids to except', { scope: 'AllExcept', body }],
    ['a flag of another type', { scope: 'All', body: { [flag]: 'yes' } }],
    ['a body that is no object', { scope: 'All', body: true }],
    ['a malformed filter', { scope: 'All', filter: '((', body }],
    ['a filter on an unknown field', { scope: 'All', filter: 'nothing -eq 1', body }],
    ['an array', []],
    ['broken JSON', '{"scope"'],
  ])('rejects %s with 400 and changes nothing', async (_what, sent) => {
    const { status, json } = await server.call(id, { body: sent });
    expect([status, json.error.code]).toEqual([400, 400]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([...changed('users'), ...changed('applications')]).toEqual([]);
  });

  test('accepts only JSON, not a merge patch', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect((await server.call(id, { body: { scope: 'All', body }, headers })).status).toBe(415);
  });

  test('accepts empty and malformed ids, and changes nothing', async () => {
    for (const ids of [[], ['x', '']]) await run(id, { scope: 'Only', ids, body });
    expect([...changed('users'), ...changed('applications')]).toEqual([]);
  });
});
