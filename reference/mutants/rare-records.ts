import { body, presented, record } from '../hooks.js';
import type { Row } from '../model.js';
import { hash } from '../query-hooks.js';
import { family } from './mutant.js';

/** A hook for the record at one index of a full page. */
const at = (index: number, change: (one: Row) => Row) =>
  record((one, position) => (position === index ? change(one) : one));

/** Changes the last item of an array in a record. */
function lastOf(one: Row, field: string, change: (nested: Row) => Row): Row {
  const nested = one[field] as readonly Row[] | undefined;
  const last = nested?.at(-1);
  return last === undefined ? one : { ...one, [field]: [...(nested ?? []).slice(0, -1), change(last)] };
}

/** Defects of one record out of many, or of the last field of a nested record. */
export const rareRecords = family('rare-records', [
  {
    id: 'one-flag-of-two-hundred-is-a-number',
    title: 'in one record of a page of a hundred a boolean is a number',
    operation: 'getUsers',
    rule: 'records.types',
    also: ['relations.detail-agrees'],
    rarity: 'rare',
    hook: at(97, (one) => ({ ...one, isOnline: 1 })),
  },
  {
    id: 'one-date-of-many-does-not-exist',
    title: 'one date of a list does not exist',
    operation: 'getApplications',
    rule: 'records.dates',
    also: ['relations.detail-agrees'],
    rarity: 'rare',
    hook: at(17, (one) => ({ ...one, discoveryDate: '2023-02-29' })),
  },
  {
    id: 'one-id-of-many-is-no-uuid',
    title: 'one id of a list is not a UUID',
    operation: 'getAgreements',
    rule: 'records.id-form',
    also: ['filter.complete', 'filter.every-value'],
    rarity: 'rare',
    hook: at(9, (one) => ({ ...one, id: `${one.id}`.replace('-', '') })),
  },
  {
    id: 'one-record-of-many-has-no-id',
    title: 'the last record of a full list has no id',
    operation: 'getContracts',
    rule: 'records.id-present',
    also: ['paging.partition'],
    rarity: 'rare',
    hook: body((given) => {
      const items = given.items as readonly Row[];
      const { id: _id, ...last } = items.at(-1) ?? {};
      return items.length < 6 ? given : { ...given, items: [...items.slice(0, -1), last] };
    }),
  },
  {
    id: 'one-item-of-many-is-null',
    title: 'one item of a list is null',
    operation: 'getApplicationUsers',
    rule: 'paging.envelope',
    also: ['paging.partition', 'filter.complete', 'filter.sound'],
    rarity: 'rare',
    hook: body((given) => ({
      ...given,
      items: (given.items as readonly Row[]).map((one, index) => (index === 11 ? null : one)),
    })),
  },
  {
    id: 'one-zone-of-many-is-missing',
    title: 'a few users of a list have a lastActive without a zone',
    operation: 'getUsers',
    rule: 'records.zones',
    also: ['relations.detail-agrees', 'sort.natural', 'sort.ordered', 'filter.grammar'],
    rarity: 'rare',
    hook: record((one) =>
      hash(one.id) % 40 === 3 && typeof one.lastActive === 'string'
        ? { ...one, lastActive: one.lastActive.replace('Z', '') }
        : one,
    ),
  },
  {
    id: 'index-keys-have-a-hole',
    title: 'the second of three index keys is missing',
    operation: 'getSubscriptionInsightUsers',
    rule: 'records.index-holes',
    rarity: 'rare',
    hook: record((one) => {
      const { 1: second, ...rest } = (one.discoveryTypes ?? {}) as Record<string, unknown>;
      return second === undefined ? one : { ...one, discoveryTypes: { ...rest, 2: second } };
    }),
  },
  {
    id: 'the-last-field-of-a-licence-is-a-number',
    title: 'the last field of the last licence is a number',
    operation: 'getApplications',
    rule: 'records.types',
    also: ['relations.detail-agrees'],
    rarity: 'rare',
    hook: record((one) => lastOf(one, 'licenses', (licence) => ({ ...licence, collectionTargetId: 17 }))),
  },
  {
    id: 'the-last-field-of-an-insight-detail-is-null-text',
    title: 'the last field of the last detail of an insight user is a boolean',
    operation: 'getSubscriptionInsightUsers',
    rule: 'records.types',
    rarity: 'rare',
    hook: record((one) => lastOf(one, 'details', (detail) => ({ ...detail, applicationName: false }))),
  },
  {
    id: 'a-time-in-an-insight-detail-has-no-zone',
    title: 'a time in the details of an insight user has no zone',
    operation: 'getSubscriptionInsightUsers',
    rule: 'records.zones',
    rarity: 'rare',
    hook: record((one) => lastOf(one, 'details', (detail) => ({ ...detail, lastActive: '2025-02-03T08:00:00' }))),
  },
  {
    id: 'the-last-point-of-a-chart-counts-in-text',
    title: 'the count of the last point of the last chart is a string',
    operation: 'getUserKpis',
    rule: 'records.types',
    rarity: 'rare',
    hook: record((one) => lastOf(one, 'currentTotalChartData', (point) => ({ ...point, total: `${point.total}` }))),
  },
  {
    id: 'the-last-date-of-a-chart-has-no-time',
    title: 'the date of the last point of a chart has no time',
    operation: 'getUserKpis',
    rule: 'records.dates',
    rarity: 'rare',
    hook: record((one) => lastOf(one, 'currentActiveChartData', (point) => ({ ...point, date: '2025-02-03' }))),
  },
  {
    id: 'the-last-figure-of-the-kpis-is-a-text',
    title: 'valueCurrent of the last figure of the KPIs is a string',
    operation: 'getApplicationKpis',
    rule: 'records.types',
    rarity: 'rare',
    hook: record((one) => ({
      ...one,
      unassignedSubscriptions: { ...(one.unassignedSubscriptions as Row), valueCurrent: '3' },
    })),
  },
  {
    id: 'a-category-counts-a-fraction',
    title: 'the count of the last category of the KPIs is a fraction',
    operation: 'getApplicationsKpis',
    rule: 'records.types',
    rarity: 'rare',
    hook: record((one) => lastOf(one, 'appCategories', (category) => ({ ...category, total: 1.5 }))),
  },
  {
    id: 'the-trend-of-the-overview-is-a-text',
    title: 'the trend of the overview is a string',
    operation: 'getApplicationsOverviewKpis',
    rule: 'records.types',
    rarity: 'rare',
    hook: record((one) => lastOf(one, 'total', (total) => ({ ...total, trend: 'up' }))),
  },
  {
    id: 'a-day-of-the-overview-has-no-zone',
    title: 'the last day of the overview has no zone',
    operation: 'getApplicationsOverviewKpis',
    rule: 'records.zones',
    rarity: 'rare',
    hook: record((one) =>
      lastOf(one, 'applicationDiscoveryLastSevenDays', (day) => ({ ...day, date: '2025-02-03T00:00:00' })),
    ),
  },
  {
    id: 'one-type-of-many-is-unknown',
    title: 'one agreement of a list has an unknown type',
    operation: 'getAgreements',
    rule: 'relations.type-known',
    also: ['relations.detail-agrees'],
    rarity: 'rare',
    hook: at(5, (one) => ({ ...one, typeId: '3a541836-17ed-4da2-8dee-0b7a1bf39e2d' })),
  },
  {
    id: 'one-field-of-the-detail-is-another-one',
    title: 'one field of a user differs in a read by id',
    operation: 'getUser',
    rule: 'relations.detail-agrees',
    rarity: 'rare',
    hook: presented((one) => ({ ...one, userCostPerMonth: Number(one.userCostPerMonth) + 0.01 })),
  },
  {
    id: 'a-contract-has-another-manufacturer-in-its-detail',
    title: 'the manufacturerId of a contract differs in a read by id',
    operation: 'getContract',
    rule: 'relations.detail-agrees',
    rarity: 'rare',
    hook: presented((one) => ({ ...one, manufacturerId: '3a541836-17ed-4da2-8dee-0b7a1bf39e2d' })),
  },
  {
    id: 'a-link-of-a-period-has-no-rel',
    title: 'the link of a period has no rel',
    operation: 'getAgreementPeriods',
    rule: 'relations.links',
    rarity: 'rare',
    hook: record((one) => ({ ...one, _links: [{ href: 'api/sam/v2/agreements', rel: 7, method: 'GET' }] })),
  },
]);
