import { expect, it, onTestFinished } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { noFlags, requiredMembers } from '../../suites/laws/writes/bulk/broken-bodies.js';
import { runRules, served } from '../engine/writes/run-rules.js';

/** The first read of a record after each bulk update that gives its flags a value shows an earlier state with the same flags. */
const staleAfter =
  (value: boolean): Hook =>
  (steps) => {
    const stale = new Set<unknown>();
    return {
      completeTask: (task, context) => {
        steps.completeTask(task, context);
        const flags = Object.values(task.flags);
        if (flags.length === 0 || flags.some((flag) => flag !== value)) return;
        for (const id of task.ids) stale.add(id);
      },
      read: (context) => {
        const read = steps.read(context);
        return context.operation.id === 'getApplication' && stale.delete(read.id)
          ? { ...read, notes: 'as it was' }
          : read;
      },
    };
  };

it.each([
  ['bulk.required-members', requiredMembers, false],
  ['bulk.no-flags', noFlags, true],
])('an earlier state with the same flags is not what %s starts from', async (_id, rule, value) => {
  const { reference, target } = await served({ hooks: [staleAfter(value)] });
  onTestFinished(() => reference.close());
  const options = { consistencyWindowMs: 100, bulkScope: 'Only', allowScopeAll: true };

  const { results } = await runRules(target, { bulkUpdateApplications: [rule] }, options);

  expect(results.map(({ outcome }) => outcome)).toEqual(['pass']);
});
