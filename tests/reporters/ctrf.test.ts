import { describe, expect, test } from 'vitest';
import { renderCtrf } from '../../reporters/ctrf.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleIncomplete, sampleRun } from './sample-run.js';

interface Ctrf {
  readonly summary: Record<string, number>;
  readonly tests: readonly Record<string, unknown>[];
}

function results(report: Partial<RunReport>): Ctrf {
  return (JSON.parse(renderCtrf(sampleRun(report))) as { results: Ctrf }).results;
}

describe('the CTRF report', () => {
  test('has a test for each check, in the suites of its area and operation, and sums that fit', () => {
    const skipped = sampleCheck({ rule: 'sort.asc', outcome: 'inconclusive', reason: 'no record' });
    const { tests, summary } = results({
      verdict: 'does-not-conform',
      checks: [sampleCheck({ rule: 'paging.echo', durationMs: 12.4 }), failedCheck(), skipped],
    });

    expect(tests).toMatchObject([
      {
        name: 'getUsers/paging.echo',
        status: 'passed',
        duration: 12,
        suite: ['touchstone', 'users', 'getUsers'],
        tags: ['must'],
      },
      {
        name: 'getUsers/paging.total-pages',
        status: 'failed',
        rawStatus: 'fail',
        trace: expect.stringContaining('Expected: 6'),
      },
      { name: 'getUsers/sort.asc', status: 'skipped', rawStatus: 'inconclusive', message: 'no record' },
    ]);
    expect(summary).toMatchObject({ tests: 3, passed: 1, failed: 1, skipped: 1, pending: 0, other: 0 });
    expect(summary.stop).toBe((summary.start ?? 0) + (summary.duration ?? 0));
  });

  test.each<[string, Partial<RunReport>, string]>([
    ['incomplete', { verdict: 'incomplete', incomplete: sampleIncomplete() }, 'incomplete'],
    ['inconclusive', { verdict: 'inconclusive', verdictReason: 'unreachable' }, 'unreachable'],
    ['interrupted', { interrupted: true }, 'interrupted'],
  ])('has a failed test for the verdict of a run that is %s', (_name, report, message) => {
    expect(results(report).tests.at(-1)).toMatchObject({
      name: 'verdict',
      status: 'failed',
      message: expect.stringContaining(message),
    });
  });

  test('skips what the baseline accepts, and passes warnings unless the run is strict', () => {
    const warning = failedCheck({ level: 'should' });
    const strict = { ...sampleRun().selection, strict: true };

    expect(results({ checks: [failedCheck({ accepted: true })] }).tests[0]).toMatchObject({
      status: 'skipped',
      rawStatus: 'accepted',
    });
    expect(results({ checks: [warning] }).tests[0]?.status).toBe('passed');
    expect(results({ checks: [warning], selection: strict }).tests[0]?.status).toBe('failed');
  });
});
