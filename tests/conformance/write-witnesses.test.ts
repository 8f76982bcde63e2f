import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkWrites } from './check-writes.js';

/** A task is complete when its bulk update returns. */
const atOnce: Hook = (steps) => ({
  startTask: (request, selection, context) => {
    const task = steps.startTask(request, selection, context);
    context.steps.completeTask(task, context);
    return task;
  },
  completeTask: (task, context) => {
    if (task.status !== 'Complete') steps.completeTask(task, context);
  },
});

const overlap = { operations: ['updateUser', 'bulkUpdateUsers'], rules: ['bulk.concurrent', 'bulk.with-update'] };

describe('two concurrent writes', () => {
  it('are inconclusive if the task has ended before the second one', async () => {
    const { checks } = await checkWrites({ reference: { hooks: [atOnce] }, options: overlap });

    const ran = checks.filter(({ outcome }) => outcome !== 'excluded');
    expect(ran.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual(
      ran.map(() => expect.stringMatching(/^inconclusive: .* did not overlap$/)),
    );
    expect(ran).toHaveLength(2);
  });

  it('pass if the task still ran afterwards, and the report says so', async () => {
    const reference = { taskDurationMs: 1000 };
    const options = { ...overlap, taskTimeoutMs: 20_000, consistencyWindowMs: 1000 };

    const { checks, observations } = await checkWrites({ reference, options });

    expect(checks.flatMap(({ id, outcome }) => (outcome === 'excluded' ? [] : [`${id} ${outcome}`])).sort()).toEqual([
      'bulkUpdateUsers/bulk.concurrent pass',
      'updateUser/bulk.with-update pass',
    ]);
    expect(observations.map(({ value }) => value)).toEqual(
      expect.arrayContaining([expect.stringContaining('the task still ran after the response to the update')]),
    );
  });
});

describe('bulk updates that a server may apply to all records', () => {
  it('are listed as not sent without --allow-scope-all', async () => {
    const options = { operations: ['bulkUpdateUsers'], rules: ['bulk.hostile-bodies'], allowScopeAll: false };

    const { observations } = await checkWrites({ options });

    const values = observations.map(({ value }) => value);
    expect(values).toContainEqual(
      expect.stringMatching(/^\d+ of \d+ bulk updates not sent without --allow-scope-all: .*with empty ids/),
    );
  });
});
