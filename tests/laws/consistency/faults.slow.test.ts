import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import { consistency, moreConsistency } from '../../../reference/mutants/consistency/index.js';
import { weakerModels } from '../../../reference/mutants/consistency/weaker-models.js';
import { concurrentVariants } from '../../../reference/variants/consistency.js';
import { runConsistency } from './run-consistency.js';

/** Most of each run is waiting. */
const limit = pLimit(4);

/** `TOUCHSTONE_FAULTS=all` runs all faults, not only those of the proof and one that only a weaker model shows. */
const ALL = process.env.TOUCHSTONE_FAULTS === 'all';

/** Whether a run finds a fault of the proof, or a weaker model. */
const runs = [
  ...[...consistency, ...(ALL ? moreConsistency : [])].map(({ title, seenFrom, rules, hook }) => ({
    title,
    isFound: async () => {
      const { outcome } = await runConsistency(seenFrom[0] ?? '', { hooks: [hook], rules: [...rules] });
      return rules.some((rule) => outcome(rule) === 'fail');
    },
  })),
  ...weakerModels.slice(0, ALL ? undefined : 1).map(({ title, operation, hook }) => ({
    title,
    isFound: async () => {
      const options = { hooks: [hook], rules: ['consistency.model'], consistencyWindowMs: 600 };
      const { models } = await runConsistency(operation, options);
      return models.some((model) => model !== 'linearizable');
    },
  })),
];

describe('seeded faults of concurrent requests', () => {
  it('are found, 95 % of them and more, in at most two runs', async () => {
    const first = await Promise.all(runs.map((run) => limit(async () => ({ run, found: await run.isFound() }))));
    const missed: string[] = [];
    // On a busy machine, requests may not have met that meet when nothing else runs.
    for (const { run, found } of first) if (!found && !(await run.isFound())) missed.push(run.title);

    expect(runs.length).toBeGreaterThanOrEqual(ALL ? 40 : 10);
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(0.05 * runs.length);
  }, 300_000);
});

describe('a reference that makes another legal choice', () => {
  it.concurrent.each(concurrentVariants)('is never accused: $title', async (variant) => {
    const { hooks, reference = {}, consistencyWindowMs, isLinearizable } = variant;
    for (const operation of ['updateApplication', 'updateUser']) {
      const { report, models, outcome } = await runConsistency(operation, { hooks, reference, consistencyWindowMs });

      expect(report.checks.filter(({ outcome: one }) => one === 'fail' || one === 'error')).toEqual([]);
      expect(outcome('consistency.lost-update')).toBe('pass');
      if (isLinearizable) expect(new Set(models)).toEqual(new Set(['linearizable']));
    }
  });
});
