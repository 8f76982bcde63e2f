import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
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
