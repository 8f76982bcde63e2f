import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { ownFields } from '../../suites/laws/writes/deletion/reach.js';
import { runRules, served } from '../engine/writes/run-rules.js';

const EXPIRED = '00000000-0000-4000-8000-';

/** The subscriptions of a user include an expired one, which has no list of users, as long as they include a certain one. */
const withExpired = (subscription: () => string) =>
  on('getUserSubscriptions', (steps) => ({
    collect: (context): readonly Row[] => {
      const rows = steps.collect(context);
      const own = rows.find(({ id }) => id === subscription());
      const id = `${EXPIRED}${String(context.params.userId).slice(-12)}`;
      return own === undefined ? rows : [...rows, { ...own, id }];
    },
  }));

it('an entry that ends with the removal and is no subscription with users is no removal of the run', async () => {
  let removable = '';
  const { reference, target } = await served({ hooks: [withExpired(() => removable)] });
  onTestFinished(() => reference.close());
  const { removableSubscriptionId, removableUserIds } = reference.fixtures;
  removable = removableSubscriptionId;

  const { restoration } = await runRules(
    { ...target, fixtures: { removableSubscriptionId, removableUserIds } },
    { deleteSubscriptionUsers: [ownFields] },
    { allowDestroy: true, consistencyWindowMs: 60 },
  );

  expect(restoration?.removed).not.toEqual([]);
  expect(restoration?.left).toEqual([]);
});
