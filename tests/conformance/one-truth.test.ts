import { expect, it } from 'vitest';
import { on, record } from '../../reference/hooks.js';
import { checkReference } from './check-reference.js';

it('a consumption without the fields of a user proves nothing about them', async () => {
  const operation = 'getApplicationUsersConsumptions';
  const idAlone = on(
    operation,
    record(({ id, lastActive }) => ({ id, lastActive })),
  );

  const report = await checkReference({
    reference: { hooks: [idAlone] },
    options: { operations: [operation], rules: ['relations.one-truth'] },
  });

  expect(report.checks.filter(({ outcome }) => outcome !== 'excluded')).toMatchObject([
    { outcome: 'inconclusive', reason: expect.stringContaining('no consumption has a field in common') },
  ]);
});
