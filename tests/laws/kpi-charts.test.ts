import { describe, expect, it } from 'vitest';
import { chartProblems } from '../../suites/laws/kpi-charts.js';

const DATES = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];

/** A chart of a figure. */
const chart = (figure: string, numbers: readonly number[]) =>
  numbers.map((number, index) => ({ date: DATES[index], [figure]: number }));

const KPI = {
  ...{ active: 80, inactive: 30, noActivity: 10, total: 120 },
  currentActiveChartData: chart('active', [60, 70, 80]),
  currentInactiveChartData: chart('inactive', [20, 25, 30]),
  currentNoActivityChartData: chart('noActivity', [5, 8, 10]),
  currentTotalChartData: chart('total', [85, 103, 120]),
};
const messagesOf = (kpi: Parameters<typeof chartProblems>[0]) => chartProblems(kpi).map(({ message }) => message);

describe('charts of the KPIs of users', () => {
  it('agree if each ends with its figure, in any order of the points', () => {
    expect(messagesOf(KPI)).toEqual([]);
    expect(messagesOf({ ...KPI, currentTotalChartData: KPI.currentTotalChartData.toReversed() })).toEqual([]);
  });

  it('show one that is a copy of another', () => {
    const currentInactiveChartData = chart('inactive', [60, 70, 80]);

    expect(messagesOf({ ...KPI, currentInactiveChartData })).toEqual([
      'currentInactiveChartData has the same numbers as currentActiveChartData at each of 3 dates, and inactive is 30, active 80',
    ]);
  });

  it('show no copy of another chart where all parts add up, as long ago', () => {
    const none = chart('inactive', [0, 0, 0]);
    const noActivity = chart('noActivity', [0, 0, 0]);
    const charts = { currentInactiveChartData: none, currentNoActivityChartData: noActivity };
    const growing = {
      currentActiveChartData: chart('active', [30, 31, 33]),
      currentTotalChartData: chart('total', [30, 31, 33]),
    };

    expect(messagesOf({ ...KPI, ...charts, ...growing })).toEqual([]);
    expect(
      messagesOf({ ...KPI, ...charts, ...growing, currentNoActivityChartData: chart('noActivity', [0, 1, 0]) }),
    ).toEqual([
      'currentActiveChartData has the same numbers as currentTotalChartData at each of 3 dates, and active is 80, total 120',
    ]);
  });

  it('show no copy of another chart where both are rounded', () => {
    const rounded = chart('active', [10, 15, 20]);
    const others = { active: 18, inactive: 22, total: 40, noActivity: 0, currentNoActivityChartData: null };
    const charts = { currentActiveChartData: rounded, currentInactiveChartData: chart('inactive', [10, 15, 20]) };

    expect(messagesOf({ ...others, ...charts, currentTotalChartData: chart('total', [20, 30, 40]) })).toEqual([]);
  });

  it('show one with another total than all others at each date', () => {
    const named = [
      ['active', KPI.currentActiveChartData],
      ['inactive', KPI.currentInactiveChartData],
      ['noActivity', KPI.currentNoActivityChartData],
    ] as const;
    const totals = [85, 103, 120];
    const withTotals = (more: number) =>
      Object.fromEntries(
        named.map(([figure, points]) => {
          const name = `current${figure[0]?.toUpperCase()}${figure.slice(1)}ChartData`;
          const add = figure === 'inactive' ? more : 0;
          return [name, points.map((point, index) => ({ ...point, total: (totals[index] ?? 0) + add }))];
        }),
      );

    expect(messagesOf({ ...KPI, ...withTotals(0) })).toEqual([]);
    const currentTotalChartData = chart('total', [100, 110, 120]);
    expect(messagesOf({ ...KPI, ...withTotals(0), currentTotalChartData })).toEqual([]);
    expect(messagesOf({ ...KPI, ...withTotals(7) })).toEqual([
      'total in currentInactiveChartData is 92 at 2026-01-01T00:00:00Z, and 85 in each other chart; 3 of 3 dates differ',
    ]);
  });

  it('show one that does not end with its figure', () => {
    expect(messagesOf({ ...KPI, total: 240 })).toEqual([
      'currentTotalChartData ends with 120 and total is 240, and each other chart ends with its figure',
    ]);
  });

  it.each([
    ['two end otherwise, as those of another time do', { ...KPI, total: 240, active: 200 }],
    ['a figure is a little behind its chart', { ...KPI, total: 125 }],
    ['figures are equal, so that they end so by chance', { ...KPI, inactive: 80, total: 240 }],
    ['figures are zero', { ...KPI, inactive: 0, currentInactiveChartData: chart('inactive', [0, 0, 0]), total: 240 }],
    ['a chart is missing', { ...KPI, currentTotalChartData: null, total: 240 }],
    ['a point has no number', { ...KPI, currentTotalChartData: [{ date: DATES[0] }], total: 240 }],
    ['two charts are empty', { ...KPI, currentActiveChartData: [], currentInactiveChartData: [] }],
  ])('show nothing if %s', (_what, kpi) => {
    expect(messagesOf(kpi)).toEqual([]);
  });

  it('show the one trend against the direction of its chart, if all add up without its sign', () => {
    const trends = { activeTrend: 20, inactiveTrend: 10, noActivityTrend: 5, totalTrend: 35 };

    expect(messagesOf({ ...KPI, ...trends })).toEqual([]);
    expect(messagesOf({ ...KPI, ...trends, inactiveTrend: -10 })).toEqual([
      'inactiveTrend is -10, and currentInactiveChartData rises by 10; the trends of the other figures have the direction of their charts, and add up with 10',
    ]);
    expect(messagesOf({ ...KPI, ...trends, inactiveTrend: -11 })).toEqual([]);
    expect(messagesOf({ ...KPI, ...trends, inactiveTrend: -10, activeTrend: -20 })).toEqual([]);
    expect(messagesOf({ ...KPI, ...trends, inactiveTrend: -10, activeTrend: 0, totalTrend: 15 })).toEqual([]);
  });

  it('show nothing if two figures and their charts are equal', () => {
    const same = { active: 30, currentActiveChartData: chart('active', [20, 25, 30]) };

    expect(messagesOf({ ...KPI, ...same })).toEqual([]);
  });
});
