import { times, timestamp } from '../../generators/tenant/random.js';
import type { User } from '../../generators/tenant/stored.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Period, Row } from '../model.js';
import { firstIndex } from '../query/first-index.js';
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

/** Moments in ascending order, as seconds since 1970. */
type Moments = Float64Array;

/** When users were last active or left, of those created before. The others, of which there should be none, are compared one by one. */
interface LaterMoments {
  readonly ordinary: Moments;
  readonly odd: readonly { readonly created: number; readonly moment: number }[];
}

/** When users were created, were last active and left. */
export interface UserMoments {
  readonly created: Moments;
  /** When those users were created that never were active. */
  readonly createdInactive: Moments;
  readonly lastActive: LaterMoments;
  readonly terminated: LaterMoments;
}

/** The moments of all users, so that several periods take one read of the records, or none if their columns are known. */
export function momentsOfUsers({ users }: Tenant, columnOf: (field: keyof User) => ValueColumn | null): UserMoments {
  const momentsOf = (field: 'createdDate' | 'lastActive' | 'terminationDate') => {
    const column = columnOf(field);
    if (column === null) return Float64Array.from(users.records, (user) => secondsOf(user[field]));
    const { codes, values, numbers } = column;
    const known =
      numbers?.map((time) => time / SECOND) ?? Float64Array.from(values, (value) => secondsOf(String(value)));
    const moments = new Float64Array(codes.length);
    for (let user = 0; user < codes.length; user += 1) moments[user] = known[codes[user] as number] ?? Number.NaN;
    return moments;
  };
  // A user without a date was always there.
  const created = momentsOf('createdDate').map((moment) => (Number.isNaN(moment) ? Number.NEGATIVE_INFINITY : moment));
  const lastActive = momentsOf('lastActive');
  return {
    createdInactive: created.filter((_, user) => Number.isNaN(lastActive[user])).sort(),
    lastActive: laterMoments(created, lastActive),
    terminated: laterMoments(created, momentsOf('terminationDate')),
    created: created.sort(),
  };
}

function laterMoments(created: Float64Array, moments: Float64Array): LaterMoments {
  const odd: { created: number; moment: number }[] = [];
  const ordinary = moments.filter((moment, user) => {
    const creation = created[user] as number;
    if (moment < creation) odd.push({ created: creation, moment });
    return moment >= creation;
  });
  return { ordinary: ordinary.sort(), odd };
}

function secondsOf(time: string | null): number {
  return time === null ? Number.NaN : Date.parse(time) / SECOND;
}

/** The users known by the end of a period, by when they were last active: within it, at another time, or never. */
function activityWithin({ created, createdInactive, lastActive, terminated }: UserMoments, period: Period) {
  const date = timestamp(period.to);
  // Limited to whole seconds and to years with four digits, as the moments of the users are.
  const [from, to] = [secondsOf(timestamp(period.from)), secondsOf(date)];
  const total = countUntil(created, to);
  const active = countLater(lastActive, from, to);
  const noActivity = countUntil(createdInactive, to);
  return {
    active,
    inactive: total - active - noActivity,
    noActivity,
    total,
    added: countWithin(created, from, to),
    removed: countLater(terminated, from, to),
    date,
  };
}

/** How many moments are in a period, of users created by its end. */
function countLater({ ordinary, odd }: LaterMoments, from: number, to: number): number {
  const others = odd.filter(({ created, moment }) => created <= to && moment >= from && moment <= to);
  return countWithin(ordinary, from, to) + others.length;
}

function countWithin(moments: Moments, from: number, to: number): number {
  return Math.max(0, countUntil(moments, to) - countBefore(moments, from));
}

function countUntil(moments: Moments, limit: number): number {
  return firstIndex(moments, (moment) => moment > limit);
}

function countBefore(moments: Moments, limit: number): number {
  return firstIndex(moments, (moment) => moment >= limit);
}

function slices({ from, to }: Period): Period[] {
  const step = (to - from) / POINTS;
  return times(POINTS, (index) => ({ from: from + index * step, to: from + (index + 1) * step }));
}
