import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import { consistency, moreConsistency } from '../../../reference/mutants/consistency/index.js';
import { weakerModels } from '../../../reference/mutants/consistency/weaker-models.js';
import { concurrentVariants } from '../../../reference/variants/consistency.js';
import { runConsistency } from './run-consistency.js';

/** Most of each run is waiting. */
const limit = pLimit(4);

describe('seeded faults of concurrent requests', () => {
  it('are found, 95 % of them and more', async () => {
    const faults = [...consistency, ...moreConsistency].map(({ title, seenFrom, rules, hook }) =>
      limit(async () => {
        const { outcome } = await runConsistency(seenFrom[0] ?? '', { hooks: [hook], rules: [...rules] });
        return { title, found: rules.some((rule) => outcome(rule) === 'fail') };
      }),
    );
    const weaker = weakerModels.map(({ title, operation, hook }) =>
      limit(async () => {
        const { models } = await runConsistency(operation, {
          hooks: [hook],
          rules: ['consistency.model'],
          consistencyWindowMs: 150,
        });
        return { title, found: models.some((model) => model !== 'linearizable') };
      }),
    );
    const all = await Promise.all([...faults, ...weaker]);
    const missed = all.filter(({ found }) => !found).map(({ title }) => title);

    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(0.05 * all.length);
  });
});

describe('a reference that makes another legal choice', () => {
  it.concurrent.each(concurrentVariants)('is never accused: $title', async (variant) => {
    const { hooks, reference = {}, consistencyWindowMs, isLinearizable } = variant;
    for (const operation of ['updateApplication', 'updateUser']) {
      const { report, models } = await runConsistency(operation, { hooks, reference, consistencyWindowMs });

      expect(report.checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
      if (isLinearizable) expect(new Set(models)).toEqual(new Set(['linearizable']));
    }
  });
});
