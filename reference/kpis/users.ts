import { times, timestamp } from '../../generators/tenant/random.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Period, Row } from '../model.js';

const POINTS = 6;

/**
 * The KPIs of all users within a period (section "User KPIs"). The `current` charts divide the period into equal
 * parts; the others divide the equally long time before it, and the trends compare the two.
 */
export function userKpis(tenant: Tenant, period: Period): Row {
  const length = period.to - period.from;
  const before = { from: period.from - length, to: period.from };
  const now = activityWithin(tenant, period);
  const earlier = activityWithin(tenant, before);
  const previous = slices(before).map((slice) => activityWithin(tenant, slice));
  const current = slices(period).map((slice) => activityWithin(tenant, slice));
  const pick = (points: readonly Activity[], ...names: (keyof Activity)[]) =>
    points.map((point) =>
      Object.fromEntries([...names, 'total' as const, 'date' as const].map((name) => [name, point[name]])),
    );
  return {
    active: now.active,
    inactive: now.inactive,
    noActivity: now.noActivity,
    total: now.total,
    activeTrend: now.active - earlier.active,
    inactiveTrend: now.inactive - earlier.inactive,
    noActivityTrend: now.noActivity - earlier.noActivity,
    totalTrend: now.total - earlier.total,
    activeChartData: pick(previous, 'active'),
    currentActiveChartData: pick(current, 'active'),
    inactiveChartData: pick(previous, 'inactive'),
    currentInactiveChartData: pick(current, 'inactive'),
    noActivityChartData: pick(previous, 'noActivity'),
    currentNoActivityChartData: pick(current, 'noActivity'),
    totalChartData: pick(previous, 'added', 'removed'),
    currentTotalChartData: pick(current, 'added', 'removed'),
  };
}

type Activity = ReturnType<typeof activityWithin>;

/** The users known by the end of a period, by when they were last active: within it, at another time, or never. */
function activityWithin({ users }: Tenant, period: Period) {
  // Timestamps of the same form sort like strings, which avoids parsing 100,000 dates.
  const from = timestamp(period.from);
  const to = timestamp(period.to);
  const within = (time: string | null) => time !== null && time >= from && time <= to;
  const counts = { active: 0, inactive: 0, noActivity: 0, total: 0, added: 0, removed: 0 };
  for (const { createdDate, lastActive, terminationDate } of users.records) {
    if (createdDate > to) continue;
    counts.total += 1;
    if (lastActive === null) counts.noActivity += 1;
    else if (within(lastActive)) counts.active += 1;
    else counts.inactive += 1;
    if (within(createdDate)) counts.added += 1;
    if (within(terminationDate)) counts.removed += 1;
  }
  return { ...counts, date: to };
}

function slices({ from, to }: Period): Period[] {
  const step = (to - from) / POINTS;
  return times(POINTS, (index) => ({ from: from + index * step, to: from + (index + 1) * step }));
}
