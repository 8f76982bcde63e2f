import { expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { answer, both, on, record } from '../../reference/hooks.js';
import { outcomeOf } from './check-reference.js';

const INSIGHT = 'getSubscriptionInsightUsers';

const CHECK = `${INSIGHT}/relations.own-details`;

const withIds = (idOf: (own: unknown) => unknown): Hook =>
  on(
    INSIGHT,
    record(({ details, ...user }) => ({
      ...user,
      details: (details as { subscriptionId: unknown }[]).map((one) => ({
        ...one,
        subscriptionId: idOf(one.subscriptionId),
      })),
    })),
  );

const UNKNOWN = 'aaaaaaaa-0000-4000-8000-000000000000';

it('warns if the details of no user name one of their subscriptions', async () => {
  expect(await outcomeOf(CHECK, [withIds(() => UNKNOWN)])).toBe('fail');
});

it('does not accuse a target whose details name one subscription of each user, in any case', async () => {
  expect(await outcomeOf(CHECK, [withIds((own) => String(own).toUpperCase())])).toBe('pass');
});

it.each([
  ['cannot be read', answer(() => ({ status: 500, body: { error: { code: 500, message: 'no' } } }))],
  ['are records with ids of their own', record((one, index) => ({ ...one, id: `${index}` }))],
] as const)('does not accuse a target if the subscriptions of users %s', async (_what, hook) => {
  expect(await outcomeOf(CHECK, [on('getUserSubscriptions', hook)])).toBe('inconclusive');
});

it('does not accuse a target whose lists of subscriptions show no ids', async () => {
  const withoutIds = on(
    'getUserSubscriptions',
    record(({ id: _id, ...subscription }) => subscription),
  );
  expect(
    await outcomeOf(CHECK, [
      both(
        withIds(() => UNKNOWN),
        withoutIds,
      ),
    ]),
  ).toBe('inconclusive');
});

it('needs details to compare', async () => {
  const without = on(
    INSIGHT,
    record(({ details: _details, ...user }) => user),
  );
  expect(await outcomeOf(CHECK, [without])).toBe('inconclusive');
});
