import { times, timestamp } from '../../generators/tenant/random.js';
import type { User } from '../../generators/tenant/stored.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Period, Row } from '../model.js';
import type { ValueColumn } from '../query/value-column.js';

const POINTS = 6;
const SECOND = 1000;

/**
 * The KPIs of all users within a period (section "User KPIs"). The `current` charts divide the period into equal
 * parts; the others divide the equally long time before it, and the trends compare the two.
 */
export function userKpis(moments: UserMoments, period: Period): Row {
  const length = period.to - period.from;
  const before = { from: period.from - length, to: period.from };
  const now = activityWithin(moments, period);
  const earlier = activityWithin(moments, before);
  const previous = slices(before).map((slice) => activityWithin(moments, slice));
  const current = slices(period).map((slice) => activityWithin(moments, slice));
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

/** When each user was created, was last active and left, as seconds since 1970; never is `NaN`. */
export interface UserMoments {
  readonly created: Float64Array;
  readonly lastActive: Float64Array;
  readonly terminated: Float64Array;
}

/** The moments of all users, so that several periods take one read of the records, or none if their columns are known. */
export function momentsOfUsers({ users }: Tenant, columnOf: (field: keyof User) => ValueColumn | null): UserMoments {
  const momentsOf = (field: 'createdDate' | 'lastActive' | 'terminationDate') => {
    const column = columnOf(field);
    if (column === null) return Float64Array.from(users.records, (user) => secondsOf(user[field]));
    const { values, times } = column;
    const moments =
      times?.map((time) => time / SECOND) ?? Float64Array.from(values, (value) => secondsOf(String(value)));
    return Float64Array.from(column.codes, (code) => moments[code] ?? Number.NaN);
  };
  return {
    created: momentsOf('createdDate'),
    lastActive: momentsOf('lastActive'),
    terminated: momentsOf('terminationDate'),
  };
}

function secondsOf(time: string | null): number {
  return time === null ? Number.NaN : Date.parse(time) / SECOND;
}

/** The users known by the end of a period, by when they were last active: within it, at another time, or never. */
function activityWithin({ created, lastActive, terminated }: UserMoments, period: Period) {
  const date = timestamp(period.to);
  // Limited to whole seconds and to years with four digits, as the moments of the users are.
  const [from, to] = [secondsOf(timestamp(period.from)), secondsOf(date)];
  const within = (time: number) => time >= from && time <= to;
  const counts = { active: 0, inactive: 0, noActivity: 0, total: 0, added: 0, removed: 0 };
  for (let user = 0; user < created.length; user += 1) {
    const [creation, activity] = [created[user] as number, lastActive[user] as number];
    if (creation > to) continue;
    counts.total += 1;
    if (Number.isNaN(activity)) counts.noActivity += 1;
    else if (within(activity)) counts.active += 1;
    else counts.inactive += 1;
    if (within(creation)) counts.added += 1;
    if (within(terminated[user] as number)) counts.removed += 1;
  }
  return { ...counts, date };
}

function slices({ from, to }: Period): Period[] {
  const step = (to - from) / POINTS;
  return times(POINTS, (index) => ({ from: from + index * step, to: from + (index + 1) * step }));
}
