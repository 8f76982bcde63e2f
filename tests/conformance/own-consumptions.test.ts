import { faker } from '@faker-js/faker';
import { expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { on } from '../../reference/hooks.js';
import { outcomeOf } from './check-reference.js';

const [USERS, CONSUMPTIONS] = ['getSubscriptionUsers', 'getSubscriptionUserConsumptions'];

/** Some of the records, by their place among so many of them. */
const only =
  (among: (count: number) => number, isKept: (place: number) => boolean): Hook =>
  (steps) => ({
    collect: (context) => {
      const all = steps.collect(context);
      return all.filter((_record, index) => isKept(index % among(all.length)));
    },
  });

const tenths = () => 10;
const all = (count: number) => count;
const shuffled: Hook = (steps) => ({ collect: (context) => faker.helpers.shuffle(steps.collect(context)) });

// Of 7 users 3 have consumptions, and so do 2 former ones.
const users = on(
  USERS,
  only(tenths, (place) => place < 7),
);
const consumptions = on(
  CONSUMPTIONS,
  only(tenths, (place) => place >= 4 && place < 9),
);
const strangers = on(
  CONSUMPTIONS,
  only(tenths, (place) => place >= 6),
);

it.each([
  ['also of former users', [users, consumptions], 700, 'pass'],
  [
    'also of former users, of users in another order for each request',
    [users, consumptions, on(USERS, shuffled)],
    700,
    'inconclusive',
  ],
  [
    'first of former users, and are read in part',
    [
      on(
        USERS,
        only(all, (place) => place >= 1700),
      ),
    ],
    7000,
    'inconclusive',
  ],
  ['mostly of other users', [users, strangers], 700, 'fail'],
] as const)('consumptions that are %s', async (_what, hooks, count, outcome) => {
  faker.seed(1);
  const sizes = { subscriptions: 1, users: count };
  expect(await outcomeOf(`${CONSUMPTIONS}/relations.consumptions`, hooks, { sizes })).toBe(outcome);
});
