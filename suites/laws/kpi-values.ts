import type { JudgeRule } from '../../engine/run/rule.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { chartProblems } from './kpi-charts.js';
import { shown } from './shown.js';

const KPIS = ['application-kpis', 'applications-overview-kpis', 'applications-kpis', 'user-kpis'];
/** So many points have an order, and so many other charts show which one is usual. */
const SEVERAL = 3;
/** The members that count something; changes and trends may be negative, and so may what is left of licences. */
const COUNTS = new Set([
  ...['browserMeteringCount', 'connectorCount', 'deviceCount', 'manuallyAddedCount', 'ssoCount'],
  ...['totalApplications', 'unsanctioned', 'total', 'totalUsers', 'subscriptions', 'active', 'inactive', 'noActivity'],
  'added',
]);
/** The members that count some of what the total beside them counts. */
const PARTS: readonly (readonly [part: string, total: string])[] = [
  ...['active', 'inactive', 'noActivity'].map((part) => [part, 'total'] as const),
  ['unsanctioned', 'totalApplications'],
];
/** The members that hold one value of two times each, so that they count what the name of their object says. */
const TIMES = new Set(['value30DaysAgo', 'valueCurrent']);
/**
 * The member that distinguishes the elements of an array; none for other arrays: two applications may have the same name, and two
 * points of a short period the same time.
 */
function keyOf(array: string): string | undefined {
  if (array.includes('Days')) return 'date';
  return array.includes('Categories') ? 'name' : undefined;
}

export const kpiValues: JudgeRule = {
  id: 'relations.kpi-values',
  clause: 'relations.kpi-values',
  needs: ['answer'],
  appliesTo: ({ success }) => KPIS.includes(success.schema ?? ''),
  judge({ operation, answer }, report) {
    const body = recordIn(answer);
    if (answer.status !== operation.success.status || body === null) return false;
    // What notApproved holds is not shown.
    const { notApproved: _unknown, ...known } = body;
    const counts = countsIn(known);
    const negative = counts.filter(({ value }) => value < 0);
    // Data may have negative numbers everywhere: that says nothing about one of them.
    const areOfOne = new Set(negative.map(({ name }) => name)).size === 1;
    for (const { at, name, value } of areOfOne ? negative : []) {
      const message = `${name} is ${value}, and it counts something`;
      report({ at, expected: 'zero or more', actual: `${value}`, message });
    }
    for (const { at, part, total, values } of excessesIn(known)) {
      const message = `${part} is ${values[0]}, and ${total} is ${values[1]}`;
      report({ at: `${at}/${part}`, expected: `at most ${values[1]}, the ${total}`, actual: `${values[0]}`, message });
    }
    for (const [name, chart] of Object.entries(known)) {
      const key = keyOf(name);
      if (!Array.isArray(chart) || key === undefined) continue;
      const twice = repeatedIn(chart.filter(isRecord), key);
      if (twice === null) continue;
      const message = `${name} has two elements with the ${key} ${shown(twice)}`;
      report({ at: `/${name}`, expected: `each ${key} once`, actual: shown(twice), message });
    }
    for (const problem of chartProblems(known)) report(problem);
    const reversed = reversedIn(known);
    if (reversed !== null) {
      const message = `the dates of ${reversed} descend, and those of all other charts ascend`;
      report({ at: `/${reversed}`, expected: 'dates in ascending order', actual: 'descending order', message });
    }
    const repeating = repeatingIn(known);
    if (repeating !== null) {
      const message = `${repeating} has two points with the same date, and no other chart has`;
      report({ at: `/${repeating}`, expected: 'each date once', actual: 'one twice', message });
    }
    return counts.length > 0;
  },
};

/** The charts with several points, with the times of these. */
function chartsIn(kpi: JsonRecord) {
  return Object.entries(kpi).flatMap(([name, chart]) => {
    const points = Array.isArray(chart) ? chart.filter(isRecord) : [];
    const times = points.map(({ date }) => Date.parse(String(date))).filter((time) => !Number.isNaN(time));
    return times.length < SEVERAL ? [] : [{ name, times }];
  });
}

/** The only chart with two points of the same time, if there are several others; `null` if there is none. */
function repeatingIn(kpi: JsonRecord): string | null {
  const charts = chartsIn(kpi);
  const repeating = charts.filter(({ times }) => new Set(times).size < times.length);
  return repeating.length === 1 && charts.length > SEVERAL ? (repeating[0]?.name ?? null) : null;
}

/** The only chart with descending dates, if several others have ascending ones; `null` if there is none. */
function reversedIn(kpi: JsonRecord): string | null {
  const charts = chartsIn(kpi);
  const isOrdered = (times: readonly number[], direction: 1 | -1) =>
    times.every((time, at) => at === 0 || direction * (time - (times[at - 1] ?? 0)) > 0);
  const descending = charts.filter(({ times }) => isOrdered(times, -1));
  const ascending = charts.filter(({ times }) => isOrdered(times, 1));
  const [one, next] = descending;
  return one !== undefined &&
    next === undefined &&
    ascending.length >= SEVERAL &&
    ascending.length === charts.length - 1
    ? one.name
    : null;
}

interface Count {
  readonly at: string;
  readonly name: string;
  readonly value: number;
}

/** The numbers in a KPI that count something, each with its JSON Pointer and the name that says what. */
function countsIn(value: unknown, at = '', name = ''): Count[] {
  if (typeof value === 'number') return COUNTS.has(name) ? [{ at, name, value }] : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => countsIn(one, `${at}/${index}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([own, member]) =>
    countsIn(member, `${at}/${own}`, TIMES.has(own) ? name : own),
  );
}

/** A part of a total that is larger than the total, with the JSON Pointer of their object. */
interface Excess {
  readonly at: string;
  readonly part: string;
  readonly total: string;
  readonly values: readonly [part: number, total: number];
}

/** The parts that are larger than their totals, in a KPI and in the points of its charts. */
function excessesIn(kpi: JsonRecord): Excess[] {
  const charts = Object.entries(kpi).flatMap(([name, chart]) =>
    (Array.isArray(chart) ? chart : []).map((point, index) => [`/${name}/${index}`, point] as const),
  );
  return [['', kpi] as const, ...charts].flatMap(([at, one]) => {
    if (!isRecord(one)) return [];
    return PARTS.flatMap(([part, total]): Excess[] => {
      const { [part]: own, [total]: whole } = one;
      if (typeof own !== 'number' || typeof whole !== 'number' || own <= whole) return [];
      return [{ at, part, total, values: [own, whole] }];
    });
  });
}

/** The first value of a member that two elements have; `null` if there is none. */
function repeatedIn(elements: readonly JsonRecord[], member: string): string | null {
  const known = new Set<string>();
  for (const { [member]: value } of elements) {
    if (typeof value !== 'string') continue;
    if (known.has(value)) return value;
    known.add(value);
  }
  return null;
}
