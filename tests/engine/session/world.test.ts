import { describe, expect, it } from 'vitest';
import { described } from '../../../conformance/interface.js';
import { operation, operations } from '../../../contract/operations/index.js';
import type { Fixtures } from '../../../contract/types.js';
import { unboundedLedger } from '../../../engine/session/request-ledger.js';
import { Session } from '../../../engine/session/session.js';
import { requiredQuery, World } from '../../../engine/session/world.js';
import { resolveTarget } from '../../../engine/target/target.js';
import { fakeClient } from '../answers.js';

type Respond = Parameters<typeof fakeClient>[0];
type Response = ReturnType<Respond>;

const listOf = (...ids: readonly string[]) => ({
  body: {
    items: ids.map((id) => ({ id })),
    pagination: { page_size: 100, page_number: 1, total_pages: 1, total_items: ids.length },
  },
});

/** The pages of a list of users; `startOf` is the place of the first user of a page. */
const pagesOf =
  (count: number, startOf = (page: number) => (page - 1) * 100) =>
  (query: URLSearchParams) => {
    const page = Number(query.get('page_number') ?? 1);
    const start = startOf(page);
    const items = Array.from({ length: Math.min(100, count - start) }, (_unused, at) => ({ id: `u-${start + at}` }));
    const total = { total_pages: Math.ceil(count / 100), total_items: count };
    return { body: { items, pagination: { page_size: 100, page_number: page, ...total } } };
  };

/** A world whose target answers a path, without its prefix and query, as given; any other path with 404. */
function worldOf(
  answers: Readonly<Record<string, Response | ((query: URLSearchParams) => Response)>>,
  fixtures: Fixtures = {},
) {
  const { client, sent } = fakeClient(({ path }) => {
    const [bare = '', query] = path.replace('/api/saas/consolidated-view/v1', '').split('?');
    const found = answers[bare] ?? answers['*'] ?? { status: 404 };
    return typeof found === 'function' ? found(new URLSearchParams(query)) : found;
  });
  const target = resolveTarget({ baseUrl: 'http://h', fixtures }, operations);
  return { world: new World(new Session(target, client, unboundedLedger(), () => undefined), described), sent };
}

const [user, users, children] = [operation('getUser'), operation('getUsers'), operation('getUserApplications')];

describe('the path parameters of an operation', () => {
  it('are ids that the user gives, without a request', async () => {
    const { world, sent } = worldOf({}, { userId: 'u-1' });

    expect(await world.params(user)).toEqual({ userId: 'u-1' });
    expect(sent).toEqual([]);
  });

  it('are discovered in the list that has them, once', async () => {
    const { world, sent } = worldOf({ '/users': listOf('u-1', 'u-2') });

    expect(await world.params(user)).toEqual({ userId: 'u-1' });
    expect(await world.params(user)).toEqual({ userId: 'u-1' });
    expect(sent).toHaveLength(1);
  });

  it('are those of the parent with the most children', async () => {
    const { world } = worldOf({
      '/users': listOf('few', 'many', 'none'),
      '/users/few/applications': listOf('a'),
      '/users/many/applications': listOf('a', 'b', 'c', 'd', 'e', 'f'),
      '/users/none/applications': listOf(),
    });

    expect(await world.params(children)).toEqual({ userId: 'many' });
  });

  it('are those of the parent with the most children even if each list counts one', async () => {
    const miscounted = listOf('a', 'b', 'c', 'd', 'e', 'f');
    miscounted.body.pagination.total_items = 1;
    const { world } = worldOf({
      '/users': listOf('few', 'many'),
      '/users/few/applications': listOf('a'),
      '/users/many/applications': miscounted,
    });

    expect(await world.params(children)).toEqual({ userId: 'many' });
  });

  it('are searched in the lists of several parents where each list has a few', async () => {
    const { world } = worldOf({
      '/users': listOf('u-1', 'u-2', 'u-3'),
      '/users/u-1/subscriptions': listOf('s-1', 's-2'),
      '/users/u-2/subscriptions': listOf('s-2', 's-3'),
      '/users/u-3/subscriptions': listOf(),
    });

    expect(await world.samples('subscriptionId')).toEqual(['s-1', 's-2', 's-3']);
  });

  it('are missing if no list has one, which the user could give', async () => {
    const { world } = worldOf({ '/users': listOf() });

    await expect(world.params(user)).rejects.toMatchObject({
      name: 'Inconclusive',
      message: 'no userId was found; give one with --fixture userId=ID',
    });
  });

  it('are missing if several belong together and none is given', async () => {
    const { world } = worldOf({ '*': listOf('a') });
    const together = operations.filter(
      (one) =>
        one.parameters.filter((parameter) => parameter.in === 'path' && parameter.fixture === 'insightRuleId').length >
        0,
    );

    expect(together.length).toBeGreaterThan(0);
    for (const one of together) await expect(world.params(one)).rejects.toThrow('which belong together');
  });

  it('are missing if only a write creates them, until one has', async () => {
    const { world } = worldOf({});
    const task = operation('getUsersTask');
    await expect(world.params(task)).rejects.toThrow('only a write creates the id of a task');

    world.provide(task, { id: 't-1' });
    expect(await world.params(task)).toEqual({ id: 't-1' });
  });
});

describe('a refused area', () => {
  it('is one whose lists all return 403', async () => {
    expect(await worldOf({ '*': { status: 403 } }).world.refuses('users')).toBe(true);
    expect(await worldOf({ '*': { status: 401 } }).world.refuses('users')).toBe(false);
    expect(await worldOf({ '*': { status: 403 }, '/users': listOf('u') }).world.refuses('users')).toBe(false);
  });
});

describe('a target', () => {
  it.each([
    [{ status: 200 }, true],
    [{ status: 404 }, true],
    [{ status: 403 }, true],
    [{ status: 500 }, true],
    [{ status: 401 }, false],
    [{ status: 429 }, false],
    [{ status: 503 }, false],
    [{ failure: 'refused' as const }, false],
  ])('is responding if any read without a sample gets a response from it: %j', async (response, expected) => {
    expect(await worldOf({ '*': response }).world.isResponding()).toBe(expected);
    expect(await worldOf({ '*': response, '/users': { status: 200 } }).world.isResponding()).toBe(true);
  });

  it('is asked anew whether it is responding, in reads of its own', async () => {
    const { world, sent } = worldOf({ '*': { status: 200 } });
    await world.session.ask({ operation: users, params: {} });

    await world.isResponding();

    expect(sent.filter((one) => one.endsWith('/users'))).toHaveLength(2);
  });
});

describe('a sample that the target refuses', () => {
  const subscription = operations.find(
    (one) =>
      one.binding.method === 'GET' &&
      one.parameters
        .filter((parameter) => parameter.in === 'path')
        .map((parameter) => 'fixture' in parameter && parameter.fixture)
        .join() === 'subscriptionId',
  );

  it('may be wrong if it was only assumed to be one, and no operation accepts it', async () => {
    const found = { '/users': listOf('u'), '/users/u/subscriptions': listOf('s') };
    if (subscription === undefined) throw new Error('no operation reads by subscription');

    expect(await worldOf(found).world.sampleMayBeWrong(subscription)).toBe(true);
    expect(await worldOf({ ...found, '*': listOf('x') }).world.sampleMayBeWrong(subscription)).toBe(false);
    expect(await worldOf(found, { subscriptionId: 's' }).world.sampleMayBeWrong(subscription)).toBe(false);
    expect(await worldOf(found).world.sampleMayBeWrong(user)).toBe(false);
  });

  it('is gone if its list no longer has it, even if the user gave it', async () => {
    const { world } = worldOf({ '/users': listOf('u-1') });

    expect(await world.sampleIsGone(user, { userId: 'u-2' })).toBe(true);
    expect(await world.sampleIsGone(user, { userId: 'U-1' })).toBe(false);
    expect(await worldOf({ '/users': { status: 500 } }).world.sampleIsGone(user, { userId: 'u-2' })).toBe(false);
    const given = worldOf({ '/users': listOf('u-1') }, { userId: 'u-2' }).world;
    expect(await given.sampleIsGone(user, { userId: 'u-2' })).toBe(true);
  });
});

describe('a sample that is on no page that was read', () => {
  const moving = () => {
    let requests = 0;
    return pagesOf(300, () => (requests++ % 2) * 50);
  };

  it.each([
    ['is longer than what is read of it', pagesOf(2500)],
    ['moves between its pages', moving()],
  ])('is gone if its list %s, and no other operation accepts it', async (_what, list) => {
    const accepted = { '/users': list, '/users/u-2200/applications': listOf('a') };

    expect(await worldOf({ '/users': list }).world.sampleIsGone(user, { userId: 'u-2200' })).toBe(true);
    expect(await worldOf(accepted).world.sampleIsGone(user, { userId: 'u-2200' })).toBe(false);
  });

  it('is not gone if the last page of its list shows it', async () => {
    expect(await worldOf({ '/users': pagesOf(2500) }).world.sampleIsGone(user, { userId: 'u-2450' })).toBe(false);
  });

  it('is not gone if a later reading of a list that moves shows it', async () => {
    let requests = 0;
    const list = pagesOf(300, () => (requests++ < 4 ? 0 : 50));

    expect(await worldOf({ '/users': list }).world.sampleIsGone(user, { userId: 'u-120' })).toBe(false);
  });
});

describe('the sample of a large list', () => {
  it('is remembered with the slice that a filter selects', () => {
    const { world } = worldOf({});

    world.recordSlice(users, 5);
    expect(world.sampled.size).toBe(0);
    world.recordSample(users, { read: 100, of: 5000 });
    world.recordSlice(users, 7);
    world.recordSample(users, { read: 200, of: null });

    expect([...world.sampled]).toEqual([['getUsers', { read: 200, of: null, slice: 7 }]]);
  });
});

describe('an operation', () => {
  it('is found by its id, and an unknown one is an error', () => {
    const { world } = worldOf({});

    expect(world.operation('getUser')).toBe(user);
    expect(() => world.operation('nothing')).toThrow('no operation has the id nothing');
  });

  it('gets dates in the form of its parameters, at midnight some days ago', () => {
    const required = operations.filter((one) => Object.keys(requiredQuery(one)).length > 0);

    expect(required.length).toBeGreaterThan(0);
    for (const query of required.map(requiredQuery)) {
      for (const text of Object.values(query)) {
        expect(text).toMatch(/^\d{4}-\d\d-\d\d(T00:00:00\.000Z)?$/);
        expect(Date.parse(text)).toBeLessThanOrEqual(Date.now());
      }
    }
  });
});
