import { expect, it } from 'vitest';
import { operations } from '../../../contract/operations/index.js';
import type { Operation } from '../../../contract/types.js';
import { Answer } from '../../../engine/client/answer.js';
import type { Client } from '../../../engine/client/client.js';
import type { Outgoing } from '../../../engine/client/outgoing.js';
import { unboundedLedger } from '../../../engine/session/request-ledger.js';
import { Session } from '../../../engine/session/session.js';
import type { Target } from '../../../engine/target/target.js';

const operation = operations[0] as Operation;
const target = {
  binding: ({ binding }: Operation) => binding,
  path: (path: string) => `/${path}`,
  headers: () => ({}),
  wireForm: 'object',
} as unknown as Target;

it('keeps 64 MB of bodies, and asks again for the first ones beyond that', async () => {
  const body = Buffer.alloc(10 * 1024 * 1024);
  const sent: string[] = [];
  const client = {
    send: async ({ method, path }: Outgoing) => {
      sent.push(path);
      return new Answer({ method, url: path, headers: {} }, { status: 200, headers: {}, body }, null, 0, 0, 1);
    },
  } as unknown as Client;
  const session = new Session(target, client, unboundedLedger(), () => undefined);
  const ask = (page: number) => session.ask({ operation, params: {}, query: { page_number: page } });

  for (let page = 1; page <= 6; page += 1) await ask(page);
  await Promise.all([ask(1), ask(6)]);
  expect(sent).toHaveLength(6);
  await ask(7);
  await ask(7);
  await ask(2);
  expect(sent).toHaveLength(7);
  await ask(1);
  expect(sent).toHaveLength(8);
});
