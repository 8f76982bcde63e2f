import { expect, it, onTestFinished } from 'vitest';
import { generateTenant, type Hook } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { variants } from '../../reference/variants/index.js';
import { requiredAlike } from '../../suites/laws/writes/merge-patch/required-alike.js';
import { runRules, served } from '../engine/writes/run-rules.js';

const tenant = generateTenant({ seed: 1, sizes: { applications: 40 } });

async function resultOf(operation: string, hooks: readonly Hook[]) {
  const { reference, target } = await served({ tenant, hooks });
  onTestFinished(() => reference.close());
  const { results } = await runRules(target, { [operation]: [requiredAlike] }, { consistencyWindowMs: 100 });
  return results[0];
}

it.each(['updateApplication', 'updateUser'])('%s requires each of the required members', async (operation) => {
  const broken = mutants.filter(
    ({ rules, operations }) => rules.includes('updates.required-alike') && operations.includes(operation),
  );

  expect(await resultOf(operation, [])).toMatchObject({ outcome: 'pass' });
  expect(broken).not.toEqual([]);
  for (const { hook } of broken) expect(await resultOf(operation, [hook])).toMatchObject({ outcome: 'fail' });
});

it.each(['updateApplication', 'updateUser'])('%s may require no member at all', async (operation) => {
  const [merged] = variants.filter(({ id }) => id === 'an-update-without-a-required-member-is-merged-as-in-rfc-7396');

  expect(await resultOf(operation, merged?.hooks ?? [])).toMatchObject({ outcome: 'pass' });
  expect(merged).toBeDefined();
});

it('a crash for a missing member is the business of another rule', async () => {
  const crashing = mutants.filter(({ id }) => id === 'a-missing-member-is-a-422').map(({ hook }) => hook);

  expect(await resultOf('updateUser', crashing)).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('see updates.required-members'),
  });
});
