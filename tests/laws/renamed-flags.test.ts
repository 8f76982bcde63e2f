import { expect, it } from 'vitest';
import { on, record } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { checkReference } from '../conformance/check-reference.js';

const without = (one: Row, field: string): Row => {
  const { [field]: _left, ...rest } = one;
  return rest;
};

it.each([
  [
    'a flag is sent without "is"',
    (one: Row) => ({ ...without(one, 'isUpgradable'), upgradable: one.isUpgradable }),
    'fail',
  ],
  [
    'a record has its own field of that name that is no flag',
    (one: Row) => ({ ...without(one, 'isUpgradable'), upgradable: 'yes' }),
    'pass',
  ],
  [
    'a field that is no flag is absent, and a flag has its name',
    (one: Row) => ({ ...without(one, 'renewalDays'), isRenewalDays: true }),
    'pass',
  ],
] as const)('if %s', async (_what, change, outcome) => {
  const { checks } = await checkReference({
    reference: { hooks: [on('getContract', record(change))] },
    options: { operations: ['getContract'], rules: ['records.renamed'] },
  });

  expect(checks.find(({ id }) => id === 'getContract/records.renamed')?.outcome).toBe(outcome);
});
