import { expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../engine/run/rule.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { on } from '../../reference/hooks.js';
import type { Hook, ReferenceOptions } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { Refusal } from '../../reference/refusal.js';
import { own } from '../../suites/laws/writes/bulk/task-reads.js';
import { answered, completes } from '../../suites/laws/writes/bulk/tasks.js';
import { sequences } from '../../suites/laws/writes/sequences.js';
import { runRules, served } from '../engine/writes/run-rules.js';

interface Given {
  readonly operation?: string;
  readonly rule: WriteRule;
  readonly hook: Hook;
  readonly reference?: ReferenceOptions;
  readonly options?: CheckOptions;
}

async function outcomeOf({ operation = 'bulkUpdateUsers', rule, hook, reference: more, options }: Given) {
  const { reference, target } = await served({ hooks: [hook], ...more });
  onTestFinished(() => reference.close());
  const { results } = await runRules(
    target,
    { [operation]: [rule] },
    { consistencyWindowMs: 100, bulkScope: 'Only', ...options },
  );
  return results[0]?.outcome;
}

/** Some reads of a complete task show it as it was before its end. */
const staleTasks = (isStale: (read: number) => boolean): Hook => {
  const reads = new Map<unknown, number>();
  return on('getUsersTask', (steps) => ({
    taskRecord: (task, context) => {
      const shown = steps.taskRecord(task, context);
      if (shown.status !== 'Complete') return shown;
      const read = (reads.get(task.id) ?? 0) + 1;
      reads.set(task.id, read);
      return isStale(read) ? { ...shown, status: 'Running' } : shown;
    },
  }));
};

const once = (read: number): boolean => read === 2;
const eachTime = (read: number): boolean => read > 1;

it.each([
  ['tasks.completes', 'bulkUpdateUsers', completes],
  ['tasks.own', 'bulkUpdateUsers', own],
  ['writes.sequences', 'updateUser', sequences],
])(
  'one read of a task as it was before its end is no finding of %s, and later ones are',
  async (_id, operation, rule) => {
    expect(await outcomeOf({ operation, rule, hook: staleTasks(once) })).toBe('pass');
    expect(await outcomeOf({ operation, rule, hook: staleTasks(eachTime) })).toBe('fail');
  },
);

/** A read of a task that runs finds nothing. */
const missingIn = (isMissing: (read: number) => boolean): Hook => {
  let read = 0;
  return on('getUsersTask', (steps) => ({
    taskRecord: (task, context) => {
      read += 1;
      if (isMissing(read)) throw new Refusal(404, 'no such task');
      return steps.taskRecord(task, context);
    },
  }));
};

it('one read that finds no task is no finding while the task runs, and later ones are', async () => {
  const long = { rule: answered, reference: { taskDurationMs: 5000 }, options: { taskTimeoutMs: 1 } };

  expect(await outcomeOf({ ...long, hook: missingIn((read) => read === 3) })).toBe('pass');
  expect(await outcomeOf({ ...long, hook: missingIn((read) => read > 2) })).toBe('fail');
});

it('the link of a task leads to that task after a later one, too', async () => {
  const mutant = mutants.find(({ id }) => id === 'the-link-of-any-task-of-users-leads-to-the-latest-one');

  expect(await outcomeOf({ rule: own, hook: () => ({}) })).toBe('pass');
  expect(await outcomeOf({ rule: own, hook: mutant?.hook ?? (() => ({})) })).toBe('fail');
});
