import { expect, it, onTestFinished } from 'vitest';
import type { Hook, Row } from '../../reference/index.js';
import { effect } from '../../suites/laws/writes/deletion/deletion.js';
import { runRules, served } from '../engine/writes/run-rules.js';

/** The first list after each removal is as it is, and the later ones are as at the start. */
function staleLists(place: () => string): Hook {
  let initial: readonly Row[] | undefined;
  let isFresh = false;
  return (steps) => ({
    removeUsers: (...given) => {
      steps.removeUsers(...given);
      isFresh = true;
    },
    collect: (context) => {
      const now = steps.collect(context);
      if (context.operation.id !== 'getSubscriptionUsers' || context.params.subscriptionId !== place()) return now;
      initial ??= now;
      const shown = isFresh ? now : initial;
      isFresh = false;
      return shown;
    },
  });
}

it('a list that is older than the one before it does not show that a removal had no effect', async () => {
  let place = '';
  const { reference, target } = await served({ hooks: [staleLists(() => place)] });
  onTestFinished(() => reference.close());
  const { removableSubscriptionId, removableUserIds } = reference.fixtures;
  place = removableSubscriptionId;

  const { results } = await runRules(
    { ...target, fixtures: { removableSubscriptionId, removableUserIds } },
    { deleteSubscriptionUsers: [effect] },
    { allowDestroy: true, consistencyWindowMs: 60 },
  );

  expect(results.map(({ outcome }) => outcome)).toEqual(['pass']);
});
