import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { failures, idsOf } from './check-reference.js';
import { checkWrites } from './check-writes.js';

/** Another client changes some user every few milliseconds. */
function edits(everyMs: number): Hook {
  let last = performance.now();
  let at = 0;
  return (steps) => ({
    perform: (context) => {
      const { users } = context.tenant;
      for (; performance.now() - last > everyMs; last += everyMs) {
        at = (at + 37) % users.records.length;
        const one = users.at(at);
        users.replace({ ...one, isInReview: !one.isInReview, licenseCount: one.licenseCount + 1 });
      }
      return steps.perform(context);
    },
  });
}

describe('a target whose users another client changes during a run with writes', () => {
  it('does not fail', async () => {
    const report = await checkWrites({
      reference: {
        sizes: { users: 300, applications: 3, subscriptions: 3, agreements: 1, contracts: 1 },
        hooks: [edits(60)],
      },
      options: { operations: ['updateUser', 'bulkUpdateUsers'] },
    });

    expect(failures(report, 'must')).toEqual([]);
    expect(idsOf(report, 'error')).toEqual([]);
  });
});
