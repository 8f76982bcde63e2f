import { expect, it, onTestFinished } from 'vitest';
import { generateTenant, type Hook } from '../../reference/index.js';
import { mutants } from '../../reference/mutants/index.js';
import { eachMember } from '../../suites/laws/writes/merge-patch/each-member.js';
import { runRules, served } from '../engine/writes/run-rules.js';

const tenant = generateTenant({ seed: 1, sizes: { applications: 40 } });

async function outcomeOf(operation: string, hooks: readonly Hook[]) {
  const { reference, target } = await served({ tenant, hooks });
  onTestFinished(() => reference.close());
  const { results } = await runRules(target, { [operation]: [eachMember] }, { consistencyWindowMs: 100 });
  return results[0]?.outcome;
}

it.each(['updateApplication', 'updateUser'])('%s stores a member that changes alone', async (operation) => {
  const broken = mutants.filter(
    ({ rules, operations }) => rules.includes('updates.each-member') && operations.includes(operation),
  );

  expect(await outcomeOf(operation, [])).toBe('pass');
  expect(broken).not.toEqual([]);
  for (const { hook } of broken) expect(await outcomeOf(operation, [hook])).toBe('fail');
});
