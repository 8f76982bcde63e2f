import { describe, expect, it } from 'vitest';
import { generateTenant } from '../../generators/tenant/generate-tenant.js';
import { createReference, type Hook } from '../../reference/index.js';
import { ListCache } from '../../reference/list-cache.js';

const SIZES = { applications: 4, users: 1500, subscriptions: 4, agreements: 2, contracts: 2 };
const PREFIX = '/api/saas/consolidated-view/v1';

/** Requests to a reference that does not listen. */
function requestsTo(hooks: readonly Hook[] = []) {
  const reference = createReference({ seed: 5, sizes: SIZES, taskDurationMs: 1, hooks });
  const headers = { authorization: `Bearer ${reference.token}` };
  const get = async (path: string) => {
    const { body } = await reference.app.inject({ method: 'GET', url: `${PREFIX}${path}`, headers });
    return JSON.parse(body);
  };
  const patch = (path: string, payload: unknown) =>
    reference.app.inject({
      method: 'PATCH',
      url: `${PREFIX}${path}`,
      headers: { ...headers, 'content-type': 'application/merge-patch+json' },
      payload: JSON.stringify(payload),
    });
  return { reference, get, patch };
}

describe('a long list of the reference', () => {
  it.each([
    '/users?filter=isOnline%20-eq%20true&sort=displayName:asc&page_size=1000',
    '/users?sort=country:desc,email:asc&page_number=3',
    '/users?filter=department%20-contains%20a',
  ])('has the same pages as one that is made for each request: %s', async (path) => {
    const known = requestsTo();
    const anew = requestsTo([() => ({})]);
    const expected = await anew.get(path);

    expect(await known.get(path)).toEqual(expected);
    expect(await known.get(path)).toEqual(expected);
  });

  it('shows a write at once, in the list, in a filter and in the users of an application', async () => {
    const { reference, get, patch } = requestsTo();
    const application = reference.tenant.usagesOfApplications.findIndex(({ length }) => length >= 1000);
    const { id } = reference.tenant.applications.at(application);
    const child = `/applications/${id}/users?page_size=1000`;
    const [user] = (await get(child)).items;
    const online = async () => (await get(`/users?filter=isOnline%20-eq%20true`)).pagination.total_items;
    const before = await online();
    const body = { isOnline: !user.isOnline, isInReview: user.isInReview, isQualified: user.isQualified };
    await patch(`/users/${user.id}`, body);

    expect(await online()).toBe(before + (user.isOnline ? -1 : 1));
    expect((await get(child)).items[0]).toMatchObject({ id: user.id, isOnline: !user.isOnline });
  });
});

describe('the known lists', () => {
  it('are made once, as long as nothing is written, and short ones each time', () => {
    const tenant = generateTenant({ seed: 1, sizes: { ...SIZES, users: 10 } });
    const cache = new ListCache(tenant);
    let made = 0;
    const list = (length: number) => () => {
      made += 1;
      return Array.from({ length }, (_, index) => ({ index }));
    };
    cache.get('long', '', list(1000));
    cache.get('long', '', list(1000));
    expect(made).toBe(1);
    cache.get('short', '', list(5));
    cache.get('short', '', list(5));
    expect(made).toBe(3);
    tenant.users.replace(tenant.users.at(0));
    cache.get('long', '', list(1000));
    expect(made).toBe(4);
  });

  it('have an index only while the whole list is kept, and their forms are kept however short they are', () => {
    const cache = new ListCache(generateTenant({ seed: 1, sizes: { ...SIZES, users: 10 } }));
    const rows = Array.from({ length: 1000 }, (_, index) => ({ id: String(index) }));
    expect(cache.indexOf('long')).toBeNull();
    cache.get('long', '', () => rows);
    const index = cache.indexOf('long');
    expect(index?.select(undefined, [])).toHaveLength(1000);
    expect(cache.indexOf('long')).toBe(index);
    let made = 0;
    const form = () => {
      made += 1;
      return rows.slice(0, 1);
    };
    cache.get('long', 'filter', form);
    cache.get('long', 'filter', form);
    expect(made).toBe(1);
  });

  it('are kept with figures of many records until a record is written', () => {
    const tenant = generateTenant({ seed: 1, sizes: { ...SIZES, users: 10 } });
    const cache = new ListCache(tenant);
    const count = () => tenant.users.revision;
    expect([cache.figure('a', () => 'first'), cache.figure('b', count)]).toEqual(['first', 0]);
    expect([cache.figure('a', () => 'second'), cache.figure('b', count)]).toEqual(['first', 0]);
    tenant.users.replace(tenant.users.at(0));
    expect(cache.figure('b', count)).toBe(1);
  });

  it('are dropped before they take too much, the one that was used least recently first', () => {
    const cache = new ListCache(generateTenant({ seed: 1, sizes: { ...SIZES, users: 10 } }));
    // A row of 999 fields is as large as 2,000 references.
    const wide = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`field${index}`, index]));
    const rows = Array.from({ length: 13_500 }, () => wide);
    const made: string[] = [];
    for (const list of ['a', 'b', 'a', 'c', 'a', 'b'])
      cache.get(list, '', () => {
        made.push(list);
        return rows;
      });
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('are dropped with the whole list whose rows they share', () => {
    const cache = new ListCache(generateTenant({ seed: 1, sizes: { ...SIZES, users: 10 } }));
    const made: string[] = [];
    const wide = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`field${index}`, index]));
    const rows = Array.from({ length: 22_000 }, () => wide);
    const read = (list: string, form: string) =>
      cache.get(list, form, () => {
        made.push(`${list}${form}`);
        return rows;
      });
    for (const [list, form] of [
      ['a', ''],
      ['a', 'sorted'],
      ['b', ''],
      ['a', 'sorted'],
    ] as const)
      read(list, form);
    expect(made).toEqual(['a', 'asorted', 'b', 'asorted']);
  });
});
