import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkReference } from './check-reference.js';

const RECORDS = 250;

/** After a removal the subscription has so many consumptions, in pages of at most 100, and their list this total. */
const longConsumptions = (total: number, onRead: () => void, records: number): Hook => {
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
      const [asked, number] = [Number(context.query.page_size ?? 100), Number(context.query.page_number ?? 1)];
      const size = Math.min(asked, 100);
      const all = Array.from({ length: records }, (_unused, index) => ({ ...items[0], id: `consumption-${index}` }));
      const totals = { total_items: total, total_pages: Math.ceil(total / size) };
      return {
        ...given,
        body: { items: all.slice((number - 1) * size, number * size), pagination: { ...pagination, ...totals } },
      };
    },
  });
};

async function outcomeWith(
  total: number,
  records = RECORDS,
): Promise<{ readonly outcome: string | undefined; readonly reads: number }> {
  let reads = 0;
  const onRead = () => {
    reads += 1;
  };
  const hook = longConsumptions(total, onRead, records);
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

it('takes no page of a list for a short one if the target caps larger pages', async () => {
  expect((await outcomeWith(400, 400)).outcome).toBe('pass');
});

it('finds a total of several pages that a removal leaves as it was', async () => {
  expect((await outcomeWith(RECORDS + 2)).outcome).toBe('fail');
});
