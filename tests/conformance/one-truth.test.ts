import { expect, it } from 'vitest';
import { on, record } from '../../reference/hooks.js';
import { checkReference, outcomeOf } from './check-reference.js';

it('a consumption without the fields of a user proves nothing about them', async () => {
  const operation = 'getApplicationUsersConsumptions';
  const idAlone = on(
    operation,
    record(({ id, lastActive }) => ({ id, lastActive })),
  );

  const report = await checkReference({
    reference: { hooks: [idAlone] },
    options: { operations: [operation], rules: ['relations.one-truth'] },
  });

  expect(report.checks.filter(({ outcome }) => outcome !== 'excluded')).toMatchObject([
    { outcome: 'inconclusive', reason: expect.stringContaining('no consumption has a field in common') },
  ]);
});

const OPERATION = 'getSubscriptionUsers';

/** The outcome where the users of a subscription are shown as a function of their place. */
async function outcomeWith(isOnline: (own: unknown, place: number) => unknown) {
  const places = new Map<unknown, number>();
  const placeOf = (id: unknown) => {
    if (!places.has(id)) places.set(id, places.size);
    return places.get(id) ?? 0;
  };
  const shown = on(
    OPERATION,
    record((user) => ({ ...user, isOnline: isOnline(user.isOnline, placeOf(user.id)) })),
  );
  return outcomeOf(`${OPERATION}/relations.one-truth`, [shown]);
}

it('warns of a list in which all users have the opposite of isOnline, not of one that has another isOnline', async () => {
  expect(await outcomeWith((own) => own === false)).toBe('fail');
  expect(await outcomeWith(() => false)).toBe('pass');
  expect(await outcomeWith((own, place) => (place === 0 ? own : own === false))).toBe('pass');
});
