import { expect, it } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { checkWrites } from './check-writes.js';

/** A bulk update of many ids leaves its task in a state for ever. */
const manyStay =
  (status: string | undefined): Hook =>
  (steps) => ({
    completeTask: (task, context) => {
      steps.completeTask(task, context);
      if (task.ids.length > 4) Object.assign(task, { status });
    },
  });

/** A task returns 404 when it is read for the first time. */
const unreadableAtFirst = (): Hook => {
  const known = new Set<unknown>();
  return on('getUsersTask', (steps) => ({
    read: (context) => {
      const { id } = context.params;
      if (!known.has(id)) {
        known.add(id);
        throw new Refusal(404, 'unknown');
      }
      return steps.read(context);
    },
  }));
};

it.each([
  ['fail', 'the task of many ids runs for ever', manyStay('Running')],
  ['inconclusive', 'its state may be a final one', manyStay('Superseded')],
  ['inconclusive', 'it has no state', manyStay(undefined)],
] as const)('%s: %s', async (outcome, _when, hook) => {
  const options = { operations: ['bulkUpdateUsers'], rules: ['bulk.many-ids', 'bulk.effect', 'tasks.each-completes'] };
  const { checks } = await checkWrites({
    reference: { hooks: [hook, unreadableAtFirst()] },
    options: { ...options, taskTimeoutMs: 600 },
  });

  expect(checks.find(({ id }) => id === 'bulkUpdateUsers/tasks.each-completes')?.outcome).toBe(outcome);
});

it('is inconclusive if no task completes: tasks.completes reports that', async () => {
  const never: Hook = () => ({ completeTask: () => undefined });
  const options = { operations: ['bulkUpdateUsers'], rules: ['tasks.*completes'], taskTimeoutMs: 200 };
  const { checks } = await checkWrites({ reference: { hooks: [never] }, options });

  const outcomes = Object.fromEntries(checks.map(({ rule, operation, outcome }) => [`${operation}/${rule}`, outcome]));
  expect(outcomes['bulkUpdateUsers/tasks.completes']).toBe('fail');
  expect(outcomes['bulkUpdateUsers/tasks.each-completes']).toBe('inconclusive');
});

it('fails if only the task of a single record ends', async () => {
  const several: Hook = (steps) => ({
    completeTask: (task, context) => (task.ids.length > 1 ? undefined : steps.completeTask(task, context)),
  });
  const options = { operations: ['bulkUpdateUsers'], rules: ['bulk.many-ids', 'tasks.*completes'], taskTimeoutMs: 600 };
  const { checks } = await checkWrites({ reference: { hooks: [several] }, options });

  const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes['bulkUpdateUsers/tasks.completes']).toBe('pass');
  expect(outcomes['bulkUpdateUsers/tasks.each-completes']).toBe('fail');
});
