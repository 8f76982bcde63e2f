import { expect, it } from 'vitest';
import { mutants } from '../../../reference/mutants/index.js';
import { idsOf } from '../../conformance/check-reference.js';
import { checkWrites } from '../../conformance/check-writes.js';

it('restores all records that a bulk update has changed and does not name', async () => {
  const hooks = mutants.filter(({ id }) => id === 'a-bulk-update-reaches-all-users').map(({ hook }) => hook);

  const report = await checkWrites({
    reference: { hooks },
    options: { allowScopeAll: false, operations: ['bulkUpdateUsers'], rules: ['bulk.other-records'] },
  });

  expect(idsOf(report, 'fail')).toEqual(['bulkUpdateUsers/bulk.other-records']);
  expect(report.restoration?.left).toEqual([]);
});
