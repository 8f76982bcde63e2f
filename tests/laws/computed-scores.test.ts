import { expect, it, onTestFinished } from 'vitest';
import { on } from '../../reference/hooks.js';
import type { Hook } from '../../reference/index.js';
import { otherFlags } from '../../suites/laws/writes/bulk/effect.js';
import { riskScore } from '../../suites/laws/writes/merge-patch/risk-score.js';
import { otherFields } from '../../suites/laws/writes/merge-patch/untouched.js';
import { runRules, served } from '../engine/writes/run-rules.js';

/** Each write sets the score anew, whatever it was. */
function scoring(score: (record: Record<string, unknown>) => unknown): Hook {
  return on(['updateApplication', 'bulkUpdateApplications'], (steps) => ({
    save: (record, context) => {
      steps.save({ ...record, riskScore: score(record) }, context);
    },
  }));
}

async function outcomes(hook: Hook) {
  const { reference, target } = await served({ hooks: [hook] });
  onTestFinished(() => reference.close());
  const rules = { updateApplication: [otherFields, riskScore], bulkUpdateApplications: [otherFlags] };
  const { results } = await runRules(target, rules, { consistencyWindowMs: 60, bulkScope: 'Only' });
  return Object.fromEntries(results.map(({ check, outcome }) => [check.rule.id, outcome]));
}

it('warns of a score that each write computes anew, and does not fail it', async () => {
  const computed = scoring(({ name, sanctioned }) => 200 + String(name).length + (sanctioned === true ? 10 : 0));
  const found = await outcomes(computed);

  expect(found['updates.risk-score']).toBe('fail');
  expect(found['updates.other-fields']).not.toBe('fail');
  expect(found['bulk.other-flags']).not.toBe('fail');
});

it('fails a score that a write takes away', async () => {
  expect(await outcomes(scoring(() => null))).toMatchObject({ 'updates.other-fields': 'fail' });
});
