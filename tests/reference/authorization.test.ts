import { afterAll, describe, expect, test } from 'vitest';
import { operations } from '../../contract/operations/index.js';
import { inject, problems, serve, UNKNOWN_ID } from './harness.js';

const server = serve();
afterAll(() => server.close());

const REFUSED = [
  ['no credential', ''],
  ['an empty token', 'Bearer '],
  ['a wrong token', 'Bearer wrong'],
  ['another scheme', `Basic ${server.token}`],
  ['the bare token', server.token],
  ['more than the token', `Bearer ${server.token} x`],
] as const;

describe.each(operations.map(({ id }) => id))('%s', (id) => {
  test.each(REFUSED)(
    'answers 401 to %s, whether or not the record exists and the request is sound',
    async (_, value) => {
      const headers = { authorization: value };
      const sound = await server.call(id, { headers });
      const unsound = await server.call(id, {
        headers,
        query: 'page_size=0&filter=((',
        params: { applicationId: UNKNOWN_ID, userId: 'x', subscriptionId: UNKNOWN_ID, id: 'x', userIds: ',' },
        body: '{',
      });
      expect([sound.status, sound.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(problems('error-body', sound.json)).toEqual([]);
      expect(sound.json.error.code).toBe(401);
      expect([unsound.status, unsound.text]).toEqual([sound.status, sound.text]);
    },
  );
});

test.each(['/', '/api/nothing', '/%zz', '/api/saas/consolidated-view/v1/users/%'])(
  'answers 401 at %s too, where nothing is',
  async (url) => {
    expect((await inject(server, 'GET', url, { headers: { authorization: '' } })).status).toBe(401);
  },
);

test('rejects a request before it reads a body that is too large', async () => {
  const answer = await server.call('bulkUpdateUsers', {
    headers: { authorization: '' },
    body: 'x'.repeat(2 * 1024 * 1024),
  });
  expect(answer.status).toBe(401);
});

test('accepts the scheme in any case, and the token of the options', async () => {
  const other = serve({ token: 'another-token' });
  expect((await other.call('getUsers', { headers: { authorization: 'bearer another-token' } })).status).toBe(200);
  expect((await other.call('getUsers', { headers: { authorization: `Bearer ${server.token}` } })).status).toBe(401);
  await other.close();
});
