import { describe, expect, it } from 'vitest';
import { operation, operations } from '../../../contract/operations/index.js';
import type { Outgoing } from '../../../engine/client/outgoing.js';
import { RequestLedger } from '../../../engine/session/request-ledger.js';
import type { Seen } from '../../../engine/session/seen.js';
import { Session } from '../../../engine/session/session.js';
import { allowanceOf, mostRequests } from '../../../engine/target/budget.js';
import { resolveTarget } from '../../../engine/target/target.js';
import { answer, fakeClient } from '../answers.js';

const [users, user, update] = [operation('getUsers'), operation('getUser'), operation('updateUser')];
const list = { items: [], pagination: { page_size: 100, page_number: 1, total_pages: 0, total_items: 0 } };
const BASE = '/p/api/saas/consolidated-view/v1';

function sessionOf(respond: Parameters<typeof fakeClient>[0] = () => ({ body: list })) {
  const outgoing: Outgoing[] = [];
  const { client, sent } = fakeClient((one) => {
    outgoing.push(one);
    return respond(one);
  });
  const seen: Seen[] = [];
  const target = resolveTarget({ baseUrl: 'http://h/p/', token: 'secret-token' }, operations);
  const ledger = new RequestLedger(allowanceOf('standard'), new Set(['getUsers']));
  const session = new Session(target, client, ledger, (one) => seen.push(one));
  return { session, sent, outgoing, seen };
}

describe('a request', () => {
  it('has the path and the query of its operation, encoded', async () => {
    const { session, sent } = sessionOf();

    await session.ask({ operation: user, params: { userId: 'a/b c' } });
    const query = { filter: "name -eq 'a&b'", sort: ['x', 'y'], page_size: 5, page_number: undefined };
    await session.ask({ operation: users, params: {}, query });

    expect(sent).toEqual([
      `GET ${BASE}/users/a%2Fb%20c`,
      `GET ${BASE}/users?filter=name%20-eq%20'a%26b'&sort=x&sort=y&page_size=5`,
    ]);
  });

  it('separates the ids of a list in a path by commas', async () => {
    const { session, sent } = sessionOf();
    const removal = operation('deleteSubscriptionUsers');

    await session.write({ operation: removal, params: { subscriptionId: 's,1', userIds: 'a,b c' } });

    expect(sent[0]).toMatch(/s%2C1.*a,b%20c/);
  });

  it('carries the credential that it asks for', async () => {
    const { session, outgoing } = sessionOf();

    for (const credential of ['given', 'none', 'wrong'] as const) {
      await session.ask({ operation: users, params: {}, credential });
    }

    expect(outgoing.map(({ headers, uncredentialed }) => [headers.authorization, uncredentialed])).toEqual([
      ['Bearer secret-token', undefined],
      [undefined, true],
      ['Bearer touchstone-wrong-credential', true],
    ]);
  });

  it('is sent once for all checks, even at the same time', async () => {
    const { session, sent } = sessionOf();
    const ask = { operation: users, params: {} };

    const [one, other] = await Promise.all([session.ask(ask), session.ask(ask)]);

    expect(one).toBe(other);
    expect(await session.ask(ask)).toBe(one);
    expect(sent).toHaveLength(1);
    expect(session.requests).toEqual(new Map([['getUsers', 1]]));
  });

  it.each([{ query: { page_size: 5 } }, { credential: 'none' as const }, { again: 'x' }, { fresh: true }])(
    'is another one with %j',
    async (rest) => {
      const { session, sent } = sessionOf();
      await session.ask({ operation: users, params: {} });

      await session.ask({ operation: users, params: {}, ...rest });

      expect(sent).toHaveLength(2);
    },
  );

  it('that is fresh is sent each time, and serves no other check', async () => {
    const { session, sent } = sessionOf();
    const ask = { operation: users, params: {} };

    await session.ask({ ...ask, fresh: true });
    await session.ask({ ...ask, fresh: true });
    await session.ask(ask);

    expect(sent).toHaveLength(3);
  });

  it('is not counted if it was not sent', async () => {
    const { session } = sessionOf(() => ({ failure: 'unsent', attempts: 0 }));

    await session.ask({ operation: users, params: {} });

    expect(session.requests.size).toBe(0);
  });
});

describe('the judge rules', () => {
  it('see each response to a valid request once, and no other', async () => {
    const { session, seen } = sessionOf();
    const ask = { operation: users, params: {} };

    await session.ask(ask);
    expect(seen).toHaveLength(0);
    await session.ask({ ...ask, valid: true });
    await session.ask({ ...ask, valid: true });
    expect(seen).toHaveLength(1);
    await session.ask({ ...ask, valid: true, query: { page_size: 1 } });
    await session.ask({ ...ask, valid: true, fresh: true });
    await session.ask({ ...ask, fresh: true });

    expect(seen.map(({ query }) => query)).toEqual([{}, { page_size: 1 }, {}]);
  });

  it('see each response to a query that might have been rejected once, without the deviations of its records', async () => {
    const { session, seen } = sessionOf(() => ({ body: { ...list, items: [{ id: 1 }] } }));
    const ask = { operation: users, params: {}, query: { filter: 'x' } };

    await session.ask(ask);
    await session.ask(ask);
    await session.ask({ ...ask, again: 'once more' });
    await session.ask({ ...ask, credential: 'wrong' });

    expect(seen).toMatchObject([{ query: { filter: 'x' }, problems: [], accepted: true }]);
  });

  it('get the deviations of its shape', async () => {
    const { session, seen } = sessionOf(() => ({ body: { ...list, items: null } }));

    await session.ask({ operation: users, params: {}, query: { filter: 'x' } });

    expect(seen[0]?.problems.map(({ pointer }) => pointer)).toEqual(['/items']);
  });

  it('see no rejection of a query', async () => {
    const { session, seen } = sessionOf(() => ({ status: 400, body: {} }));

    await session.ask({ operation: users, params: {}, query: { filter: 'x' } });

    expect(seen).toEqual([]);
  });

  it('get the body of a success with JSON, and its deviations from the schema', async () => {
    const { session, seen } = sessionOf(() => ({ body: { ...list, items: 'none' } }));

    await session.ask({ operation: users, params: {}, valid: true, by: 'the/check', fresh: true });

    expect(seen[0]).toMatchObject({ operation: users, by: 'the/check', body: { items: 'none' } });
    expect(seen[0]?.problems.map(({ pointer }) => pointer)).toEqual(['/items']);
  });

  it('get no body, and so no deviations, of any other response', async () => {
    const { session, seen } = sessionOf(() => ({ status: 201, body: {} }));

    await session.ask({ operation: users, params: {}, valid: true });

    expect(seen[0]).toMatchObject({ body: undefined, problems: [] });
    expect(seen[0]).not.toHaveProperty('by');
  });
});

describe('a write', () => {
  it('is sent each time, even after an interrupt, with its tier, body and media type', async () => {
    const { session, outgoing, seen } = sessionOf();
    const write = { operation: update, params: { userId: 'u' }, body: '{"a":1}', mediaType: 'application/json' };

    await session.write(write);
    await session.write({ ...write, valid: true });

    expect(outgoing).toHaveLength(2);
    expect(outgoing[0]).toMatchObject({
      method: 'PATCH',
      path: `${BASE}/users/u`,
      tier: 'write',
      unstoppable: true,
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(seen).toHaveLength(1);
  });

  it('has no body and no media type unless they are given', async () => {
    const { session, outgoing } = sessionOf();

    await session.write({ operation: update, params: { userId: 'u' } });

    expect(outgoing[0]).not.toHaveProperty('body');
    expect(outgoing[0]?.headers).not.toHaveProperty('content-type');
  });

  it('can be described without being sent', () => {
    const { session, sent } = sessionOf();

    expect(session.describe({ operation: update, params: { userId: 'u' }, body: '{}' })).toMatchObject({
      method: 'PATCH',
      url: `http://h${BASE}/users/u`,
      body: '{}',
    });
    expect(sent).toEqual([]);
  });
});

describe('a repeated request', () => {
  it('is the same one again, which no judge rule sees', async () => {
    const { session, sent, seen } = sessionOf();
    const first = await session.ask({ operation: users, params: {}, query: { page_size: 3 }, valid: true });

    const second = await session.repeat(first, 'once more');

    expect(second).not.toBe(first);
    expect(sent[1]).toBe(sent[0]);
    expect(seen).toHaveLength(1);
    expect(await session.repeat(first, 'once more')).toBe(second);
    expect(await session.repeat(first, 'and again')).not.toBe(second);
  });

  it('is none if the response came from elsewhere', () => {
    expect(sessionOf().session.repeat(answer(), 'again')).toBeNull();
  });
});

describe('a link', () => {
  it('is followed once', async () => {
    const { session, sent } = sessionOf();

    expect(await session.follow(users, '/x?y=1')).toBe(await session.follow(users, '/x?y=1'));
    expect(sent).toEqual(['GET /x?y=1']);
  });
});

describe('an operation whose checks are done', () => {
  it('leaves no cached response to a filter or a sort, but those that others need', async () => {
    const { session, sent } = sessionOf();
    const asks = [{}, { filter: 'a' }, { sort: 'b' }].map((query) => ({ operation: users, params: {}, query }));
    const other = { operation: operation('getApplications'), params: {}, query: { filter: 'a' } };
    for (const ask of [...asks, other]) await session.ask(ask);

    session.forget(users);
    for (const ask of [...asks, other]) await session.ask(ask);

    expect(sent).toHaveLength(6);
  });
});

describe('the budget', () => {
  it('ends the requests of a selected operation, and not those of another', async () => {
    const { session, sent } = sessionOf();
    const most = mostRequests(allowanceOf('standard'), users);
    const ask = (again: string) => session.ask({ operation: users, params: {}, again });
    for (let index = 0; index < most; index += 1) await ask(`${index}`);

    await expect(ask('one more')).rejects.toThrow(`all ${most} requests that the standard budget allows for getUsers`);
    await session.ask({ operation: user, params: { userId: 'u' } });
    expect(sent).toHaveLength(most + 1);
  });
});
