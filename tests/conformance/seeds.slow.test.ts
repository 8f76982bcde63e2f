import { beforeAll, describe, expect, test } from 'vitest';
import { compareReports } from '../../reporters/comparison/compare-reports.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { checkReference } from './check-reference.js';
import { checkWrites } from './check-writes.js';

const SEEDS = [2, 3, 4, 5, 6];

describe.each([
  ['reads', (seed: number) => checkReference({ options: { seed } })],
  ['writes', (seed: number) => checkWrites({ options: { seed } })],
])('two runs of the same target, of %s', (_what, run) => {
  let before: RunReport;
  beforeAll(async () => {
    before = await run(1);
  });

  test.each(SEEDS)('with the seeds 1 and %i show no change', async (seed) => {
    const { worse, checks, lost, observations, shapes } = compareReports(before, await run(seed));

    expect({ worse, lost, observations, shapes }).toEqual({ worse: [], lost: [], observations: [], shapes: [] });
    expect(checks).toEqual({ failing: [], fixed: [], inconclusive: [], added: [], removed: [], notCompared: 0 });
  });
});
