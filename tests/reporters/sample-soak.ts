import type { SoakReport } from '../../schemas/generated/touchstone.js';

/** The report of a soak with two windows, for tests. */
export function sampleSoak(changes: Partial<SoakReport> = {}): SoakReport {
  const latency = { count: 30, p50Ms: 4.2, p95Ms: 12, p99Ms: 40, maxMs: 1200 };
  const checks = { passed: 12, inconclusive: 1, failed: 0, warnings: 0 };
  const errors = [
    { kind: 'timeout', count: 2 },
    { kind: 'HTTP 503', count: 1 },
  ];
  return {
    format: 'touchstone.soak-report/1',
    touchstone: '1.2.3',
    verdict: 'conforms',
    verdictReason: 'no requirement failed in 2 complete rounds',
    interrupted: false,
    baseUrl: 'https://target.example/',
    seed: 7,
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 2000,
    load: { rps: 30, reached: 29.5, requests: 59, repeated: 12 },
    rounds: { complete: 2, cut: 1 },
    windows: [
      { fromMs: 0, toMs: 1000, requests: 30, rps: 30, checks, errors: [], latency },
      { fromMs: 1000, toMs: 2000, requests: 29, rps: 29, checks, errors },
    ],
    operations: [
      { id: 'getApplications', errors: [{ kind: 'timeout', count: 2 }] },
      { id: 'getUsers', errors: [], latency },
    ],
    checks: [
      {
        id: 'getUsers/paging.total-pages',
        level: 'must',
        passed: 1,
        failed: 0,
        inconclusive: 1,
        message: 'not reproduced: <script>|',
        windows: [],
      },
    ],
    errors,
    ...changes,
  };
}
