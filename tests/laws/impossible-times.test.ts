import { expect, it } from 'vitest';
import { stored } from '../../reference/hooks.js';
import { checkReference, idsOf } from '../conformance/check-reference.js';

const impossible = stored((row) => ('createdDate' in row ? { ...row, createdDate: `${row.createdDate}Z` } : row));

it('times that do not exist fail records.dates, and are no literals in the filters of other rules', async () => {
  const report = await checkReference({
    reference: {
      hooks: [impossible],
      sizes: { applications: 3, users: 30, subscriptions: 2, agreements: 2, contracts: 2 },
    },
    options: { operations: ['getUsers'], rules: ['records.dates', 'filter.every-type'] },
  });

  expect(idsOf(report, 'fail')).toEqual(['getUsers/records.dates']);
  expect(idsOf(report, 'pass')).toContain('getUsers/filter.every-type');
});
