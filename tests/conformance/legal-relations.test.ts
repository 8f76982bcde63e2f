import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/behaviour.js';
import { answer, body, on, record } from '../../reference/hooks.js';
import { Refusal } from '../../reference/refusal.js';
import { outcomeOf } from './check-reference.js';

const WEEK_MS = 7 * 86_400_000;

/** A chart with a point for each week that the period touches, on the first day of the week. */
const weekly = body((kpis, { query }) => {
  const first = Math.floor(Date.parse(String(query.fromDate)) / WEEK_MS) * WEEK_MS;
  const count = Math.ceil((Date.parse(String(query.toDate)) - first) / WEEK_MS);
  const dates = Array.from({ length: count }, (_unused, week) => new Date(first + week * WEEK_MS).toISOString());
  return { ...kpis, currentActiveChartData: dates.map((date) => ({ active: 1, total: 5, date })) };
});

const keptSince =
  (day: string): Hook =>
  (steps) => ({
    readDates: (context) => {
      const period = steps.readDates(context);
      if (period.from < Date.parse(day)) throw new Refusal(400, 'Data are kept for three years.');
      return period;
    },
  });

const everyThird: Hook = (steps) => ({
  collect: (context) => steps.collect(context).filter((_user, index) => index % 3 === 0),
});

const status = (code: number) => answer(() => ({ status: code, body: { error: { code, message: 'no' } } }));
const withoutDates = record((user) => ({ ...user, createdDate: null, lastActive: null }));
const withoutLoaded = record((one) => ({ ...one, country: null, primaryOwnerName: null }));
const unnamedPages = body((list) => ({
  ...list,
  _links: [{ href: '/api/sam/v2/agreements', rel: 'self', method: 'GET' }],
}));
const fourRecords: Hook = (steps) => ({ collect: (context) => steps.collect(context).slice(0, 4) });

/** Next links without the page size. */
const pageAlone = body((list, { query }) => {
  const page = Number(query.page_number ?? 1);
  const pages = (list.pagination as { total_pages: number }).total_pages;
  const href = `/api/sam/v2/agreement-types?page_number=${page + 1}`;
  return { ...list, _links: page < pages ? [{ href, rel: 'next', method: 'GET' }] : [] };
});

describe('no legal target is accused', () => {
  it.each([
    [
      'whose consumptions are also of former users',
      'getSubscriptionUserConsumptions/relations.consumptions',
      on('getSubscriptionUsers', everyThird),
      'pass',
    ],
    [
      'with points of weeks that began before the period',
      'getUserKpis/relations.kpi-period',
      on('getUserKpis', weekly),
      'pass',
    ],
    [
      'that keeps data since a day between the usual periods',
      'getUserKpis/errors.valid-periods',
      keptSince('2024-01-15'),
      'pass',
    ],
    [
      'whose links the caller may not follow',
      'getAgreement/relations.links-followed',
      on(['getAgreementType', 'getAgreementPeriods'], status(403)),
      'inconclusive',
    ],
    [
      'whose list shows null for what it does not load',
      'getApplication/relations.detail-agrees',
      on('getApplications', withoutLoaded),
      'pass',
    ],
    [
      'whose child list shows null for what it does not load',
      'getApplicationUsers/relations.one-truth',
      on('getApplicationUsers', withoutLoaded),
      'pass',
    ],
  ] as const)('%s', async (_what, id, hook, outcome) => {
    expect(await outcomeOf(id, [hook])).toBe(outcome);
  });
});

describe('nothing passes that was not seen', () => {
  it.each([
    ['dates that are all null', 'getUsers/records.dates', on('getUsers', withoutDates)],
    ['links that name no page', 'getAgreements/relations.next-links', on('getAgreements', unnamedPages)],
  ] as const)('%s', async (_what, id, hook) => {
    expect(await outcomeOf(id, [hook])).toBe('inconclusive');
  });

  it('the only next link, which names the page alone', async () => {
    const hooks = [on('getAgreementTypes', fourRecords), on('getAgreementTypes', pageAlone)];

    expect(await outcomeOf('getAgreementTypes/relations.next-on-each-page', hooks)).toBe('inconclusive');
  });
});
