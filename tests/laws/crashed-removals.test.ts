import { expect, it, onTestFinished } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { crash } from '../../suites/laws/writes/deletion/deletion.js';
import { runRules, served } from '../engine/writes/run-rules.js';

/** A deletion of users who were all removed before fails so many times. */
function crashing(times: number): Hook {
  const removed = new Set<string>();
  let crashes = 0;
  return (steps) => ({
    removeUsers: (subscription, ids, context) => {
      if (ids.every((id) => removed.has(id)) && crashes < times) {
        crashes += 1;
        throw new Error('there is no such row');
      }
      steps.removeUsers(subscription, ids, context);
      for (const id of ids) removed.add(id);
    },
  });
}

it.each([
  ['each time, with two users to remove: a failure', Number.POSITIVE_INFINITY, 'fail'],
  ['once: an accident', 1, 'inconclusive'],
])('a deletion of a removed user crashes %s', async (_what, times, outcome) => {
  const { reference, target } = await served({ hooks: [crashing(times)] });
  onTestFinished(() => reference.close());
  const { removableSubscriptionId, removableUserIds } = reference.fixtures;
  const two = removableUserIds.split(',').slice(0, 2).join(',');

  const { results } = await runRules(
    { ...target, fixtures: { removableSubscriptionId, removableUserIds: two } },
    { deleteSubscriptionUsers: [crash] },
    { allowDestroy: true, consistencyWindowMs: 60 },
  );

  expect(results.map((result) => result.outcome)).toEqual([outcome]);
});
