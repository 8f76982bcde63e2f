import { expect, it } from 'vitest';
import { operations } from '../../contract/operations/index.js';
import { Answer } from '../../engine/client/answer.js';
import type { Client } from '../../engine/client/client.js';
import { failureOf } from '../../engine/client/failure.js';
import type { Outgoing } from '../../engine/client/outgoing.js';
import type { WireRequest } from '../../engine/client/round-trip.js';
import { resolveTarget } from '../../engine/target/target.js';
import { callsOf } from '../../power/calls.js';
import { MoreRequests } from '../../power/more-requests.js';

const target = resolveTarget({ baseUrl: 'http://target.test', token: 'renewed' }, operations);
const recorded = resolveTarget({ baseUrl: 'http://target.test', token: 'first' }, operations);
const USERS = '/api/saas/consolidated-view/v1/users';
const read: WireRequest = {
  method: 'GET',
  path: USERS,
  headers: { ...recorded.headers('given'), 'x-tenant': 'a', traceparent: '00-1' },
};

function more(most: number, respond = true) {
  const sent: Outgoing[] = [];
  const client = {
    send: async (outgoing: Outgoing) => {
      sent.push(outgoing);
      const received = { status: 200, headers: { 'content-encoding': 'gzip', etag: 'x' }, body: Buffer.from('{}') };
      const request = { method: 'GET', url: `http://target.test${outgoing.path}`, headers: {} };
      return new Answer(request, respond ? received : null, respond ? null : failureOf(new Error(), false), 0, 0, 1);
    },
  } as Partial<Client> as Client;
  const requests = new MoreRequests(client, target, most);
  return { requests, sent, send: requests.roundTrip(callsOf(recorded, operations)) };
}

it('sends a read with the credential that is valid now, once, and returns the decoded response', async () => {
  const { send, sent } = more(1);

  expect(await send(read)).toEqual({ status: 200, headers: { etag: 'x' }, body: Buffer.from('{}') });
  expect(sent).toEqual([
    { method: 'GET', path: USERS, headers: { authorization: 'Bearer renewed', 'x-tenant': 'a' }, once: true },
  ]);
});

it.each<[string, Partial<WireRequest>]>([
  ['a write', { method: 'PATCH' }],
  ['a request without the credential', { headers: {} }],
  ['a request with a wrong credential', { headers: { authorization: 'Bearer wrong' } }],
  ['a request of no operation', { path: '/elsewhere' }],
])('sends no request for %s', async (_title, changed) => {
  const { send, sent } = more(9);

  await expect(send({ ...read, ...changed })).rejects.toThrow('not recorded');
  expect(sent).toEqual([]);
});

it('sends no more than its maximum, failed ones included', async () => {
  const { requests, send, sent } = more(1, false);

  await expect(send(read)).rejects.toThrow('not recorded');
  await expect(send(read)).rejects.toThrow('not recorded');
  expect([requests.sent, requests.isSpent, sent.length]).toEqual([1, true, 1]);
});
