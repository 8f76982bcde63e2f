import { expect, it } from 'vitest';
import { on, record } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { checkReference } from '../conformance/check-reference.js';

const YEAR_MS = 365 * 86_400_000;

/** A point with its date some years earlier. */
const earlier = (point: Row, years: number): Row => ({
  ...point,
  date: new Date(Date.parse(String(point.date)) - years * YEAR_MS).toISOString(),
});

/** Changes the points of a chart that is not of the requested period by its name. */
const charting = (change: (points: readonly Row[]) => readonly Row[]) =>
  on(
    'getUserKpis',
    record((one) => ({ ...one, totalChartData: change(one.totalChartData as readonly Row[]) })),
  );

it.each([
  ['is of years before', charting((points) => points.map((one) => earlier(one, 5))), 'fail'],
  ['is of the year before', charting((points) => points.map((one) => earlier(one, 1))), 'pass'],
  [
    'begins years before',
    charting((points) => [...points.slice(0, 1).map((one) => earlier(one, 5)), ...points]),
    'pass',
  ],
] as const)('a chart that %s', async (_what, hook, outcome) => {
  const { checks } = await checkReference({
    reference: { hooks: [hook] },
    options: { operations: ['getUserKpis'], rules: ['relations.kpi-period'] },
  });

  expect(checks.find(({ id }) => id === 'getUserKpis/relations.kpi-period')?.outcome).toBe(outcome);
});
