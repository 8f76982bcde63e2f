import { describe, expect, test } from 'vitest';
import { compareReports } from '../../reporters/comparison/compare-reports.js';
import { renderComparison } from '../../reporters/comparison/render-comparison.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { sampleRun } from './sample-run.js';

const compare = (before: Partial<RunReport>, after: Partial<RunReport>) =>
  compareReports(sampleRun(before), sampleRun(after));

/** The report of a run with some durations of its operations, in milliseconds. */
function timed(durations: Record<string, number[]>): Partial<RunReport> {
  const [operation] = sampleRun().operations as [RunReport['operations'][number]];
  return { operations: Object.entries(durations).map(([id, durationsMs]) => ({ ...operation, id, durationsMs })) };
}

describe('response times', () => {
  const around = (middle: number) => Array.from({ length: 40 }, (_unused, index) => middle * (0.8 + index / 100));
  const steady = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, around(10)]));
  const { operations } = compare(timed(steady), timed({ ...steady, b: around(30) })).times;

  test('that change significantly are reported with the statistics, and are not worse', () => {
    expect(operations.map(({ operation }) => operation)).toEqual(['b']);
    const comparison = compare(timed(steady), timed({ ...steady, b: around(30) }));
    expect(comparison.worse).toEqual([]);
    expect(renderComparison(comparison, sampleRun())).toContain(
      'b: median 30 ms, was 10 ms; p95 35 ms, was 12 ms (Mann-Whitney U over 40 and 40 responses: p < 0.0001, slower in 100% of pairs relative to the whole run)',
    );
  });

  test('that change alike in all operations are reported once for the whole run', () => {
    const slow = Object.fromEntries(Object.keys(steady).map((id) => [id, around(30)]));
    const comparison = compare(timed(steady), timed(slow));
    expect(comparison.times.operations).toEqual([]);
    expect(comparison.times.overall).toBeCloseTo(3);
    expect(renderComparison(comparison, sampleRun())).toContain('Responses are 3.0x slower in the whole run');
  });

  test('that change less than the whole run are not reported as a change in the opposite direction', () => {
    const slow = Object.fromEntries(Object.keys(steady).map((id) => [id, around(50)]));
    expect(compare(timed(steady), timed({ ...slow, b: around(15) })).times.operations).toEqual([]);
    expect(compare(timed(steady), timed({ ...slow, b: around(5) })).times.operations).toHaveLength(1);
  });

  test('of few responses, or with insignificant changes, are not reported', () => {
    expect(
      compare(timed({ a: around(10).slice(0, 20) }), timed({ a: around(90).slice(0, 20) })).times.operations,
    ).toEqual([]);
    expect(
      compare(timed({ a: around(10).slice(0, 5) }), timed({ a: around(90).slice(0, 5) })).times.operations,
    ).toEqual([]);
    expect(compare(timed(steady), timed({ ...steady, b: around(11) })).times.operations).toEqual([]);
  });
});
