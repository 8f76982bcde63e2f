import { beforeAll, describe, expect, test } from 'vitest';
import { compareReports } from '../../reporters/comparison/compare-reports.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { checkReference } from './check-reference.js';
import { checkWrites } from './check-writes.js';

const SEEDS = [2];

/** Whether their task still runs when the second write returns depends on the load of the machine. */
const TIMED = new Set(['bulk.with-update', 'bulk.concurrent', 'updates.during-task']);

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
    const inconclusive = checks.inconclusive.filter(({ rule }) => !TIMED.has(rule));
    const untimed = { ...checks, inconclusive };
    expect(untimed).toEqual({ failing: [], fixed: [], inconclusive: [], added: [], removed: [], notCompared: 0 });
  });
});
