import { describe, expect, test } from 'vitest';
import { cloneTenant, generateTenant } from '../../reference/index.js';
import { serve, tenant } from './harness.js';

const written = (made: ReturnType<typeof generateTenant>) =>
  JSON.stringify({
    ...made,
    users: made.users.records,
    applications: made.applications.records,
    subscriptions: made.subscriptions.records,
    papers: [made.agreements, made.contracts].map(({ records, types }) => [records.records, types.records]),
  });

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a tenant', () => {
  test('is byte-identical for the same seed, and different for another seed', () => {
    expect(written(generateTenant({ seed: 5 }))).toBe(written(generateTenant({ seed: 5 })));
    expect(written(generateTenant({ seed: 6 }))).not.toBe(written(generateTenant({ seed: 5 })));
  });

  test('has the requested sizes, including 0', async () => {
    const none = { applications: 0, users: 0, subscriptions: 0, agreements: 0, contracts: 0 };
    for (const sizes of [none, { ...none, users: 3 }, { ...none, subscriptions: 5, applications: 1, agreements: 7 }]) {
      const server = serve({ tenant: generateTenant({ sizes }) });
      for (const [id, size] of [
        ['getUsers', sizes.users],
        ['getApplications', sizes.applications],
        ['getAgreements', sizes.agreements],
      ] as const) {
        expect((await server.call(id)).json.items).toHaveLength(size);
      }
      expect(server.tenant.subscriptions.records).toHaveLength(sizes.applications === 0 ? 0 : sizes.subscriptions);
      await server.close();
    }
  });

  test('has unique ids that are version 4 UUIDs', () => {
    const ids = [tenant.users, tenant.applications, tenant.subscriptions, tenant.agreements.records]
      .flatMap(({ records }) => records.map(({ id }) => id))
      .concat(tenant.agreements.periods.flat().map(({ id }) => id));
    expect(ids.filter((id) => !UUID_V4.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has rich lists, empty lists, ties and nulls', () => {
    const sizes = (lists: readonly (readonly unknown[])[]) => lists.map(({ length }) => length);
    expect(Math.max(...sizes(tenant.usagesOfApplications))).toBeGreaterThan(200);
    expect(Math.min(...sizes(tenant.usagesOfApplications))).toBe(0);
    expect(Math.max(...sizes(tenant.usagesOfUsers))).toBeGreaterThan(20);
    expect(Math.min(...sizes(tenant.usagesOfUsers))).toBe(0);
    expect(Math.max(...sizes(tenant.assignmentsOfSubscriptions))).toBeGreaterThan(100);
    expect(Math.min(...sizes(tenant.assignmentsOfSubscriptions))).toBe(0);
    expect(Math.max(...sizes(tenant.sourcesOfUsers))).toBeGreaterThan(5);
    expect(new Set(sizes(tenant.agreements.periods))).toEqual(new Set([1, 2, 3, 4]));
    const names = tenant.users.records.map(({ displayName }) => displayName);
    expect(new Set(names).size).toBeLessThan(names.length - 20);
    for (const field of ['department', 'country', 'lastActive', 'terminationDate'] as const) {
      expect(tenant.users.records.some((user) => user[field] === null)).toBe(true);
    }
  });

  test('has text that is hard to handle, without spaces around it', () => {
    const texts = tenant.users.records.flatMap(({ displayName, department }) => [displayName, department ?? '']);
    for (const hard of ["'", '"', '\\', '%', 'ë', 'e\u0308', 'מ', '山', '👩', '<b>']) {
      expect(texts.some((text) => text.includes(hard))).toBe(true);
    }
    expect(texts.filter((text) => text !== text.trim())).toEqual([]);
    expect(Math.max(...tenant.applications.records.map(({ notes }) => notes?.length ?? 0))).toBeGreaterThan(2000);
  });

  test('is not changed by writes to a clone', () => {
    const before = written(tenant);
    const clone = cloneTenant(tenant);
    clone.users.replace({ ...clone.users.at(0), displayName: 'changed' });
    clone.assignmentsOfSubscriptions[0] = [];
    expect(written(tenant)).toBe(before);
    expect(clone.users.get(tenant.users.at(0).id)?.displayName).toBe('changed');
  });

  test('of 100,000 users is generated in seconds and served quickly', async () => {
    const started = performance.now();
    const server = serve({ tenant: generateTenant({ sizes: { users: 100_000 } }) });
    expect(performance.now() - started).toBeLessThan(90_000);
    const asked = performance.now();
    const { json } = await server.call('getUsers', { query: { page_number: 900 } });
    expect(performance.now() - asked).toBeLessThan(5000);
    expect(json.pagination.total_items).toBe(100_000);
    expect(json.items).toHaveLength(100);
    await server.close();
  });
});
