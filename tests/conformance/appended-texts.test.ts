import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { checkWrites } from './check-writes.js';

/** So many of the texts that were sent may be in a record at the end: some by its checks, and some by restoring it. */
const COPIES = 60;

describe('a target that appends texts in place of replacing them', () => {
  it('is reported, and its texts grow with each update by what is sent, not by what they are', async () => {
    const most = new Map<unknown, number>();
    const appending: Hook = (steps) => ({
      applyPatch: (one, patch, context) => {
        const updated = steps.applyPatch(one, patch, context);
        if (typeof patch.notes !== 'string') return updated;
        const copies = Number(most.get(one.id) ?? 1) + patch.notes.split('\n').length;
        most.set(one.id, copies);
        return { ...updated, notes: `${String(one.notes)}\n${patch.notes}` };
      },
    });
    const options = { operations: ['updateApplication'], rules: ['updates.idempotent', 'updates.own-values'] };
    const report = await checkWrites({ reference: { hooks: [appending] }, options });

    expect(report.verdict).toBe('does-not-conform');
    expect(Math.max(...most.values())).toBeLessThan(COPIES);
  });
});
