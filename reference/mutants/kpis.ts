import type { Hook } from '../behaviour.js';
import { record } from '../hooks.js';
import type { Row } from '../model.js';
import { type Defect, each, family } from './mutant.js';

const DAY_MS = 86_400_000;
const PERIODS = ['getUserKpis', 'getApplicationsOverviewKpis'];
const DATED = [...PERIODS, 'getApplicationsKpis'];

/** Moves the points of all charts, or of some, by some days. */
const moved = (days: number, isMoved = (_name: string): boolean => true): Hook =>
  record((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, isMoved(name) ? movedIn(value, days) : value]),
    ),
  );

function movedIn(value: unknown, days: number): unknown {
  if (!Array.isArray(value)) return value;
  return (value as readonly Row[]).map((point) =>
    typeof point.date === 'string'
      ? { ...point, date: new Date(Date.parse(point.date) + days * DAY_MS).toISOString().replace('.000', '') }
      : point,
  );
}

/** Changes how the dates of a request are read. */
const dates =
  (change: (query: Readonly<Record<string, unknown>>) => Record<string, unknown>): Hook =>
  (steps) => ({ readDates: (context) => steps.readDates({ ...context, query: change(context.query) as never }) });

/** Changes the elements of an array of a KPI. */
const elements = (name: string, change: (all: readonly Row[]) => readonly Row[]): Hook =>
  record((one) => ({ ...one, ...(Array.isArray(one[name]) && { [name]: change(one[name] as readonly Row[]) }) }));

const firstTwice = (all: readonly Row[]): readonly Row[] => [...all.slice(0, 1), ...all];
const negativeFirst = (member: string) => (all: readonly Row[]) =>
  all.map((one, index) => (index === 0 ? { ...one, [member]: -1 } : one));

/** In days. */
const MONTH = 31;
/** The dates of the points of a chart. */
const POINTS = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'];

/** Figures of users that grow as their charts show, from about so many of each kind. */
function growing(begin: number): Row {
  const [active, inactive, noActivity] = [begin, begin + 1, begin - 1];
  const chart = (figure: string, first: number, step: number) =>
    POINTS.map((date, index) => ({ [figure]: first + index * step, total: 3 * begin + 9 + (index - 2) * 4, date }));
  return {
    ...{ active: active + 4, inactive: inactive + 2, noActivity: noActivity + 3, total: 3 * begin + 9 },
    ...{ activeTrend: 4, inactiveTrend: 2, noActivityTrend: 3, totalTrend: 9 },
    currentActiveChartData: chart('active', active, 2),
    currentInactiveChartData: chart('inactive', inactive, 1),
    currentNoActivityChartData: chart('noActivity', noActivity + 1, 1),
    currentTotalChartData: chart('added', 0, 0),
  };
}

/** Today, in the date format of an operation. */
const today = (operation: string): string =>
  operation === 'getUserKpis' ? new Date().toISOString() : new Date().toISOString().slice(0, 10);

/** KPIs of another period than the requested one, and required dates whose absence is accepted. */
export const kpis = family('kpis', [
  ...each(PERIODS, 'a KPI shows days after toDate', { rule: 'relations.kpi-period', hook: moved(40) }),
  ...each(PERIODS, 'a KPI shows days before fromDate', { rule: 'relations.kpi-period', hook: moved(-45) }),
  ...each(['getUserKpis'], 'a KPI shows charts of ten years before, whatever is asked for', {
    rule: 'relations.kpi-period',
    also: ['relations.kpi-end'],
    rarity: 'rare',
    hook: moved(-3653, (name) => !name.startsWith('current')),
  }),
  ...each(['getUserKpis'], 'a KPI is of the last days, whatever is asked for', {
    rule: 'relations.kpi-period',
    rarity: 'rare',
    hook: (steps) => ({
      readDates: (context) => {
        const { from, to } = steps.readDates(context);
        return { from: Date.now() - (to - from), to: Date.now() };
      },
    }),
  }),
  ...each(['getApplicationsKpis'], 'the number of unsanctioned applications is negative', {
    rule: 'relations.kpi-values',
    hook: record((one) => ({ ...one, unsanctioned: -2 })),
  }),
  ...each(['getApplicationKpis'], 'the number of subscriptions is negative', {
    rule: 'relations.kpi-values',
    hook: record((one) => ({ ...one, subscriptions: { value30DaysAgo: 0, valueCurrent: -1 } })),
  }),
  ...each(['getUserKpis'], 'the number of users in a chart is negative', {
    rule: 'relations.kpi-values',
    rarity: 'rare',
    hook: elements('currentActiveChartData', negativeFirst('active')),
  }),
  ...each(['getApplicationsOverviewKpis'], 'the number of discovered applications is negative', {
    rule: 'relations.kpi-values',
    rarity: 'rare',
    hook: elements('applicationDiscoveryLastSevenDays', negativeFirst('connectorCount')),
  }),
  ...each(['getUserKpis'], 'more users of a chart are active than there are', {
    rule: 'relations.kpi-values',
    rarity: 'rare',
    hook: elements('activeChartData', (all) => all.map((one) => ({ ...one, active: Number(one.total) + 1 }))),
  }),
  ...each(['getApplicationsKpis'], 'more applications are unsanctioned than there are', {
    rule: 'relations.kpi-values',
    hook: record((one) => ({ ...one, unsanctioned: Number(one.totalApplications) + 1 })),
  }),
  ...each(['getApplicationsKpis'], 'the first category is listed twice', {
    rule: 'relations.kpi-values',
    hook: elements('appCategories', firstTwice),
  }),
  ...each(['getApplicationsOverviewKpis'], 'the first day is listed twice', {
    rule: 'relations.kpi-values',
    hook: elements('applicationDiscoveryLastSevenDays', firstTwice),
  }),
  ...DATED.map(
    (operation): Defect => ({
      title: `no date at all is taken for a default period in ${operation}`,
      operation,
      rule: operation === 'getUserKpis' ? 'errors.dates-required-users' : 'errors.dates-required',
      rarity: 'rare',
      hook: dates((query) =>
        query.fromDate === undefined && query.toDate === undefined
          ? { ...query, fromDate: today(operation), toDate: today(operation) }
          : query,
      ),
    }),
  ),
  ...each(DATED, 'a toDate that is no date is accepted', {
    rule: 'errors.dates-invalid',
    rarity: 'rare',
    hook: dates((query) => {
      const { fromDate, toDate } = query;
      return Number.isNaN(Date.parse(String(toDate ?? '2020-01-01'))) ? { ...query, toDate: fromDate } : { ...query };
    }),
  }),
  ...each(DATED, 'an empty date is taken for none', {
    rule: 'errors.dates-invalid',
    rarity: 'rare',
    hook: dates((query) => (query.fromDate === '' ? { ...query, fromDate: query.toDate } : query)),
  }),
  {
    title: 'a day that a month does not have is read as one of the next month',
    operation: 'getApplicationsOverviewKpis',
    rule: 'errors.dates-invalid',
    rarity: 'rare',
    hook: dates((query) => ({ ...query, fromDate: String(query.fromDate).replace(/-02-3[01]/, '-03-02') })),
  },
  {
    title: 'the unsanctioned applications of a KPI are the sanctioned ones',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    hook: record((one) => ({ ...one, unsanctioned: Number(one.totalApplications) - Number(one.unsanctioned) })),
  },
  {
    title: 'the unsanctioned categories of a KPI count all applications',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    hook: record((one) => ({ ...one, appCategoriesUnsanctioned: one.appCategories })),
  },
  {
    title: 'the categories of a KPI and its unsanctioned ones are exchanged',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    hook: record((one) => ({
      ...one,
      appCategories: one.appCategoriesUnsanctioned,
      appCategoriesUnsanctioned: one.appCategories,
    })),
  },
  {
    title: 'each total of a category of a KPI is zero',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    also: ['relations.kpi-values'],
    hook: record((one) => ({
      ...one,
      appCategories: (one.appCategories as readonly Row[]).map((own) => ({ ...own, total: 0 })),
    })),
  },
  {
    title: 'the names of applications in a KPI are cut off',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    hook: record((one, _index, { tenant }) => ({
      ...one,
      activeUserApplications: tenant.applications.records
        .slice(0, 8)
        .map(({ name }) => ({ name: String(name).slice(0, 10), totalUsers: 1 })),
    })),
  },
  {
    title: 'each total of a category of a KPI is one too high',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    hook: record((one) => ({
      ...one,
      appCategories: (one.appCategories as readonly Row[]).map((own) => ({ ...own, total: Number(own.total) + 1 })),
    })),
  },
  {
    title: 'the most used unsanctioned applications of a KPI are those of all',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    hook: record((one, _index, { tenant }) => ({
      ...one,
      activeUserApplicationsUnsanctioned: tenant.applications.records
        .slice(0, 6)
        .map(({ name }) => ({ name, totalUsers: 1 })),
    })),
  },
  {
    title: 'the monthly cost of an application is its yearly cost',
    operation: 'getApplicationKpis',
    rule: 'relations.kpi-lists',
    rules: ['relations.kpi-record'],
    hook: (steps) => ({
      read: (context) => {
        const { yearlyCost } = context.tenant.applications.get(String(context.params.applicationId)) ?? {};
        return { ...steps.read(context), monthlyCost: { value30DaysAgo: yearlyCost, valueCurrent: yearlyCost } };
      },
    }),
  },
  {
    title: 'the two values of totalUsers of the KPIs of an application are swapped',
    operation: 'getApplicationKpis',
    rule: 'relations.kpi-lists',
    rules: ['relations.kpi-record'],
    hook: record((one) => {
      const { value30DaysAgo, valueCurrent } = one.totalUsers as Row;
      return { ...one, totalUsers: { value30DaysAgo: valueCurrent, valueCurrent: value30DaysAgo } };
    }),
  },
  {
    title: 'the KPIs of each application count the users of all',
    operation: 'getApplicationKpis',
    rule: 'relations.kpi-lists',
    rules: ['relations.kpi-record'],
    hook: (steps) => ({
      read: (context) => {
        const count = context.tenant.users.records.length;
        return { ...steps.read(context), totalUsers: { value30DaysAgo: count, valueCurrent: count } };
      },
    }),
  },
  {
    title: 'one chart of the KPIs of users is in the opposite order',
    operation: 'getUserKpis',
    rule: 'relations.kpi-values',
    rarity: 'rare',
    hook: elements('currentInactiveChartData', (all) => all.toReversed()),
  },
  {
    title: 'the largest category is missing in a KPI',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    rarity: 'rare',
    hook: elements('appCategories', (all) => {
      const most = Math.max(...all.map(({ total }) => Number(total)));
      return all.filter(({ total }) => total !== most);
    }),
  },
  {
    title: 'the smallest category is missing in a KPI',
    reference: { sizes: { applications: 120 } },
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    rarity: 'rare',
    hook: elements('appCategories', (all) => {
      const least = Math.min(...all.map(({ total }) => Number(total)));
      return all.toSpliced(
        all.findIndex(({ total }) => total === least),
        1,
      );
    }),
  },
  {
    title: 'the categories and the AI categories of a KPI are swapped',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    rarity: 'rare',
    hook: record((one) => ({ ...one, appCategories: one.aiAppCategories, aiAppCategories: one.appCategories })),
  },
  {
    title: 'the total in the chart of the inactive users is another one',
    operation: 'getUserKpis',
    rule: 'relations.kpi-values',
    rarity: 'rare',
    hook: elements('inactiveChartData', (all) => all.map((point) => ({ ...point, total: Number(point.total) + 7 }))),
  },
  {
    title: 'fewer users than none were added in a chart',
    operation: 'getUserKpis',
    rule: 'relations.kpi-values',
    rarity: 'rare',
    hook: elements('totalChartData', (all) => all.map((point) => ({ ...point, added: -1 }))),
  },
  {
    title: 'one chart of the KPIs of users has its first point twice',
    operation: 'getUserKpis',
    rule: 'relations.kpi-values',
    rarity: 'rare',
    hook: elements('totalChartData', (all) => [...all.slice(0, 1), ...all]),
  },
  {
    title: 'the AI categories of a KPI are all categories',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    hook: record((one) => ({ ...one, aiAppCategories: one.appCategories })),
  },
  {
    title: 'the most used unsanctioned applications of a KPI are sanctioned',
    operation: 'getApplicationsKpis',
    rule: 'relations.kpi-lists',
    rarity: 'rare',
    hook: record((one, _index, { tenant }) => ({
      ...one,
      activeUserApplicationsUnsanctioned: tenant.applications.records
        .filter(
          ({ name, sanctioned }, _at, all) => sanctioned && all.every((own) => own.name !== name || own.sanctioned),
        )
        .slice(0, 5)
        .map(({ name }) => ({ name, totalUsers: 1 })),
    })),
  },
  {
    title: 'the KPIs of applications of one vendor have the same id',
    operation: 'getApplicationKpis',
    rule: 'relations.kpi-lists',
    rules: ['relations.kpi-record'],
    rarity: 'rare',
    hook: (steps) => ({
      read: (context) => {
        const { vendor } = context.tenant.applications.get(String(context.params.applicationId)) ?? {};
        return { ...steps.read(context), id: `vendor ${String(vendor)}` };
      },
    }),
  },
  {
    title: 'the chart of the inactive users is that of the active ones',
    operation: 'getUserKpis',
    rule: 'relations.kpi-values',
    hook: record((one) => ({
      ...one,
      currentInactiveChartData: (one.currentActiveChartData as readonly Row[]).map(({ active, ...point }) => ({
        ...point,
        inactive: active,
      })),
    })),
  },
  {
    title: 'the chart of all users ends with a third of them',
    operation: 'getUserKpis',
    rule: 'relations.kpi-values',
    rarity: 'rare',
    hook: elements('currentTotalChartData', (all) =>
      all.map((point) => ({ ...point, total: Math.round(Number(point.total) / 3) })),
    ),
  },
  ...DATED.map(
    (operation): Defect => ({
      title: `toDate has no effect in ${operation}`,
      operation,
      rule: 'relations.kpi-end',
      also: ['errors.dates-invalid', 'relations.kpi-period'],
      hook: dates((query) =>
        Number.isNaN(Date.parse(String(query.toDate)))
          ? query
          : { ...query, toDate: today(operation).replace(/T.*/, 'T00:00:00Z') },
      ),
    }),
  ),
  {
    title: 'the total of the users ignores the period, unlike its chart',
    operation: 'getUserKpis',
    rule: 'relations.kpi-values',
    also: ['relations.kpi-period', 'records.shown'],
    rarity: 'rare',
    hook: record((one, _index, { query }) => ({
      ...one,
      ...growing(Date.parse(String(query.toDate)) > Date.now() - MONTH * DAY_MS ? 100 : 80),
      total: 309,
    })),
  },
  {
    title: 'the trend of all users has the wrong sign',
    operation: 'getUserKpis',
    rule: 'relations.kpi-values',
    also: ['relations.kpi-period', 'records.shown'],
    rarity: 'rare',
    hook: record((one) => ({ ...one, ...growing(100), totalTrend: -9 })),
  },
]);
