import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inject, serve } from './harness.js';

const server = serve();
let port = 0;
beforeAll(async () => {
  port = Number(new URL((await server.listen()).url).port);
});
afterAll(() => server.close());

const users = '/api/saas/consolidated-view/v1/users';

test.each([
  ['an unknown path', 'GET', '/', 404],
  ['an unknown path', 'POST', '/api/saas', 404],
  ['a path with a slash too many', 'GET', `${users}/`, 400],
  ['a malformed path', 'GET', `${users}/%zz`, 400],
  ['a malformed path', 'GET', '/%', 400],
] as const)('%s: %s %s has the error body', async (_what, method, url, expected) => {
  const { status, json, headers } = await inject(server, method, url);
  expect([status, json.error.code]).toEqual([expected, expected]);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('an unsupported method is rejected with a list of the supported ones', async () => {
  const put = await inject(server, 'PUT', users);
  expect([put.status, put.headers.allow, put.json.error.code]).toEqual([405, 'GET', 405]);
  const remove = await inject(server, 'DELETE', `${users}/${server.fixtures.userId}?a=b`);
  expect([remove.status, remove.headers.allow]).toEqual([405, 'GET, PATCH']);
});

test('HEAD returns the same as GET, without a body', async () => {
  const headers = { authorization: `Bearer ${server.token}` };
  const answer = await server.app.inject({ method: 'HEAD', url: users, headers });
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
});

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['headers that are too large', `GET ${users} HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`, 431],
])('%s returns the error body', async (_what, request, expected) => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${expected} `);
  expect(JSON.parse(body).error.code).toBe(expected);
});

test('latency is added to every response', async () => {
  const slow = serve({ latencyMs: 60 });
  for (const id of ['getUser', 'getUsersTask']) {
    const started = performance.now();
    await slow.call(id);
    expect(performance.now() - started).toBeGreaterThan(50);
  }
  await slow.close();
});
