import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkReference } from './check-reference.js';

it('does not wait for the totals of a list that is longer than a page', async () => {
  let isRemoved = false;
  let reads = 0;
  const longConsumptions: Hook = (steps) => ({
    removeUsers: (...given) => {
      isRemoved = true;
      steps.removeUsers(...given);
    },
    answerList: (context) => {
      const given = steps.answerList(context);
      if (context.operation.id !== 'getSubscriptionUserConsumptions' || !isRemoved) return given;
      reads += 1;
      const { items, pagination } = given.body as { items: readonly object[]; pagination: object };
      const page = Array.from({ length: 100 }, (_unused, index) => ({ ...items[0], id: `consumption-${index}` }));
      return { ...given, body: { items: page, pagination: { ...pagination, total_items: 250 } } };
    },
  });

  await checkReference({
    reference: { hooks: [longConsumptions], taskDurationMs: 10 },
    options: {
      operations: ['deleteSubscriptionUsers'],
      rules: ['deletion.totals'],
      allowWrites: true,
      allowDestroy: true,
      consistencyWindowMs: 400,
    },
  });

  expect(isRemoved).toBe(true);
  // One for the totals, and the pages of the list before and after the first removal that succeeds.
  expect(reads).toBe(9);
});
