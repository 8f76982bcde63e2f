import { expect, it } from 'vitest';
import { on } from '../../reference/hooks.js';
import { Refusal } from '../../reference/refusal.js';
import { checkReference } from '../conformance/check-reference.js';

/** Rejects a small page of a filtered and sorted list that is not the first one, so often for each. */
const rejecting = (times: number) => {
  const asked = new Map<string, number>();
  return on('getUsers', (steps) => ({
    perform: (context) => {
      const { filter, sort, page_size: size, page_number: number } = context.query;
      const key = JSON.stringify(context.query);
      const count = asked.get(key) ?? 0;
      const isMeant = filter !== undefined && sort !== undefined && Number(number) > 1 && Number(size) < 8;
      if (!isMeant || count >= times) return steps.perform(context);
      asked.set(key, count + 1);
      throw new Refusal(400, 'no such page');
    },
  }));
};

it.each([
  ['once, as after the last page while another client removes a record', 1, 'pass'],
  ['each time', Number.POSITIVE_INFINITY, 'fail'],
] as const)('a page of a filtered list is rejected %s', async (_how, times, outcome) => {
  const { checks } = await checkReference({
    reference: { hooks: [rejecting(times)] },
    options: { operations: ['getUsers'], rules: ['answers.success-status', 'filter.sorted'] },
  });

  expect(checks.find(({ id }) => id === 'getUsers/answers.success-status')?.outcome).toBe(outcome);
});
