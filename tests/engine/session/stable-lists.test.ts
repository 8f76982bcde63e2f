import { expect, it } from 'vitest';
import { described } from '../../../conformance/interface.js';
import { operation, operations } from '../../../contract/operations/index.js';
import { AskContext } from '../../../engine/session/ask-context.js';
import { unboundedLedger } from '../../../engine/session/request-ledger.js';
import { Session } from '../../../engine/session/session.js';
import { World } from '../../../engine/session/world.js';
import { resolveTarget } from '../../../engine/target/target.js';
import { fakeClient } from '../answers.js';

/** A check of a list of users that `ids` names, whose requests are counted. */
function contextOf(ids: string[]) {
  const { client, sent } = fakeClient(() => {
    const pagination = { page_size: 100, page_number: 1, total_pages: 1, total_items: ids.length };
    return { body: { items: ids.map((id) => ({ id })), pagination } };
  });
  const session = new Session(
    resolveTarget({ baseUrl: 'http://h' }, operations),
    client,
    unboundedLedger(),
    () => undefined,
  );
  return { context: new AskContext(operation('getUsers'), new World(session, described), 1, 1), client, sent };
}

it('a list that changed since it was compared at first is not stable for what was read since', async () => {
  const ids = ['u-1', 'u-2'];
  const { context, client } = contextOf(ids);
  const whole = await context.walk(100);
  await context.assertStable(whole);
  expect(client.health.hasMovedLists).toBe(false);

  ids.pop();
  await context.walk(100, { filter: "status = 'Active'" });

  await expect(context.assertStable(whole)).rejects.toThrow('the list changed during the read');
  // The failures of such a run need one more re-run.
  expect(client.health.hasMovedLists).toBe(true);
});

it('a list is read again once for all comparisons of the same responses', async () => {
  const { context, sent } = contextOf(['u-1', 'u-2']);
  const whole = await context.walk(100);
  await context.assertStable(whole);
  const count = sent.length;

  await context.walk(100);
  await context.assertStable(whole);

  expect(count).toBe(4);
  expect(sent).toHaveLength(count);
});
