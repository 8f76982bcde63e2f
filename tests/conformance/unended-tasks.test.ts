import { expect, it } from 'vitest';
import { exitCodeOf } from '../../reporters/exit-code.js';
import { checkWrites } from './check-writes.js';

it('a run whose bulk updates have not ended when it ends is inconclusive, whatever passed', async () => {
  const report = await checkWrites({
    reference: { taskDurationMs: 3_600_000 },
    options: { operations: ['bulkUpdateUsers'], rules: ['bulk.effect', 'bulk.accepted'], taskTimeoutMs: 300 },
  });

  expect(report.checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(report.restoration?.unended).toBeGreaterThan(0);
  expect([report.verdict, exitCodeOf(report)]).toEqual(['inconclusive', 3]);
  expect(report.verdictReason).toMatch(/had not ended when the run ended/);
});
