import { expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../engine/run/rule.js';
import type { Hook } from '../../reference/index.js';
import { otherFlags } from '../../suites/laws/writes/bulk/effect.js';
import { idempotent } from '../../suites/laws/writes/merge-patch/idempotent.js';
import { otherFields } from '../../suites/laws/writes/merge-patch/untouched.js';
import { runRules, served } from '../engine/writes/run-rules.js';

const START = Date.now() - 60_000;

/**
 * Each write counts as activity of the record, and of the reads after each `every`-th write of it, the `stale` one shows the
 * time before all writes.
 */
function active(every: number, stale: number): Hook {
  const at = (ms: number) => new Date(START + ms).toISOString();
  const writes = new Map<unknown, number>();
  const reads = new Map<unknown, number>();
  const count = (id: unknown) => {
    writes.set(id, (writes.get(id) ?? 0) + 1);
    reads.set(id, 0);
  };
  return (steps) => ({
    save: (record, context) => {
      count(record.id);
      steps.save(record, context);
    },
    completeTask: (task, context) => {
      for (const id of task.ids) count(id);
      steps.completeTask(task, context);
    },
    read: (context) => {
      const read = steps.read(context);
      if (context.operation.id !== 'getUser') return read;
      const [written, before] = [writes.get(read.id) ?? 0, reads.get(read.id) ?? 0];
      reads.set(read.id, before + 1);
      const isStale = written > 0 && written % every === 0 && before + 1 === stale;
      return { ...read, lastActive: isStale ? at(0) : at(1000 * (written + 1)) };
    },
  });
}

async function outcomeOf(operation: string, rule: WriteRule, hook: Hook) {
  const { reference, target } = await served({ hooks: [hook] });
  onTestFinished(() => reference.close());
  const { results } = await runRules(target, { [operation]: [rule] }, { consistencyWindowMs: 100, bulkScope: 'Only' });
  return results[0]?.outcome;
}

it.each([
  ['updates.idempotent', 'updateUser', idempotent, active(2, 1)],
  ['updates.other-fields', 'updateUser', otherFields, active(2, 2)],
  ['bulk.other-flags', 'bulkUpdateUsers', otherFlags, active(1, 1)],
])('a time that goes back in a read of an earlier state is no finding of %s', async (_id, operation, rule, hook) => {
  expect(await outcomeOf(operation, rule, hook)).toBe('pass');
});
