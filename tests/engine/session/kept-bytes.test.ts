import { expect, it } from 'vitest';
import { operations } from '../../../contract/operations/index.js';
import type { Operation } from '../../../contract/types.js';
import { Answer } from '../../../engine/client/answer.js';
import type { Client } from '../../../engine/client/client.js';
import { KeptBodies } from '../../../engine/client/kept-bodies.js';
import { LargeResponses } from '../../../engine/client/large-responses.js';
import type { Outgoing } from '../../../engine/client/outgoing.js';
import { unboundedLedger } from '../../../engine/session/request-ledger.js';
import type { Query } from '../../../engine/session/seen.js';
import { Session } from '../../../engine/session/session.js';
import type { Target } from '../../../engine/target/target.js';

const operation = operations[0] as Operation;
const target = {
  binding: ({ binding }: Operation) => binding,
  path: (path: string) => `/${path}`,
  headers: () => ({}),
  wireForm: 'object',
} as unknown as Target;

/** A session whose responses have 5 MB each, and the paths that it requested. */
function largeSession(): { readonly session: Session; readonly sent: string[] } {
  const body = Buffer.alloc(5 * 1024 * 1024);
  const sent: string[] = [];
  const client = {
    bodies: new KeptBodies(),
    large: new LargeResponses(),
    send: async ({ method, path }: Outgoing) => {
      sent.push(path);
      return new Answer({ method, url: path, headers: {} }, { status: 200, headers: {}, body }, null, 0, 0, 1);
    },
  } as unknown as Client;
  return { session: new Session(target, client, unboundedLedger(), () => undefined), sent };
}

it('keeps 32 MB of bodies, and asks again for those used longest ago beyond that', async () => {
  const { session, sent } = largeSession();
  const ask = (page: number) => session.ask({ operation, params: {}, query: { page_number: page } });

  for (let page = 1; page <= 6; page += 1) await ask(page);
  await Promise.all([ask(1), ask(6)]);
  expect(sent).toHaveLength(6);
  await ask(7);
  await ask(7);
  await ask(1);
  expect(sent).toHaveLength(7);
  await ask(2);
  expect(sent).toHaveLength(8);
});

it('counts the bodies of filters no longer once the checks of the operation are done', async () => {
  const { session, sent } = largeSession();
  const ask = (query: Query) => session.ask({ operation, params: {}, query });

  await ask({});
  for (let value = 1; value <= 5; value += 1) await ask({ filter: `${value}` });
  session.forget(operation);
  for (let page = 1; page <= 5; page += 1) await ask({ page_number: page });
  await ask({});

  expect(sent).toHaveLength(11);
});

it('shortens a body that was dropped, whatever holds the response', async () => {
  const bodies = new KeptBodies(100_000);
  const answers = Array.from({ length: 3 }, (_unused, index) => {
    const received = { status: 200, headers: {}, body: Buffer.alloc(50_000, 'x') };
    return new Answer({ method: 'GET', url: `/${index}`, headers: {} }, received, null, 0, 0, 1);
  }) as [Answer, Answer, Answer];
  const [first, second] = answers;
  const { excerpt } = second;

  bodies.keep(first);
  bodies.keep(second);
  bodies.keep(first);
  bodies.keep(answers[2]);

  expect(answers.map(({ isShort }) => isShort)).toEqual([false, true, false]);
  expect(second).toMatchObject({ bytes: 50_000, received: { status: 200, wholeBytes: 50_000 } });
  expect(second.received?.body.length).toBeLessThan(16_000);
  expect(() => second.value).toThrow('too large to keep all of them in memory');
  expect(excerpt.received?.body).toHaveLength(50_000);
});
