import { describe, expect, it } from 'vitest';
import { MetricStore } from '../../reporters/metrics/metric-store.js';
import { type METRICS, runMetrics, type Sample } from '../../reporters/metrics/run-metrics.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, samplePower, sampleRun } from './sample-run.js';

/** The samples of a metric after some runs, each as `label,label value`. */
function samples(name: keyof typeof METRICS, ...runs: Partial<RunReport>[]): string[] {
  const store = new MetricStore();
  for (const run of runs) store.add(runMetrics(sampleRun(run)));
  const series = store.series().find((one) => one.name === name);
  if (series === undefined || series.kind === 'histogram') return [];
  return series.samples.map(({ labels, value }: Sample) => `${Object.values(labels).join()} ${value}`);
}

const inconclusive = sampleCheck({ rule: 'sort.order', outcome: 'inconclusive', reason: 'no data' });
const excluded = sampleCheck({ rule: 'sort.keys', outcome: 'excluded', reason: 'not selected' });
const accepted = failedCheck({ rule: 'filter.equals', accepted: true });

describe('the metrics of runs', () => {
  it('have a series for each check that was to be decided, with its outcome', () => {
    const checks = [sampleCheck(), inconclusive, excluded, accepted];

    expect(samples('touchstone_check_outcome', { checks })).toEqual([
      'getUsers,paging.total-pages,must,pass 1',
      'getUsers,sort.order,must,inconclusive 1',
      'getUsers,filter.equals,must,accepted 1',
    ]);
  });

  it('show an outcome of an earlier run as 0', () => {
    const runs = [{ checks: [sampleCheck()] }, { checks: [failedCheck()] }, { checks: [sampleCheck()] }];

    expect(samples('touchstone_check_outcome', ...runs)).toEqual([
      'getUsers,paging.total-pages,must,pass 1',
      'getUsers,paging.total-pages,must,fail 0',
    ]);
  });

  it('count what was not decided as not covered, and no level without a check', () => {
    const checks = [sampleCheck(), inconclusive, excluded];

    expect(samples('touchstone_coverage_ratio', { checks })).toEqual(['must 0.5']);
  });

  it('have the power of the last run, or none', () => {
    const power = samplePower();

    expect(samples('touchstone_power_ratio', { power })).toEqual([`must ${1190 / 1200}`, `should ${552 / 630}`]);
    expect(samples('touchstone_power_ratio', { power }, {})).toEqual([]);
  });

  it('add up the requests and the runs', () => {
    const run = { requests: { sent: 20, retried: 3, failed: 1, traceId: 'a' } };

    expect(samples('touchstone_requests_total', run, run)).toEqual(['getUsers 24', 'other 16']);
    expect(samples('touchstone_request_problems_total', run, run)).toEqual([
      'retried 6',
      'failed 2',
      'gateway-error 0',
    ]);
    expect(samples('touchstone_runs_total', run, { verdict: 'incomplete' }, run)).toEqual([
      'conforms 2',
      'incomplete 1',
    ]);
  });

  it('have every response time in a bucket, also if the report has quantiles only', () => {
    const [users] = sampleRun().operations;
    const store = new MetricStore();
    const times = { count: 5, medianMs: 20, p95Ms: 20_000 };

    store.add(
      runMetrics(
        sampleRun({ operations: [{ ...(users as never as object), times, durationsMs: [5, 20_000] } as never] }),
      ),
    );

    expect(store.series().find(({ kind }) => kind === 'histogram')).toEqual({
      name: 'touchstone_response_seconds',
      kind: 'histogram',
      buckets: [
        { labels: { operation: 'getUsers' }, counts: [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], count: 5, sum: 40.015 },
      ],
    });
  });

  it('take labels only from touchstone and the contract', () => {
    const store = new MetricStore();
    const secret = 'annegret@customer.example';
    const hostile = failedCheck({
      reason: secret,
      findings: [{ ...(failedCheck().findings[0] as never as object), actual: secret, message: secret } as never],
    });

    store.add(runMetrics(sampleRun({ checks: [hostile], verdictReason: secret, warnings: [secret] })));

    expect(JSON.stringify(store.series())).not.toContain(secret);
  });
});
