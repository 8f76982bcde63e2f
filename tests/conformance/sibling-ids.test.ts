import { expect, it } from 'vitest';
import type { Context, Hook } from '../../reference/behaviour.js';
import { on } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { outcomeOf } from './check-reference.js';

type List = (others: readonly Row[], subscribed: readonly Row[], page: unknown) => readonly Row[];

/** Applications that have the ids of subscriptions, in a list that contains them or not. */
function outcomeWith(list: List) {
  const subscribed = ({ tenant }: Context): Row[] =>
    tenant.subscriptions.records.map(({ id }) => ({ ...(tenant.applications.records[0] as unknown as Row), id }));
  const listed = on('getApplications', (steps) => ({
    collect: (context) => list(steps.collect(context), subscribed(context), context.query.page_number),
  }));
  const read: Hook = on('getApplication', (steps) => ({
    read: (context) => subscribed(context).find(({ id }) => id === context.params.applicationId) ?? steps.read(context),
  }));
  const reference = { sizes: { applications: 150, subscriptions: 4 } };
  return outcomeOf('getApplication/errors.sibling-id', [listed, read], reference);
}

it('fails a target that returns an application that it does not list for the id of a subscription', async () => {
  expect(await outcomeWith((others) => others)).toBe('fail');
});

it('fails no target whose list of all shows this application', async () => {
  expect(await outcomeWith((others, subscribed) => [...others, ...subscribed])).toBe('inconclusive');
});

it('fails no target whose list of all has another order for each request', async () => {
  const outcome = await outcomeWith((others, subscribed, page) =>
    page === '2' ? [...subscribed, ...others] : [...others, ...subscribed],
  );
  expect(outcome).toBe('inconclusive');
});
