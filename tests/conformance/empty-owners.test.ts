import { expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { failures } from './check-reference.js';
import { checkWrites } from './check-writes.js';

/** Applications have a name of an owner and no owner, and an update without an owner leaves the name as it is. */
const named: Hook = (steps) => ({
  prepare: (tenant) => {
    steps.prepare(tenant);
    for (const one of tenant.applications.records)
      tenant.applications.replace({ ...one, primaryOwnerId: '', primaryOwnerName: 'Nobody' });
  },
  applyPatch: (one, patch, context) => {
    if (patch.primaryOwnerId !== '') return steps.applyPatch(one, patch, context);
    const primaryOwnerId = context.tenant.users.records[0]?.id;
    const updated = steps.applyPatch(one, { ...patch, primaryOwnerId }, context);
    return { ...updated, primaryOwnerId: '', primaryOwnerName: one.primaryOwnerName };
  },
});

it('an application with a name of an owner and no owner is restored', async () => {
  const options = {
    operations: ['updateApplication'],
    rules: ['updates.effect', 'updates.other-fields', 'updates.listed'],
  };
  const report = await checkWrites({ reference: { hooks: [named] }, options });

  expect(failures(report)).toEqual([]);
  expect(report.restoration?.touched.length).toBeGreaterThan(0);
  expect(report.restoration?.left).toEqual([]);
});
