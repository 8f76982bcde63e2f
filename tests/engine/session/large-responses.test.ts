import { expect, it } from 'vitest';
import { operations } from '../../../contract/operations/index.js';
import type { Operation } from '../../../contract/types.js';
import { Inconclusive } from '../../../engine/client/inconclusive.js';
import { LargeResponses } from '../../../engine/client/large-responses.js';
import { unboundedLedger } from '../../../engine/session/request-ledger.js';
import { Session } from '../../../engine/session/session.js';
import { resolveTarget } from '../../../engine/target/target.js';
import { fakeClient } from '../answers.js';

const target = resolveTarget({ baseUrl: 'http://h', token: 'secret-token' }, operations);
const [large, small] = ['getUsers', 'getApplications'].map((id) => operations.find((one) => one.id === id)) as [
  Operation,
  Operation,
];
const BODY = 'x'.repeat(5_000_000);

/** Two sessions of a run that may read 8 MB of large responses, and 4 MB to confirm failures; users are large. */
function sessions() {
  const { client, sent } = fakeClient(({ path }) => ({ body: path.includes('users') ? BODY : {} }));
  const limited = Object.assign(client, { large: new LargeResponses({ first: 8_000_000, again: 4_000_000 }) });
  const made = (confirms: boolean) =>
    new Session(target, limited, unboundedLedger(), () => undefined, undefined, confirms);
  return { first: made(false), again: made(true), sent };
}

const limit = { name: 'Inconclusive', blockedBy: 'limit' };

it('a run requests no more large responses once it has read too many, but those of other operations', async () => {
  const { first, sent } = sessions();
  const ask = (operation: Operation, page: number) =>
    first.ask({ operation, params: {}, query: { page_number: page } });

  await ask(large, 1);
  await ask(large, 2);
  await expect(ask(large, 3)).rejects.toMatchObject(limit);
  await ask(small, 1);

  expect(sent).toHaveLength(3);
});

it('failures are confirmed with large responses of their own', async () => {
  const { first, again } = sessions();
  for (const page of [1, 2]) await first.ask({ operation: large, params: {}, query: { page_number: page } });

  await again.ask({ operation: large, params: {} });

  await expect(again.ask({ operation: large, params: {}, fresh: true })).rejects.toThrow(Inconclusive);
});

it('what restores records is sent in any case', async () => {
  const { first, sent } = sessions();

  for (let read = 1; read <= 4; read += 1) {
    await first.ask({ operation: large, params: {}, fresh: true, unstoppable: true });
  }

  expect(sent).toHaveLength(4);
});
