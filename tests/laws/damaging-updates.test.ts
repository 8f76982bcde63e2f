import { expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { checkWrites } from '../conformance/check-writes.js';
import { wholeApplications } from '../engine/writes/whole-applications.js';

/** So many applications have all values that an update sets. */
const WHOLE = 6;

/** Stores a text that no update can set back. */
const lowers: Hook = (steps) => ({
  applyPatch: (record, patch, context) => {
    const updated = steps.applyPatch(record, patch, context);
    return 'notes' in updated ? { ...updated, notes: String(updated.notes).toLowerCase() } : updated;
  },
});

it('an update that changes each record for good spares some of them, and bulk updates are checked all the same', async () => {
  const tenant = wholeApplications(40, (place) => `Size ${place}`);
  const lacking = tenant.applications.records.slice(WHOLE);
  for (const one of lacking) tenant.applications.replace({ ...one, aiCategory: null });
  const { checks, restoration } = await checkWrites({
    reference: { tenant, hooks: [lowers] },
    // Those of the reference name the applications that may be written to.
    target: { fixtures: {} },
    options: {
      allowDestroy: false,
      operations: ['updateApplication', 'bulkUpdateApplications'],
      rules: ['updates.*', 'bulk.*'],
    },
  });
  const outcomeOf = (id: string) => checks.find((check) => check.id === id)?.outcome;

  expect(outcomeOf('updateApplication/updates.own-values')).toBe('fail');
  expect(outcomeOf('bulkUpdateApplications/bulk.effect')).toBe('pass');
  expect(restoration?.left.length).toBeLessThan(WHOLE);
});
