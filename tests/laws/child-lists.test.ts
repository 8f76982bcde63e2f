import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { bulkChildLists, updatesChildLists } from '../../suites/laws/writes/child-lists.js';
import { runRules, served } from '../engine/writes/run-rules.js';

it('compares no child list whose records show no ids, since their other values change by themselves', async () => {
  let reads = 0;
  const withoutIds = on('getUserSubscriptions', (steps) => ({
    collect: (context) => {
      reads += 1;
      const lastActivity = new Date(1.7e12 + reads * 1000).toISOString();
      return steps.collect(context).map(({ id: _id, ...one }) => ({ ...one, lastActivity }));
    },
  }));

  const { reference, target } = await served({ hooks: [withoutIds] });
  onTestFinished(() => reference.close());
  const { results } = await runRules(
    target,
    { bulkUpdateUsers: [bulkChildLists], updateUser: [updatesChildLists] },
    { consistencyWindowMs: 60, bulkScope: 'Only' },
  );

  expect(results.map(({ outcome }) => outcome)).not.toContain('fail');
  expect(reads).toBeGreaterThan(1);
});

/** Reads of a user and of its lists return 404 so many times after each update of the user. */
function awayFor(reads: number): Hook {
  const left = new Map<string, number>();
  return (steps) => ({
    authorize: (context) => {
      steps.authorize(context);
      const { userId = '' } = context.params;
      const more = left.get(userId) ?? 0;
      if (context.operation.id === 'updateUser') left.set(userId, reads);
      else left.set(userId, more - 1);
      if (context.operation.id !== 'updateUser' && more > 0) throw new Refusal(404, 'it is away');
    },
  });
}

it('is inconclusive where the record itself is away after the write to it', async () => {
  const { reference, target } = await served({ hooks: [awayFor(40)] });
  onTestFinished(() => reference.close());

  const { results } = await runRules(target, { updateUser: [updatesChildLists] }, { consistencyWindowMs: 60 });

  expect(results).toMatchObject([{ outcome: 'inconclusive', reason: expect.stringContaining('cannot be read') }]);
});

/** With each bulk update of an application, one of its users goes: from its list alone, or altogether. */
function losing(isGone: boolean): Hook {
  const gone = new Set<unknown>();
  return (steps) => ({
    applyFlags: (record, flags, { tenant, ...rest }) => {
      const usages = tenant.usagesOfApplications[tenant.applications.positionOf(String(record.id)) ?? 0] ?? [];
      const ids = usages.map(({ user }) => tenant.users.records[user]?.id);
      gone.add(ids.find((id) => !gone.has(id)));
      return steps.applyFlags(record, flags, { tenant, ...rest });
    },
    collect: (context) => {
      const own = steps.collect(context);
      return context.operation.id === 'getApplicationUsers' ? own.filter(({ id }) => !gone.has(id)) : own;
    },
    find: (kind, id, context) => {
      if (isGone && gone.has(id)) throw new Refusal(404, 'there is no such user');
      return steps.find(kind, id, context);
    },
  });
}

it.each([
  ['fails', 'leaves the list alone', 'fail', false],
  ['passes', 'is deleted by another client', 'pass', true],
] as const)('%s where a child %s after the write', async (_verb, _what, outcome, isGone) => {
  const { reference, target } = await served({ hooks: [losing(isGone)] });
  onTestFinished(() => reference.close());

  const { results } = await runRules(
    target,
    { bulkUpdateApplications: [bulkChildLists] },
    { consistencyWindowMs: 60, bulkScope: 'Only' },
  );

  expect(results.map((one) => one.outcome)).toEqual([outcome]);
});
