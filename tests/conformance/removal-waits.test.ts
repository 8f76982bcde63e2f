import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkReference } from './check-reference.js';

const RECORDS = 250;

/** After a removal the subscription has so many consumptions, and their list this total. */
const longConsumptions = (total: number, onRead: () => void): Hook => {
  let isRemoved = false;
  return (steps) => ({
    removeUsers: (...given) => {
      isRemoved = true;
      steps.removeUsers(...given);
    },
    answerList: (context) => {
      const given = steps.answerList(context);
      if (context.operation.id !== 'getSubscriptionUserConsumptions' || !isRemoved) return given;
      onRead();
      const { items, pagination } = given.body as { items: readonly object[]; pagination: object };
      const [size, number] = [Number(context.query.page_size ?? 100), Number(context.query.page_number ?? 1)];
      const all = Array.from({ length: RECORDS }, (_unused, index) => ({ ...items[0], id: `consumption-${index}` }));
      const totals = { total_items: total, total_pages: Math.ceil(total / size) };
      return {
        ...given,
        body: { items: all.slice((number - 1) * size, number * size), pagination: { ...pagination, ...totals } },
      };
    },
  });
};

async function outcomeWith(total: number): Promise<{ readonly outcome: string | undefined; readonly reads: number }> {
  let reads = 0;
  const hook = longConsumptions(total, () => {
    reads += 1;
  });
  const report = await checkReference({
    reference: { hooks: [hook], taskDurationMs: 10 },
    options: {
      operations: ['deleteSubscriptionUsers'],
      rules: ['deletion.totals'],
      allowWrites: true,
      allowDestroy: true,
      consistencyWindowMs: 400,
    },
  });
  return { outcome: report.checks.find(({ rule }) => rule === 'deletion.totals')?.outcome, reads };
}

it('judges the totals of a list that is longer than a page, and does not wait for right ones', async () => {
  // Three pages for the totals, three that are no longer than a third of the list, and those of the list before and after the first
  // removal that succeeds.
  expect(await outcomeWith(RECORDS)).toEqual({ outcome: 'pass', reads: 12 });
});

it('finds a total of several pages that a removal leaves as it was', async () => {
  expect((await outcomeWith(RECORDS + 2)).outcome).toBe('fail');
});
