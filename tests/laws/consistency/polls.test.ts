import { expect, it, vi } from 'vitest';
import type { History } from '../../../consistency/history.js';
import type * as Judging from '../../../consistency/judge.js';
import { staleReads } from '../../../reference/mutants/consistency/hooks.js';
import { runConsistency } from './run-consistency.js';

/** The histories that were judged, each of one record. */
const judged: History[] = [];

vi.mock(import('../../../consistency/judge.js'), async (original) => {
  const judging: typeof Judging = await original();
  return {
    ...judging,
    judge: (history, options) => {
      judged.push(history);
      return judging.judge(history, options);
    },
  };
});

/** How many reads the first client makes of a history that show the same as its call before. */
const repeatedIn = ({ calls }: History) => {
  const shown = calls.filter(({ client }) => client === 'client 0').map(({ operation }) => JSON.stringify(operation));
  return shown.filter((one, at) => one === shown[at - 1]).length;
};

it('a target that shows writes late does not fill the history with polls', async () => {
  await runConsistency('updateApplication', {
    hooks: [staleReads((record, versions) => versions.before(120, record))],
    rules: ['consistency.model'],
    consistencyWindowMs: 800,
  });

  expect(Math.max(...judged.map(({ calls }) => calls.length))).toBeGreaterThan(30);
  // Each of 11 waits has several polls. Two that follow each other without a write in between may end and begin with one value.
  expect(Math.max(...judged.map(repeatedIn))).toBeLessThan(9);
}, 30_000);
