import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import type { Difference } from '../../engine/session/seen.js';
import { sameJson } from '../../engine/session/validation.js';

/** The figures of the KPIs of users of which charts show how they changed. */
const FIGURES = ['active', 'inactive', 'noActivity', 'total'] as const;
/** The names of charts before the figure: of the requested period, and of another one. */
const FAMILIES = ['current', ''] as const;
/** With so many points, two charts that are the same are so by no chance. */
const SEVERAL = 3;
/** By how much a figure may differ from its chart, as a part of it: they may be counted at different times. */
const SLACK = 0.1;
/** By how much a figure may differ from its chart where the chart is rounded, to fives or tens. */
const ROUNDED = 5;

/** A chart of a figure: the numbers of its points in the order of their dates. */
interface Chart {
  readonly figure: string;
  readonly name: string;
  /** What the KPI says the figure is. */
  readonly stated: number;
  readonly dates: readonly number[];
  readonly numbers: readonly number[];
}

/** What is wrong with charts that other charts of the same response show to be about something else than their names say. */
export function chartProblems(kpi: JsonRecord): readonly Difference[] {
  const families = FAMILIES.map((family) => FIGURES.flatMap((figure) => chartOf(kpi, family, figure) ?? []));
  const trends = families.flatMap((charts) => reversedTrend(kpi, charts) ?? []);
  const totals = FAMILIES.flatMap((family) => otherTotals(kpi, family) ?? []);
  return [...families.flatMap((charts) => copyIn(charts) ?? oddIn(charts) ?? []), ...trends.slice(0, 1), ...totals];
}

/**
 * The only chart with other totals than all others, which have the same ones at several dates. That of the total may count how it
 * changes where the others repeat the last one.
 */
function otherTotals(kpi: JsonRecord, family: string): Difference | null {
  const charts = FIGURES.flatMap((figure) => {
    const name = nameOf(family, figure);
    const points = Array.isArray(kpi[name]) ? kpi[name].filter(isRecord) : [];
    const totals = points.flatMap(({ date, total }) =>
      typeof total === 'number' ? [[String(date), total] as const] : [],
    );
    return totals.length < SEVERAL ? [] : [{ name, totals: new Map(totals) }];
  });
  if (charts.length <= SEVERAL) return null;
  const dates = [...(charts[0]?.totals.keys() ?? [])].filter((date) => charts.every(({ totals }) => totals.has(date)));
  for (const { name, totals } of charts.filter((one) => one.name !== nameOf(family, 'total'))) {
    const [other, ...rest] = charts.filter((one) => one.name !== name);
    const isAlike = dates.every((date) => rest.every((one) => one.totals.get(date) === other?.totals.get(date)));
    const wrong = dates.filter((date) => totals.get(date) !== other?.totals.get(date));
    const [date] = wrong;
    if (other === undefined || date === undefined || !isAlike || wrong.length < SEVERAL) continue;
    const [own, expected] = [totals.get(date), other.totals.get(date)];
    const message = `total in ${name} is ${own} at ${date}, and ${expected} in each other chart; ${wrong.length} of ${dates.length} dates differ`;
    return { at: `/${name}`, expected: `${expected}`, actual: `${own}`, message };
  }
  return null;
}

/**
 * The only trend against the direction of its chart, if the trends of the parts add up to that of the total once it has the
 * other sign: a trend may be that of another period, and then does not fit so exactly.
 */
function reversedTrend(kpi: JsonRecord, charts: readonly Chart[]): Difference | null {
  const trends = charts.flatMap(({ figure, name, numbers }) => {
    const [trend, change] = [kpi[`${figure}Trend`], (numbers.at(-1) ?? 0) - (numbers[0] ?? 0)];
    return typeof trend === 'number' && trend * change !== 0 ? [{ figure, name, trend, change }] : [];
  });
  const [one, next] = trends.filter(({ trend, change }) => trend * change < 0);
  if (one === undefined || next !== undefined || trends.length < FIGURES.length) return null;
  const turned = trends.map((own) => (own === one ? -own.trend : own.trend) * (own.figure === 'total' ? -1 : 1));
  if (turned.reduce((sum, trend) => sum + trend, 0) !== 0) return null;
  const { figure, name, trend, change } = one;
  const message = `${figure}Trend is ${trend}, and ${name} ${change > 0 ? 'rises' : 'falls'} by ${Math.abs(change)}; the trends of the other figures have the direction of their charts, and add up with ${-trend}`;
  return { at: `/${figure}Trend`, expected: `${-trend}`, actual: `${trend}`, message };
}

const nameOf = (family: string, figure: string): string =>
  family === '' ? `${figure}ChartData` : `${family}${figure[0]?.toUpperCase()}${figure.slice(1)}ChartData`;

function chartOf(kpi: JsonRecord, family: string, figure: string): Chart | null {
  const name = nameOf(family, figure);
  const [chart, stated] = [kpi[name], kpi[figure]];
  if (!Array.isArray(chart) || chart.length === 0 || typeof stated !== 'number') return null;
  const points = chart.filter(isRecord).flatMap(({ date: text, [figure]: count }) => {
    const date = Date.parse(String(text));
    return typeof count === 'number' && !Number.isNaN(date) ? [{ date, count }] : [];
  });
  if (points.length < chart.length) return null;
  const ordered = points.toSorted((one, other) => one.date - other.date);
  return { figure, name, stated, dates: ordered.map(({ date }) => date), numbers: ordered.map(({ count }) => count) };
}

/**
 * Two charts with the same points, although the figures differ: the one that does not end with its figure is a copy of the other.
 * Charts that add up show a time when the figures were the same, such as one when all users were active.
 */
function copyIn(charts: readonly Chart[]): Difference | null {
  if (addUp(charts)) return null;
  for (const chart of charts) {
    const other = charts.find((one) => one !== chart && one.stated !== chart.stated && areSame(one, chart));
    if (other === undefined || endsNear(chart)) continue;
    const message = `${chart.name} has the same numbers as ${other.name} at each of ${chart.dates.length} dates, and ${chart.figure} is ${chart.stated}, ${other.figure} ${other.stated}`;
    return {
      at: `/${chart.name}`,
      expected: `the numbers of ${chart.figure}`,
      actual: `those of ${other.figure}`,
      message,
    };
  }
  return null;
}

/** Whether the parts are the total at each date. */
function addUp(charts: readonly Chart[]): boolean {
  const total = charts.find(({ figure }) => figure === 'total');
  const parts = charts.filter((chart) => chart !== total);
  if (total === undefined || parts.length < FIGURES.length - 1) return false;
  if (!parts.every(({ dates }) => sameJson(dates, total.dates))) return false;
  return total.numbers.every(
    (number, at) => parts.reduce((sum, { numbers }) => sum + (numbers[at] ?? 0), 0) === number,
  );
}

function areSame({ dates, numbers }: Chart, other: Chart): boolean {
  const isTelling = numbers.length >= SEVERAL && new Set(numbers).size > 1;
  return isTelling && sameJson(dates, other.dates) && sameJson(numbers, other.numbers);
}

/** The only chart that does not end with its figure, if all three others do. */
function oddIn(charts: readonly Chart[]): Difference | null {
  const [chart, next] = charts.filter((one) => !endsRight(one));
  const right = charts.filter(endsRight).map(({ stated }) => stated);
  if (chart === undefined || next !== undefined || right.length < SEVERAL) return null;
  if (right.includes(0) || new Set(right).size < right.length) return null;
  const last = chart.numbers.at(-1) ?? 0;
  if (Math.abs(last - chart.stated) <= Math.max(1, SLACK * chart.stated)) return null;
  const message = `${chart.name} ends with ${last} and ${chart.figure} is ${chart.stated}, and each other chart ends with its figure`;
  return { at: `/${chart.name}`, expected: `${chart.stated} at the last date`, actual: `${last}`, message };
}

const endsRight = ({ numbers, stated }: Chart): boolean => numbers.at(-1) === stated;

/** Whether a chart ends with its figure, once both are rounded. */
const endsNear = ({ numbers, stated }: Chart): boolean => Math.abs((numbers.at(-1) ?? 0) - stated) <= ROUNDED;
