import { expect, it, onTestFinished } from 'vitest';
import type { WriteRule } from '../../engine/run/rule.js';
import type { Hook, Row } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { failedUnchanged } from '../../suites/laws/writes/bulk/failed-records.js';
import { joined } from '../../suites/laws/writes/bulk/filters.js';
import { hostileBodies } from '../../suites/laws/writes/merge-patch/hostile-bodies.js';
import { texts } from '../../suites/laws/writes/merge-patch/texts.js';
import { runRules, served } from '../engine/writes/run-rules.js';

async function outcomeOf(operation: string, rule: WriteRule, hook: Hook) {
  const { reference, target } = await served({ hooks: [hook] });
  onTestFinished(() => reference.close());
  const given = { consistencyWindowMs: 100, bulkScope: 'Only', allowScopeAll: true };
  const { results } = await runRules(target, { [operation]: [rule] }, given);
  return results[0]?.outcome;
}

const inverted = (flags: Row): Row => Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, !value]));

it('a list that shows an earlier change of other records is no finding of bulk.filter-joined', async () => {
  const joinedTasks = new Set<string>();
  let pending: { readonly ids: readonly string[]; readonly flags: Row } | null = null;
  /** The first list after the bulk update shows it in all records except one of those that it selects. */
  const hook: Hook = (steps) => ({
    startTask: (request, selection, context) => {
      const task = steps.startTask(request, selection, context);
      if (request.filter?.includes('-or')) joinedTasks.add(task.id);
      return task;
    },
    completeTask: (task, context) => {
      steps.completeTask(task, context);
      if (joinedTasks.has(task.id)) pending = task;
    },
    collect: (context) => {
      const all = steps.collect(context);
      if (context.operation.id !== 'getUsers' || pending === null) return all;
      const { ids, flags } = pending;
      pending = null;
      return all.map((row) => steps.applyFlags(row, row.id === ids[0] ? inverted(flags) : flags, context));
    },
  });

  expect(await outcomeOf('bulkUpdateUsers', joined, hook)).toBe('pass');
  expect(joinedTasks.size).toBeGreaterThan(0);
});

it('a read that shows an earlier change of a failed record is no finding of tasks.failed-unchanged', async () => {
  const stale = new Map<unknown, Row>();
  /** Bulk updates fail for each second user; the first read of such a user shows the new flags. */
  const hook: Hook = (steps) => ({
    select: (request, context) => {
      const { ids, unknown } = steps.select(request, context);
      const fails = (id: string) => ids.indexOf(id) % 2 === 0;
      return { ids: ids.filter((id) => !fails(id)), unknown: [...unknown, ...ids.filter(fails)] };
    },
    completeTask: (task, context) => {
      steps.completeTask(task, context);
      for (const id of task.failed) stale.set(id, task.flags);
    },
    read: (context) => {
      const read = steps.read(context);
      const flags = context.operation.id === 'getUser' ? stale.get(read.id) : undefined;
      if (flags === undefined) return read;
      stale.delete(read.id);
      return steps.applyFlags(read, flags, context);
    },
  });

  expect(await outcomeOf('bulkUpdateUsers', failedUnchanged, hook)).toBe('pass');
});

it('a read that shows an earlier reference is no finding of updates.hostile-bodies', async () => {
  const stale = new Set<unknown>();
  let count = 0;
  /** An owner that does not exist changes nothing; the first read shows yet another one. */
  const hook: Hook = (steps) => ({
    applyPatch: (record, patch, context) => {
      const { primaryOwnerId } = patch;
      if (typeof primaryOwnerId !== 'string' || context.tenant.users.get(primaryOwnerId) !== undefined)
        return steps.applyPatch(record, patch, context);
      count += 1;
      stale.add(record.id);
      return steps.applyPatch(record, { ...patch, primaryOwnerId: record.primaryOwnerId }, context);
    },
    read: (context) => {
      const read = steps.read(context);
      const isStale = context.operation.id === 'getApplication' && stale.delete(read.id);
      return isStale ? { ...read, primaryOwnerId: '00000000-0000-4000-8000-000000000000' } : read;
    },
  });

  expect(await outcomeOf('updateApplication', hostileBodies, hook)).toBe('pass');
  expect(count).toBeGreaterThan(0);
});

it('a read that shows an earlier update is not what a rejected one of updates.texts is compared with', async () => {
  const before = new Map<unknown, Row>();
  const updates = new Map<unknown, number>();
  let reads = 0;
  /** After the first update of the check, the read before the next one shows the flags from before it; that one is rejected. */
  const hook: Hook = (steps) => ({
    readBody: (context) => {
      const { applicationId: id } = context.params;
      const count = (updates.get(id) ?? 0) + 1;
      updates.set(id, count);
      reads = 0;
      if (count === 3) throw new Refusal(400, 'not now');
      return steps.readBody(context);
    },
    applyPatch: (record, patch, context) => {
      before.set(record.id, record);
      return steps.applyPatch(record, patch, context);
    },
    read: (context) => {
      const read = steps.read(context);
      if (updates.get(read.id) !== 2) return read;
      reads += 1;
      const old = Object.entries(before.get(read.id) ?? {}).filter(([, value]) => typeof value === 'boolean');
      return reads === 2 ? { ...read, ...Object.fromEntries(old) } : read;
    },
  });

  expect(await outcomeOf('updateApplication', texts, hook)).toBe('pass');
});
