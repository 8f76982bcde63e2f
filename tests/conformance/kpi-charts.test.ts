import { expect, it } from 'vitest';
import { presented } from '../../reference/hooks.js';
import type { Row } from '../../reference/model.js';
import { checkReference, idsOf } from './check-reference.js';

const DAY_MS = 86_400_000;
const CHART = 'applicationDiscoveryLastSevenDays';
const RULE = 'getApplicationsOverviewKpis/relations.kpi-period';

/** The outcome for a chart whose last point is on such a day, given the end of the requested period in milliseconds. */
async function outcomeWith(lastDay: (end: number) => number, points = 7) {
  const hook = presented((one, _index, { query }) => {
    const end = lastDay(Date.parse(String(query.toDate)));
    const chart = Array.from({ length: points }, (_unused, at) => ({
      ...(one[CHART] as readonly Row[])[0],
      date: new Date(end - (points - 1 - at) * DAY_MS).toISOString(),
    }));
    return CHART in one ? { ...one, [CHART]: chart } : one;
  });
  const options = { operations: ['getApplicationsOverviewKpis'], rules: ['relations.kpi-period'] };
  const report = await checkReference({ reference: { hooks: [hook] }, options });
  return idsOf(report, 'fail').includes(RULE) ? 'fail' : idsOf(report, 'pass').includes(RULE) ? 'pass' : 'other';
}

const monthAgo = Date.now() - 32 * DAY_MS;

it('accepts the last seven days before the data were collected, whatever the period', async () => {
  expect(await outcomeWith(() => monthAgo)).toBe('pass');
});

it('reports more days, days of the future, and days that follow the period at a distance', async () => {
  expect(await outcomeWith(() => monthAgo, 30)).toBe('fail');
  expect(await outcomeWith(() => Date.now() + 9 * DAY_MS)).toBe('fail');
  expect(await outcomeWith((end) => end - 60 * DAY_MS)).toBe('fail');
});
