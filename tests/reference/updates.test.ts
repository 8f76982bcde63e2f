import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serve, tenant, UNKNOWN_ID } from './harness.js';

let server = serve();
beforeEach(() => {
  server = serve();
});
afterEach(() => server.close());

const flags = { isOnline: true, isInReview: true, isQualified: false };
const patch = () => ({
  primaryOwnerId: tenant.users.at(3).id,
  sanctioned: true,
  singleSignOn: true,
  notes: 'a "note" \\ 100% 🚀',
  description: '',
  aiCategory: 'AI',
  aiSubcategory: 'Text',
  websiteDate: { categoryName: 'Brand new' },
});

const everything = async () => {
  const lists = ['getUsers', 'getApplications', 'getApplicationUsers', 'getSubscriptionUsers'];
  return Promise.all(lists.map(async (id) => (await server.call(id, { query: { page_size: 1000 } })).text));
};

describe('updateUser', () => {
  test('returns the updated record, as do all reads, and changes nothing else', async () => {
    const before = (await server.call('getUser')).json;
    const others = tenant.users.records.filter(({ id }) => id !== before.id);
    const { status, json } = await server.call('updateUser', { body: flags });
    expect([status, json]).toEqual([200, { ...before, ...flags }]);
    expect((await server.call('getUser')).json).toEqual(json);
    const { items } = (await server.call('getApplicationUsers', { query: { filter: `id -eq '${before.id}'` } })).json;
    for (const item of items) expect(item).toMatchObject(flags);
    expect(server.tenant.users.records.filter(({ id }) => id !== before.id)).toEqual(others);
    expect((await server.call('updateUser', { body: flags })).json).toEqual(json);
  });
});

describe('updateApplication', () => {
  test('returns the updated record with the category of the website and the name of the owner', async () => {
    const before = (await server.call('getApplication')).json;
    const { status, json } = await server.call('updateApplication', { body: patch() });
    const { websiteDate, ...fields } = patch();
    const expected = { ...before, ...fields, ...websiteDate, primaryOwnerName: tenant.users.at(3).displayName };
    expect([status, json]).toEqual([200, expected]);
    expect((await server.call('getApplication')).json).toEqual(json);
    const { items } = (await server.call('getApplications', { query: { filter: "categoryName -eq 'Brand new'" } }))
      .json;
    expect(items).toEqual([json]);
  });

  test.each([UNKNOWN_ID, 'x', ''])('rejects the owner %j, who does not exist', async (primaryOwnerId) => {
    const before = await everything();
    expect((await server.call('updateApplication', { body: { ...patch(), primaryOwnerId } })).status).toBe(400);
    expect(await everything()).toEqual(before);
  });
});

describe.each([
  { id: 'updateUser', good: flags as Record<string, unknown>, parameter: 'userId' },
  { id: 'updateApplication', good: patch() as Record<string, unknown>, parameter: 'applicationId' },
])('$id', ({ id, good, parameter }) => {
  const wrong = Object.entries(good).flatMap(([name, value]): [string, unknown][] => [
    [`no ${name}`, Object.fromEntries(Object.entries(good).filter(([other]) => other !== name))],
    [`${name} of another type`, { ...good, [name]: typeof value === 'boolean' ? 'true' : 5 }],
    [`${name} null`, { ...good, [name]: null }],
  ]);

  test.each<[string, unknown]>([
    ...wrong,
    ['an empty object', {}],
    ['an array', [good]],
    ['null', null],
    ['a text', 'text'],
    ['broken JSON', '{"isOnline": true'],
    ['no JSON', ''],
    ['a byte order mark', `\uFEFF${JSON.stringify(good)}`],
  ])('rejects %s with 400 and changes nothing', async (_what, body) => {
    const before = await everything();
    const { status, json } = await server.call(id, { body });
    expect([status, json.error.code, typeof json.error.message]).toEqual([400, 400, 'string']);
    expect(await everything()).toEqual(before);
  });

  test.each(['application/json', 'text/plain', 'application/merge-patch+json-x', 'multipart/form-data; boundary=x'])(
    'refuses the media type %s with 415',
    async (type) => {
      const before = await everything();
      const { status, json } = await server.call(id, { body: good, headers: { 'content-type': type } });
      expect([status, json.error.code]).toEqual([415, 415]);
      expect(await everything()).toEqual(before);
    },
  );

  test('accepts the media type in any case and with parameters', async () => {
    const headers = { 'content-type': 'Application/Merge-Patch+JSON; charset=utf-8' };
    expect((await server.call(id, { body: good, headers })).status).toBe(200);
  });

  test('ignores unknown members', async () => {
    const before = (await server.call(id, { body: good })).json;
    const body = JSON.stringify({ ...good, id: UNKNOWN_ID, total: 7, displayName: 'x' }).replace(
      '{',
      '{"__proto__":{"isEnabled":false},"constructor":1,',
    );
    expect((await server.call(id, { body })).json).toEqual(before);
  });

  test('returns 404 for an unknown record and creates none', async () => {
    const before = await everything();
    expect((await server.call(id, { body: good, params: { [parameter]: UNKNOWN_ID } })).status).toBe(404);
    expect(await everything()).toEqual(before);
  });

  test('returns 413 for a body that is too large', async () => {
    const { status, json } = await server.call(id, { body: { ...good, notes: 'x'.repeat(2 * 1024 * 1024) } });
    expect([status, json.error.code]).toEqual([413, 413]);
  });
});

test('a reference does not change the given tenant', async () => {
  const { id } = server.tenant.users.get(server.fixtures.userId) ?? { id: '' };
  const before = JSON.stringify(tenant.users.get(id));
  await server.call('updateUser', { body: { isOnline: false, isInReview: false, isQualified: false } });
  await server.call('updateUser', { body: { isOnline: true, isInReview: true, isQualified: true } });
  expect(JSON.stringify(tenant.users.get(id))).toBe(before);
});
