import { afterAll, describe, expect, test } from 'vitest';
import { operations } from '../../contract/operations/index.js';
import { serve, tenant } from './harness.js';

const server = serve();
afterAll(() => server.close());

const lists = operations.filter(({ success }) => success.item !== undefined).map(({ id, area }) => ({ id, area }));

describe.each(lists)('$id', ({ id, area }) => {
  const wide = area === 'users' || area === 'agreements';

  test('returns page 1 of 100 without parameters, and total_items only outside the agreement area', async () => {
    const { json } = await server.call(id);
    expect(json.pagination).toMatchObject({ page_number: 1, page_size: 100 });
    expect('total_items' in json.pagination).toBe(area !== 'agreements');
    expect(json.items.length).toBeGreaterThan(0);
  });

  test.each([1, 7, 1000])('is split into pages of %i without gaps or repetitions', async (page_size) => {
    const whole = (await server.call(id, { query: { page_size: 1000 } })).json.items;
    const { pagination } = (await server.call(id, { query: { page_size } })).json;
    expect(pagination.total_pages).toBe(Math.ceil(whole.length / page_size));
    if (area !== 'agreements') expect(pagination.total_items).toBe(whole.length);
    const paged: unknown[] = [];
    for (let page_number = 1; page_number <= pagination.total_pages; page_number += 1) {
      paged.push(...(await server.call(id, { query: { page_size, page_number } })).json.items);
    }
    expect(paged).toEqual(whole);
  });

  test('is empty after the last page', async () => {
    const { status, json } = await server.call(id, { query: { page_number: 999_999 } });
    expect([status, json.items, json.pagination.page_number]).toEqual([200, [], 999_999]);
  });

  test('accepts exactly the page numbers of its type', async () => {
    const [largest, tooLarge] = wide ? ['9223372036854775807', '9223372036854775808'] : ['2147483647', '2147483648'];
    const taken = await server.call(id, { query: `page_number=${largest}` });
    expect(taken.status).toBe(200);
    expect(taken.text).toContain(`"page_number":${largest},`);
    expect((await server.call(id, { query: `page_number=${tooLarge}` })).status).toBe(400);
  });

  test.each([
    'page_size=0',
    'page_size=1001',
    'page_size=-1',
    'page_size=1.5',
    'page_size=1e2',
    'page_size=',
    'page_size=abc',
    'page_size=%2B5',
    'page_size=5&page_size=5',
    'page_number=0',
    'page_number=-1',
    'page_number=%D9%A1',
    `page_number=${'9'.repeat(5000)}`,
    'page_number=1&page_number=2',
  ])('rejects %s', async (query) => {
    const { status, json } = await server.call(id, { query });
    expect([status, json.error.code]).toEqual([400, 400]);
  });

  test('ignores unknown parameters', async () => {
    const { items, pagination } = (await server.call(id)).json;
    expect((await server.call(id, { query: 'foo=bar&foo=baz' })).json).toMatchObject({ items, pagination });
  });
});

test('an empty list has no items and no pages', async () => {
  const unused = tenant.applications.records.find(({ totalUniqueUsers }) => totalUniqueUsers === 0);
  const { json } = await server.call('getApplicationUsers', { params: { applicationId: unused?.id ?? '' } });
  expect(json).toEqual({
    items: [],
    pagination: { page_size: 100, page_number: 1, total_pages: 0, total_items: 0 },
  });
});

test('a filter narrows the list that is counted and paged', async () => {
  const query = { filter: 'isOnline -eq true', page_size: 10, page_number: 2 };
  const { items, pagination } = (await server.call('getUsers', { query })).json;
  const online = tenant.users.records.filter(({ isOnline }) => isOnline);
  expect(pagination.total_items).toBe(online.length);
  expect(items.map(({ id }: { id: string }) => id)).toEqual(online.slice(10, 20).map(({ id }) => id));
});

test.each(['getSubscriptionUsers', 'getAgreementPeriods', 'getAgreementTypes', 'getContractTypes'])(
  '%s, which documents no filter and no sort, ignores both',
  async (id) => {
    const { status, json } = await server.call(id, { query: { filter: '((', sort: '::' } });
    expect([status, json.items]).toEqual([200, (await server.call(id)).json.items]);
  },
);

test.each(['filter', 'sort'])('an empty or a repeated %s is rejected', async (name) => {
  for (const query of [`${name}=`, `${name}=a&${name}=b`]) {
    expect((await server.call('getUsers', { query })).status).toBe(400);
  }
});
