import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GeneratedCollection } from '../../generators/tenant/large/generated-collection.js';
import { lazyLists } from '../../generators/tenant/large/lazy-lists.js';
import { timestamp } from '../../generators/tenant/random.js';
import type { User } from '../../generators/tenant/stored.js';
import type { Usage } from '../../generators/tenant/tenant.js';
import { cloneTenant, generateTenant, type Hook, type Tenant } from '../../reference/index.js';
import type { Row } from '../../reference/model.js';
import { compareText } from '../../reference/query/collation.js';
import { recordShape } from '../../reference/record-shape.js';
import { applicationConsumptions, subscriptionConsumptions } from '../../reference/records/consumptions.js';
import { userRowsOf } from '../../reference/records/rows-of-users.js';
import { applicationUsers, insightUsers, subscriptionUsers } from '../../reference/records/users-of.js';
import { serve } from './harness.js';

/** Just more than what is stored. */
const USERS = 20_001;
const tenant = generateTenant({ seed: 3, sizes: { users: USERS, applications: 30, subscriptions: 12 } });
/** Of its usages, seats, sources and records. */
const DIGESTS = ['d27867fb99ab6b7f', 'ff55578fbd30ec18', 'a13500fca020bd7c', '213d8b0ac476ea80'];

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

function digestOf({ users, applications, subscriptions, agreements, contracts, ...rest }: Tenant) {
  const papers = [agreements, contracts].map(({ records, types, periods }) => [
    records.records,
    types.records,
    periods,
  ]);
  return digest({
    ...rest,
    users: users.records,
    applications: applications.records,
    subscriptions: subscriptions.records,
    papers,
  });
}

describe('a tenant of ordinary size', () => {
  it.each([
    [{}, 'd277f26db733c363'],
    [{ seed: 5 }, '7bfc504e3792d579'],
    [{ seed: 3, sizes: { users: 40, applications: 60 } }, '50a9ac771b854e22'],
    [{ sizes: { users: 0 } }, 'a3eed6a956878668'],
  ])('has the same data as ever: %j', (options, expected) => {
    expect(digestOf(generateTenant(options))).toBe(expected);
  });
});

describe('a tenant with very many users', () => {
  it('is the same for the same seed, and different for another seed', () => {
    const at = [0, 7, 9999, USERS - 1];
    const users = (seed: number) => {
      const made = generateTenant({ seed, sizes: { users: USERS, applications: 3, subscriptions: 1 } });
      return at.map((position) => [made.users.at(position), made.usagesOfUsers[position]]);
    };
    expect(users(4)).toEqual(users(4));
    expect(users(5)).not.toEqual(users(4));
  });

  it('has the same data as ever', () => {
    const usageOf = (one: Usage) => [one.user, one.application, one.firstUsed, one.lastActive, one.daysUsed, one.roles];
    const usages = [tenant.usagesOfUsers, tenant.usagesOfApplications].map((lists) =>
      Array.from({ length: lists.length }, (_, position) => lists[position]?.map(usageOf)),
    );
    const seats = [tenant.assignmentsOfUsers, tenant.assignmentsOfSubscriptions].map((lists) =>
      Array.from({ length: lists.length }, (_, position) =>
        lists[position]?.map(({ user, subscription, assigned, manual, usage }) => [
          { user, subscription, assigned, manual },
          usageOf(usage),
        ]),
      ),
    );
    const { users, sourcesOfUsers, applications, subscriptions } = tenant;
    const sources = users.records.map((_, position) => sourcesOfUsers[position]);
    const records = [users.records, applications.records, subscriptions.records];
    expect([usages, seats, sources, records].map(digest)).toEqual(DIGESTS);
  });

  it('gives each user its own version 4 UUID, and finds the user by it', () => {
    const ids = tenant.users.records.map(({ id }) => id);
    expect(new Set(ids).size).toBe(USERS);
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
    expect(ids.filter((id, position) => tenant.users.positionOf(id) !== position)).toEqual([]);
    for (const unknown of ['', 'x', '00000000-0000-4000-8000-000000000000', `${ids[0]?.slice(0, 35)}x`])
      expect(tenant.users.get(unknown)).toBeUndefined();
  });

  it('has the same record at a position as in the whole list', () => {
    const fresh = generateTenant({ seed: 3, sizes: { users: USERS, applications: 30, subscriptions: 12 } });
    for (const position of [0, 1, 28, 50, 12_345, USERS - 1])
      expect(fresh.users.at(position)).toEqual(tenant.users.records[position]);
    expect(fresh.users.records.slice(19_990, 20_010)).toEqual([...tenant.users.records].slice(19_990, 20_010));
    expect(() => fresh.users.at(USERS)).toThrow('no record at 20001');
  });

  it('shows each usage and each seat from both sides, and counts them in the records', () => {
    const all = (lists: readonly (readonly object[])[]) =>
      digest(lists.flatMap((list) => list.map((one) => JSON.stringify(one))).sort());
    expect(all(tenant.usagesOfUsers)).toBe(all(tenant.usagesOfApplications));
    expect(all(tenant.assignmentsOfUsers)).toBe(all(tenant.assignmentsOfSubscriptions));
    for (const [position, { totalUniqueUsers, assigned }] of tenant.applications.records.entries()) {
      const own = tenant.subscriptions.records.flatMap(({ application }, subscription) =>
        application === position ? [tenant.assignmentsOfSubscriptions[subscription]?.length ?? 0] : [],
      );
      expect(tenant.usagesOfApplications[position]).toHaveLength(totalUniqueUsers);
      expect(own.reduce((sum, seats) => sum + seats, 0)).toBe(assigned);
    }
    for (const position of [0, 28, 50, 51])
      expect(tenant.users.at(position).licenseCount).toBe(tenant.assignmentsOfUsers[position]?.length);
  });

  it('has the same values in a field that is read alone as in the whole user', () => {
    const { users } = tenant;
    for (const field of Object.keys(users.at(0)) as (keyof User)[]) {
      const { at } = users.readerOf(field);
      for (let position = 0; position < 200; position += 1) expect(at(position)).toEqual(users.at(position)[field]);
    }
  });

  it.each([
    'id',
    'username',
    'displayName',
    'email',
    'createdDate',
    'hireDate',
    'lastActive',
    'terminationDate',
  ] as const)('has texts as numbers in the same order: %s', (field) => {
    const { at, numbers } = tenant.users.readerOf(field);
    const known = Array.from({ length: USERS }, (_, position) => ({
      text: at(position),
      number: numbers?.at(position) ?? null,
    })).filter(({ text, number }) => text !== null || number !== null) as { text: string; number: number }[];
    known.sort((one, other) => compareText(one.text, other.text));

    expect(known.map(({ number }) => numbers?.textOf(number))).toEqual(known.map(({ text }) => text));
    expect(known.map(({ number }) => number)).toEqual(known.map(({ number }) => number).sort((a, b) => a - b));
  });

  it('is not changed by writes to a clone', () => {
    const clone = cloneTenant(tenant);
    const before = tenant.users.at(5);
    clone.users.replace({ ...before, displayName: 'changed' });
    clone.assignmentsOfUsers[5] = [];
    clone.assignmentsOfSubscriptions[0] = [];
    expect(tenant.users.at(5)).toEqual(before);
    expect(tenant.assignmentsOfSubscriptions[0]).not.toEqual([]);
    expect(clone.users.get(before.id)?.displayName).toBe('changed');
    expect(clone.users.records[5]?.displayName).toBe('changed');
    expect(cloneTenant(clone).assignmentsOfUsers[5]).toEqual([]);
    expect(cloneTenant(clone).users.at(5).displayName).toBe('changed');
  });

  it.each([
    ['application-user', applicationUsers(tenant, 0)],
    ['application-user-consumption', applicationConsumptions(tenant, 0)],
    ['subscription-user', subscriptionUsers(tenant, 0)],
    ['subscription-insight-user', insightUsers(tenant, 0, 'inactive')],
    ['subscription-user-consumption', subscriptionConsumptions(tenant, 0)],
  ])('declares which fields of a row are not those of its user: %s', (schema, rows) => {
    const { users: usersOf, fields } = userRowsOf(rows) ?? expect.unreachable();
    const users = usersOf();
    const shared = [...recordShape(schema).comparable.keys()].filter((field) => !Object.hasOwn(fields, field));
    const pick = (row: object | undefined) => shared.map((field) => (row as Row)[field]);
    for (let at = 0; at < 100; at += 1) expect(pick(rows[at])).toEqual(pick(tenant.users.at(users[at] as number)));
    for (const [field, own] of Object.entries(fields))
      for (let at = 0; at < 100; at += 1) {
        const value = (rows[at] as Row)[field];
        const number = own.numbers?.at(at);
        expect(own.at(at)).toEqual(value);
        if (number !== undefined) expect(number === null ? null : own.numbers?.textOf(number)).toBe(value);
      }
    expect(users).toHaveLength(rows.length);
    expect(shared).toContain('displayName');
  });

  it('is served the same with and without lists that were made before', async () => {
    const unknown: Hook = (steps) => ({ collect: (context) => steps.collect(context) });
    const servers = [[], [unknown]].map((hooks) => {
      const server = serve({ tenant, hooks });
      onTestFinished(() => server.close());
      return server;
    });
    for (const [operation, own] of [
      ['getUsers', 'email'],
      ['getApplicationUsers', 'totalDaysUsed'],
      ['getApplicationUsersConsumptions', 'userCostPerMonth'],
      ['getSubscriptionInsightUsers', 'country'],
      ['getSubscriptionUserConsumptions', 'manuallyAssigned'],
    ] as const)
      for (const query of [
        'filter=isOnline%20-eq%20true&sort=displayName:asc&page_size=20',
        'sort=lastActive:desc&page_number=3',
        'page_number=20',
        'filter=createdDate%20-lt%20%272024-01-01%27',
        `sort=${own}:desc,createdDate:asc`,
      ]) {
        const asked = { query: Object.fromEntries(new URLSearchParams(query)) };
        const [known, anew] = await Promise.all(servers.map(({ call }) => call(operation, asked)));
        expect(known?.json).toEqual(anew?.json);
        expect(known?.json.items.length).toBeGreaterThan(0);
      }
  });

  it.each<[string, Hook]>([
    ['collect', (steps) => ({ collect: (context) => steps.collect(context).slice(5) })],
    ['matches', () => ({ matches: ({ kind }, { isOnline }) => kind === 'comparison' && isOnline === false })],
    ['compareBy', (steps) => ({ compareBy: (key, one, other, context) => steps.compareBy(key, other, one, context) })],
    ['order', (steps) => ({ order: (...given) => steps.order(...given).toReversed() })],
  ])('is served as a hook of %s says, although lists are kept', async (_step, hook) => {
    const query = { filter: 'isOnline -eq true', sort: 'country:asc', page_size: '20' };
    const [plain, hooked] = await Promise.all(
      [[], [hook]].map(async (hooks) => {
        const server = serve({ tenant, hooks });
        onTestFinished(() => server.close());
        await server.call('getUsers', { query });
        return (await server.call('getUsers', { query })).json;
      }),
    );
    expect(hooked.items).toHaveLength(20);
    expect(hooked).not.toEqual(plain);
  });
});

describe('a generated collection', () => {
  /** A collection, and which records were made. */
  function collection() {
    const made: number[] = [];
    const users = new GeneratedCollection({
      count: 1000,
      make: (position) => {
        made.push(position);
        return { id: String(position) };
      },
      readers: { id: { at: (position) => `${position}, alone` } },
      positionOf: (id) => (Number(id) < 1000 ? Number(id) : undefined),
    });
    return { users, made };
  }

  it('makes only the records that are read', () => {
    const { users, made } = collection();
    expect(users.records.length).toBe(1000);
    expect(users.records.slice(990, 1100).length).toBe(10);
    expect(users.records[3]).toEqual({ id: '3' });
    expect(users.records[1000]).toBeUndefined();
    expect([5, -1, 1000, -1001].map((position) => users.records.at(position)?.id)).toEqual([
      '5',
      '999',
      undefined,
      undefined,
    ]);
    expect(users.get('4')).toEqual({ id: '4' });
    expect(made.sort((one, other) => one - other)).toEqual([
      3,
      4,
      5,
      ...Array.from({ length: 10 }, (_, at) => 990 + at),
    ]);
  });

  it('reads a field alone, except that of a record that was replaced', () => {
    const { users, made } = collection();
    users.replace({ id: '2' });
    expect([1, 2].map(users.readerOf('id').at)).toEqual(['1, alone', '2']);
    expect(made).toEqual([]);
  });

  it('makes all records once, and shows those that were replaced before and after', () => {
    const { users, made } = collection();
    const [early, late] = [
      { id: '1', is: 'new' },
      { id: '2', is: 'new' },
    ];
    users.replace(early);
    expect(users.records.filter((user) => user === early)).toHaveLength(1);
    users.replace(late);
    expect(users.records.indexOf(late)).toBe(2);
    expect([...users.records]).toHaveLength(1000);
    expect(made).toHaveLength(999);
    expect(users.revision).toBe(2);
    expect(() => users.replace({ id: '1000' })).toThrow('no record 1000');
  });
});

it('makes each list when it is read, except those that were replaced', () => {
  const made: number[] = [];
  const make = (position: number) => {
    made.push(position);
    return [position];
  };
  const lists = lazyLists({ count: 9, make });
  lists[8] = [1, 2];
  expect([0, 1, 8].map((position) => lists[position])).toEqual([[0], [1], [1, 2]]);
  expect(made).toEqual([0, 1]);
  expect(lists[9]).toBeUndefined();
});

it('writes timestamps as Date does, to the second', () => {
  for (const time of [0, -1, -1000.5, -1500.7, 999.9, 1_748_736_000_000, -62_135_596_800_000, 253_402_300_799_999]) {
    expect(timestamp(time)).toBe(`${new Date(time).toISOString().slice(0, 19)}Z`);
  }
  expect(timestamp(-1e15)).toBe('0000-01-01T00:00:00Z');
  expect(timestamp(1e15)).toBe('9999-12-31T23:59:59Z');
});
