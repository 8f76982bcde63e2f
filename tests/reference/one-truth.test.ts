import { afterAll, describe, expect, test } from 'vitest';
import { serve, tenant } from './harness.js';

const server = serve();
afterAll(() => server.close());

type Record_ = Readonly<Record<string, unknown>> & { readonly id: string };

async function whole(id: string, params: Readonly<Record<string, string>> = {}): Promise<Record_[]> {
  return (await server.call(id, { params, query: { page_size: 1000 } })).json.items;
}
const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id).sort();

const applications = tenant.applications.records.slice(0, 12);
const subscriptions = tenant.subscriptions.records.slice(0, 6);
const users = tenant.users.records.filter((_, index) => index % 40 === 0);

describe('all reads are consistent', () => {
  test('a user has the same fields in every list as in a read by id', async () => {
    const known = new Map((await whole('getUsers')).map((user) => [user.id, user]));
    const lists = [
      await whole('getApplicationUsers'),
      await whole('getSubscriptionUsers'),
      await whole('getSubscriptionInsightUsers'),
    ];
    for (const record of lists.flat()) {
      const user = known.get(record.id);
      expect(record).toMatchObject(user ?? { missing: record.id });
    }
    const { id } = lists[0]?.[0] ?? { id: '' };
    expect((await server.call('getUser', { params: { userId: id } })).json).toEqual(known.get(id));
  });

  test('an application lists a user if and only if the user lists the application', async () => {
    const ofUsers = new Map<string, string[]>();
    for (const { id } of users) ofUsers.set(id, ids(await whole('getUserApplications', { userId: id })));
    for (const { id: applicationId } of applications) {
      const listed = new Set(ids(await whole('getApplicationUsers', { applicationId })));
      for (const { id } of users) expect(listed.has(id)).toBe(ofUsers.get(id)?.includes(applicationId));
    }
  });

  test('a subscription lists a user if and only if the user lists the subscription', async () => {
    const ofUsers = new Map<string, string[]>();
    for (const { id } of users) ofUsers.set(id, ids(await whole('getUserSubscriptions', { userId: id })));
    for (const { id: subscriptionId } of subscriptions) {
      const listed = new Set(ids(await whole('getSubscriptionUsers', { subscriptionId })));
      for (const { id } of users) expect(listed.has(id)).toBe(ofUsers.get(id)?.includes(subscriptionId));
    }
  });

  test('the consumptions are those of the same users, and an insight has some of them', async () => {
    expect(ids(await whole('getApplicationUsersConsumptions'))).toEqual(ids(await whole('getApplicationUsers')));
    const assigned = ids(await whole('getSubscriptionUsers'));
    expect(ids(await whole('getSubscriptionUserConsumptions'))).toEqual(assigned);
    for (const { id } of await whole('getSubscriptionInsightUsers')) expect(assigned).toContain(id);
  });

  test('consumptions have dates and local times where users have timestamps', async () => {
    for (const operation of ['getApplicationUsersConsumptions', 'getSubscriptionUserConsumptions']) {
      for (const { createdDate, lastActive } of await whole(operation)) {
        expect(createdDate).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(lastActive ?? '2025-01-01T00:00:00').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      }
    }
    for (const { createdDate, lastActive } of await whole('getUsers')) {
      expect(createdDate).toMatch(/Z$/);
      expect(lastActive ?? 'Z').toMatch(/Z$/);
    }
  });

  test('counts and sums match the lists', async () => {
    for (const { id: applicationId } of applications) {
      const application = (await server.call('getApplication', { params: { applicationId } })).json;
      expect((await whole('getApplicationUsers', { applicationId })).length).toBe(application.totalUniqueUsers);
      expect(application.active + application.inactive).toBe(application.totalUniqueUsers);
      expect(application.licenses).toHaveLength(application.licenseCount);
      expect(application.available + application.assigned).toBe(application.total);
    }
    for (const { id: userId } of users) {
      const user = (await server.call('getUser', { params: { userId } })).json;
      const seats = await whole('getUserSubscriptions', { userId });
      const sum = (field: string) => seats.reduce((total, seat) => total + Number(seat[field]), 0);
      expect(seats).toHaveLength(user.licenseCount);
      expect(sum('totalCostPerMonth')).toBeCloseTo(user.userCostPerMonth, 5);
      expect(sum('potentialSavings')).toBeCloseTo(user.potentialSavings, 5);
    }
  });

  test.each(['Agreement', 'Contract'])(
    'an %s agrees with its list item, its type exists, its periods end',
    async (kind) => {
      const types = new Set((await whole(`get${kind}Types`)).map(({ id }) => id));
      for (const item of (await whole(`get${kind}s`)).slice(0, 20)) {
        const params = { id: item.id };
        expect((await server.call(`get${kind}`, { params })).json).toMatchObject(item);
        expect(types.has(String(item.typeId))).toBe(true);
        for (const { validFrom, validTo } of await whole(`get${kind}Periods`, params)) {
          expect(Date.parse(String(validFrom))).toBeLessThan(Date.parse(String(validTo)));
        }
      }
    },
  );
});
