import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changePoint } from '../../reporters/history/change-point.js';
import { renderHistory } from '../../reporters/history/console.js';
import { type HistoryLine, linesOf, type RunLine } from '../../reporters/history/entry.js';
import { renderHistoryHtml } from '../../reporters/history/html.js';
import { trendsOf } from '../../reporters/history/trends.js';
import { wilson } from '../../reporters/history/wilson.js';
import { failedCheck, sampleCheck, sampleRun } from './sample-run.js';

const LIST: HistoryLine = {
  format: 'touchstone.history/1',
  type: 'checks',
  id: 'c',
  checks: ['getUsers/paging.echo', 'getUsers/sort.asc'],
};

function run(day: number, outcomes: string, given: Partial<RunLine> = {}): RunLine {
  return {
    format: 'touchstone.history/1',
    type: 'run',
    at: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
    target: 'https://target.example',
    version: '1.0.0',
    seed: 1,
    verdict: outcomes.includes('f') ? 'does-not-conform' : 'conforms',
    durationMs: 10,
    requests: 5,
    checks: 'c',
    outcomes,
    data: { getUsers: 'aaa' },
    times: { getUsers: [5, day, 2 * day] },
    ...given,
  };
}

describe('the history of runs that decided nothing', () => {
  it('says so, and not that no check has failed', () => {
    const open = trends(run(1, 'ii', { verdict: 'inconclusive' }));

    for (const text of [renderHistory(open), renderHistoryHtml([open])]) {
      expect(text).toContain('no check was decided');
      expect(text).not.toMatch(/no check has failed|passed whenever/i);
    }
  });
});

const trends = (...runs: RunLine[]) => {
  const found = trendsOf([...runs, LIST]);
  if (found === null) throw new Error('there are runs');
  return found;
};

describe('the trends of a history', () => {
  it('tell a check that flips on the same data from one that changes with the data', () => {
    const other = { data: { getUsers: 'bbb' } };
    const { checks } = trends(run(1, 'pp'), run(2, 'fp'), run(3, 'pp'), run(4, 'pf', other), run(5, 'pf', other));

    expect(
      checks.map(({ id, flaky, drift }) => ({
        id,
        flaky: [flaky.flips, flaky.pairs],
        drift: [drift.flips, drift.pairs],
      })),
    ).toEqual([
      { id: 'getUsers/paging.echo', flaky: [2, 3], drift: [0, 1] },
      { id: 'getUsers/sort.asc', flaky: [0, 3], drift: [1, 1] },
    ]);
    expect(checks[0]).toMatchObject({ last: 'pass', failed: 1, decided: 5, since: '2026-01-03T00:00:00.000Z' });
    expect(checks[1]).toMatchObject({
      last: 'fail',
      firstFailed: '2026-01-04T00:00:00.000Z',
      lastFailed: '2026-01-05T00:00:00.000Z',
    });
  });

  it('count data that is not known as other data, and compare no runs of different versions', () => {
    const unknown = trends(run(1, 'pp', { data: {} }), run(2, 'fp', { data: {} })).checks[0];
    const versions = trends(run(1, 'pp'), run(2, 'fp', { version: '2.0.0' })).checks[0];

    expect([unknown?.flaky.flips, unknown?.drift.flips]).toEqual([0, 1]);
    expect([versions?.flaky.pairs, versions?.drift.pairs]).toEqual([0, 0]);
  });

  it('ignore runs that did not decide a check', () => {
    const [check] = trends(run(1, 'fp'), run(2, 'ii'), run(3, 'xn'), run(4, 'fp')).checks;

    expect(check).toMatchObject({ decided: 2, failed: 2, flaky: { flips: 0, pairs: 1 } });
  });

  it('do not depend on the order of the lines', () => {
    const runs = [run(1, 'pp'), run(2, 'fp'), run(3, 'pp'), run(4, 'pf')];

    expect(trends(...runs.toReversed())).toEqual(trends(...runs));
  });

  it('show the first and the last response times of each operation', () => {
    const { times, verdicts, steady } = trends(run(1, 'pp'), run(2, 'pp'), run(3, 'pp'));

    expect(times).toEqual([
      {
        operation: 'getUsers',
        runs: 3,
        first: { medianMs: 1, p95Ms: 2 },
        last: { medianMs: 3, p95Ms: 6 },
        medians: [1, 2, 3],
        change: null,
      },
    ]);
    expect(verdicts.conforms).toBe(3);
    expect(steady).toBe(2);
  });

  it('name each verdict in the number of its runs, and say what the signs mean', () => {
    const one = trends(run(1, 'pp'), run(2, 'pp'), run(3, 'fp'));

    expect(renderHistory(one)).toContain(
      '3 runs from 2026-01-01 00:00 to 2026-01-03 00:00 UTC (2 conform, 1 does not conform)\n' +
        'last 3: ..F (. conforms, F does not conform, i incomplete, ? inconclusive)\n',
    );
    expect(renderHistory(one)).toContain('1 check passed whenever it was decided\n');
    expect(renderHistoryHtml([one])).toContain(': 2 conform, 1 does not conform. Of the checks: 1 check passed');
  });

  it('are none without runs', () => {
    expect(trendsOf([LIST])).toBeNull();
  });
});

describe('a change of the level of response times', () => {
  const noise = (count: number, level: number) =>
    Array.from({ length: count }, (_unused, at) => level + ((at * 7) % 5));

  it('is found where it is', () => {
    expect(changePoint([...noise(20, 50), ...noise(15, 90)])).toEqual({ index: 20, before: 52, after: 92 });
  });

  it.each([
    ['noise alone', noise(40, 50)],
    ['one outlier', [...noise(20, 50), 900, ...noise(20, 50)]],
    ['a small change, however certain', [...noise(50, 100), ...noise(50, 110)]],
    ['too few runs', [1, 1, 1, 9, 9, 9]],
    ['no runs', []],
  ])('is not found in %s', (_name, series: number[]) => {
    expect(changePoint(series)).toBeNull();
  });

  it('is shown with the run since which it holds', () => {
    const days = Array.from({ length: 28 }, (_unused, at) =>
      run(at + 1, 'pp', { times: { getUsers: [5, at < 14 ? 10 : 30, 40] } }),
    );

    expect(trends(...days).times[0]?.change).toEqual({
      since: '2026-01-15T00:00:00.000Z',
      beforeMs: 10,
      afterMs: 30,
    });
    expect(renderHistory(trends(...days))).toContain('since 2026-01-15 00:00 from 10.0 ms to 30.0 ms');
  });
});

describe('the Wilson interval', () => {
  it('has its known values', () => {
    // Newcombe, 1998: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    const values = [
      [81, 263],
      [15, 148],
      [0, 20],
      [1, 29],
    ].map(([hits = 0, all = 0]) => wilson(hits, all));

    expect(values.map(({ low, high }) => [low.toFixed(4), high.toFixed(4)])).toEqual([
      ['0.2553', '0.3662'],
      ['0.0624', '0.1605'],
      ['0.0000', '0.1611'],
      ['0.0061', '0.1718'],
    ]);
  });

  it('contains the share, and stays within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (hits, misses) => {
        const { share, low, high } = wilson(hits, hits + misses);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(share + 1e-12);
        expect(high).toBeGreaterThanOrEqual(share - 1e-12);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the lines of a run', () => {
  it('have a letter for each check, in the order of the list', () => {
    const checks = [
      sampleCheck(),
      failedCheck({ rule: 'sort.asc' }),
      sampleCheck({ rule: 'a.b', outcome: 'not-applicable' }),
    ];
    const [list, own] = linesOf(sampleRun({ checks }), (ids) => String(ids.length));

    expect(list.checks).toEqual(['getUsers/paging.total-pages', 'getUsers/sort.asc', 'getUsers/a.b']);
    expect(own).toMatchObject({ checks: '3', outcomes: 'pfn', verdict: 'conforms' });
  });
});

describe('the history for people', () => {
  const flipping = trends(run(1, 'pp'), run(2, 'fp'), run(3, 'pp'), run(4, 'pf', { verdict: 'incomplete' }));

  it('names the checks that failed, with their flips, and the operations with their times', () => {
    const text = renderHistory(flipping);

    expect(text).toContain('4 runs from 2026-01-01 00:00 to 2026-01-04 00:00');
    expect(text).toContain('last 4: .F.i');
    expect(text).toMatch(/pass {2}getUsers\/paging\.echo {2}1 of 4 {2}2 of 3, 21% to 94%/);
    expect(text).toMatch(/getUsers +1\.0 ms +4\.0 ms +2\.0 ms +8\.0 ms/);
  });

  it('contains no markup and no control characters of a target', () => {
    const hostile = { ...flipping, target: 'https://x.example/<script>\u001b[2J' };

    expect(renderHistory(hostile)).not.toContain('\u001b');
    const page = renderHistoryHtml([hostile]);
    expect(page).not.toContain('<script');
    expect(page).toContain('https://x.example/&lt;script&gt;');
    expect(page.match(/<polyline/g)).toHaveLength(1);
  });
});
