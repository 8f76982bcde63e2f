import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkWrites } from './check-writes.js';

/** A bulk update that gives a flag a value gives it another one in all records that it does not list. */
const inOthers =
  (value: boolean): Hook =>
  (steps) => ({
    completeTask: (task, context) => {
      steps.completeTask(task, context);
      if (task.flags.qualified !== value) return;
      for (const user of context.tenant.users.records)
        if (!task.ids.includes(user.id)) context.tenant.users.replace({ ...user, isQualified: !value });
    },
  });

it.each([
  ['clears a flag that it sets', inOthers(true), 'fail'],
  ['sets a flag that it clears', inOthers(false), 'fail'],
  ['leaves others alone', () => ({}), 'pass'],
] as const)('a bulk update that %s in other records', async (_what, hook, outcome) => {
  const options = { operations: ['bulkUpdateUsers'], rules: ['bulk.bystanders'] };
  const { checks } = await checkWrites({ reference: { hooks: [hook] }, options });

  expect(checks.find(({ id }) => id === 'bulkUpdateUsers/bulk.bystanders')).toMatchObject({ outcome, reason: null });
});
