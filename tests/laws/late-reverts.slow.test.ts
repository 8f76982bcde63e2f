import { expect, it } from 'vitest';
import type { WriteRule } from '../../engine/run/rule.js';
import type { Hook } from '../../reference/index.js';
import { completes } from '../../suites/laws/writes/bulk/tasks.js';
import { lasting } from '../../suites/laws/writes/deletion/deletion.js';
import { runRules, served } from '../engine/writes/run-rules.js';

/** Longer than a task and a removal are read on in a run with a short window. */
const LATER_MS = 1700;

/** The time counts from the second read of a complete task: the first one ends the wait for it. */
const tasksRunAgain: Hook = (steps) => {
  const complete = new Map<unknown, number | null>();
  return {
    taskRecord: (task, context) => {
      const shown = steps.taskRecord(task, context);
      if (shown.status !== 'Complete') return shown;
      const since = complete.get(task.id);
      if (since === undefined || since === null) complete.set(task.id, since === null ? performance.now() : null);
      return performance.now() - (since ?? Number.POSITIVE_INFINITY) > LATER_MS
        ? { ...shown, status: 'Running' }
        : shown;
    },
  };
};

const usersComeBack: Hook = (steps) => ({
  removeUsers: (subscription, ids, context) => {
    const { assignmentsOfSubscriptions, subscriptions } = context.tenant;
    const position = subscriptions.positionOf(subscription.id) ?? 0;
    const seats = assignmentsOfSubscriptions[position] ?? [];
    steps.removeUsers(subscription, ids, context);
    setTimeout(() => {
      assignmentsOfSubscriptions[position] = seats;
    }, LATER_MS).unref();
  },
});

async function outcomeOf(operation: string, rule: WriteRule, hook: Hook): Promise<string | undefined> {
  const { reference, target } = await served({ hooks: [hook] });
  const { removableSubscriptionId, removableUserIds } = reference.fixtures;
  try {
    const { results } = await runRules(
      { ...target, fixtures: { removableSubscriptionId, removableUserIds } },
      { [operation]: [rule] },
      { allowDestroy: true, consistencyWindowMs: 3000, bulkScope: 'Only' },
    );
    return results[0]?.outcome;
  } finally {
    await reference.close();
  }
}

it.concurrent.each<[string, string, WriteRule, Hook]>([
  ['a task that runs again', 'bulkUpdateUsers', completes, tasksRunAgain],
  ['removed users that come back', 'deleteSubscriptionUsers', lasting, usersComeBack],
])('%s after almost two seconds is found where writes are waited for', async (_what, operation, rule, hook) => {
  expect(await outcomeOf(operation, rule, (steps) => ({ ...steps }))).toBe('pass');
  expect(await outcomeOf(operation, rule, hook)).toBe('fail');
});
