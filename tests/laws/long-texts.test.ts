import { expect, it } from 'vitest';
import { stored } from '../../reference/hooks.js';
import { checkReference } from '../conformance/check-reference.js';

it('filters are made of the short texts of records, not of those of 60 KB', async () => {
  const long = 'Lorem ipsum dolor sit amet, '.repeat(2200);
  // Two letters of an id are shared by few records, so no field distinguishes more of them.
  const hook = stored((one) =>
    'description' in one ? { ...one, description: `${String(one.id).slice(0, 2)} ${long}` } : one,
  );

  const { checks } = await checkReference({
    reference: { hooks: [hook] },
    options: { operations: ['getApplications'], rules: ['filter.grammar', 'filter.complements', 'sort.grammar'] },
  });

  const run = checks.filter(({ outcome }) => outcome !== 'excluded');
  expect(run.map(({ rule, outcome }) => [rule, outcome])).toEqual([
    ['filter.grammar', 'pass'],
    ['filter.complements', 'pass'],
    ['sort.grammar', 'pass'],
  ]);
});
