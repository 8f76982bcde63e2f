import { expect, it, onTestFinished } from 'vitest';
import { generateTenant } from '../../reference/index.js';
import { selecting } from '../../reference/mutants/writes/write-hooks.js';
import { hundredIds } from '../../suites/laws/writes/bulk/hundred-ids.js';
import { runRules, served } from '../engine/writes/run-rules.js';

const tenant = generateTenant({ seed: 1, sizes: { applications: 60 } });

async function resultOf(select: (ids: readonly string[]) => readonly string[]) {
  const { reference, target } = await served({ tenant, hooks: [selecting(select)] });
  onTestFinished(() => reference.close());
  const options = { consistencyWindowMs: 100, bulkScope: 'Only', allowScopeAll: true };
  const { results } = await runRules(target, { bulkUpdateApplications: [hundredIds] }, options);
  return results[0];
}

it('passes a target that changes all listed records', async () => {
  expect(await resultOf((ids) => ids)).toMatchObject({ outcome: 'pass' });
});

it('fails a target that changes only the first of many listed records', async () => {
  expect(await resultOf((ids) => ids.slice(0, 30))).toMatchObject({ outcome: 'fail' });
});

it('is inconclusive about records that a bulk update of them alone does not change either', async () => {
  expect(await resultOf(() => [])).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('alone does not change'),
  });
});
