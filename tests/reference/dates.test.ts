import { afterAll, describe, expect, test } from 'vitest';
import { serve, tenant } from './harness.js';

const server = serve();
afterAll(() => server.close());

const DAYS = { fromDate: '2025-01-01', toDate: '2025-06-02' };
const TIMES = { fromDate: '2025-01-01T00:00:00Z', toDate: '2025-06-02T00:00:00Z' };

describe.each([
  { id: 'getApplicationsKpis', good: DAYS, other: TIMES },
  { id: 'getApplicationsOverviewKpis', good: DAYS, other: TIMES },
  { id: 'getUserKpis', good: TIMES, other: DAYS },
])('$id', ({ id, good, other }) => {
  test.each([
    ['no dates', {}],
    ['no fromDate', { toDate: good.toDate }],
    ['no toDate', { fromDate: good.fromDate }],
    ['an empty date', { ...good, toDate: '' }],
    ['text', { ...good, toDate: 'yesterday' }],
    ['a day that does not exist', { ...good, toDate: good.toDate.replace('06-02', '02-30') }],
    ['the other type', other],
    ['an end before the beginning', { fromDate: good.toDate, toDate: good.fromDate }],
  ])('rejects %s', async (_what, query) => {
    const { status, json } = await server.call(id, { query: query as Record<string, string> });
    expect([status, json.error.code]).toEqual([400, 400]);
  });

  test('rejects a repeated date', async () => {
    const query = `${new URLSearchParams(good)}&fromDate=${encodeURIComponent(good.fromDate)}`;
    expect((await server.call(id, { query })).status).toBe(400);
  });

  test('accepts a period of one moment and one of ten thousand years', async () => {
    const [first, last] = [good.fromDate.replace('2025', '0001'), good.toDate.replace('2025', '9999')];
    for (const query of [
      { fromDate: good.fromDate, toDate: good.fromDate },
      { fromDate: first, toDate: last },
    ]) {
      expect((await server.call(id, { query })).status).toBe(200);
    }
  });
});

test('a zone offset is accepted, even with an unescaped plus sign', async () => {
  const zulu = await server.call('getUserKpis', { query: 'fromDate=2024-12-31T22:00:00Z&toDate=2025-06-02T00:00:00Z' });
  const plus = await server.call('getUserKpis', {
    query: 'fromDate=2025-01-01T00:00:00+02:00&toDate=2025-06-02T00:00:00Z',
  });
  expect(plus.json).toEqual(zulu.json);
});

test('the totals of the KPIs agree with the lists', async () => {
  const users = (await server.call('getUserKpis', { query: TIMES })).json;
  expect(users.total).toBe(tenant.users.records.length);
  expect(users.active + users.inactive + users.noActivity).toBe(users.total);
  const applications = (await server.call('getApplicationsKpis', { query: DAYS })).json;
  const { records } = tenant.applications;
  expect(applications.totalApplications).toBe(records.length);
  expect(applications.unsanctioned).toBe(records.filter(({ sanctioned }) => !sanctioned).length);
  const inCategories = applications.appCategories.reduce((sum: number, { total }: { total: number }) => sum + total, 0);
  expect(inCategories).toBe(records.length);
  const { total } = (await server.call('getApplicationsOverviewKpis', { query: DAYS })).json;
  expect(total[0].value).toBe(records.length);
  const one = (await server.call('getApplicationKpis')).json;
  const children = (await server.call('getApplicationUsers')).json.pagination.total_items;
  expect(one.totalUsers.valueCurrent).toBe(children);
});
