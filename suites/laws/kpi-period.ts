import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { requiredQuery } from '../../engine/session/world.js';
import { takesPeriod } from './applies.js';
import { fieldsOf } from './fields.js';

const DAY_MS = 86_400_000;
const MONTH_MS = 31 * DAY_MS;
/** How long before the requested period one that is compared with it may begin, in addition to the length of both. */
const YEAR_MS = 366 * DAY_MS;
/** The number of days by which each requested period precedes the usual one. */
const EARLIER = [0, 90];
/** The maximum shift of a date by a time zone. */
const TOLERANCE_MS = DAY_MS;

/** A chart of the requested period; a KPI may also have charts of the period before it, for comparison. */
const isOfPeriod = (name: string): boolean => name.startsWith('current') || name.includes('LastSevenDays');

/** How old the data of a target may be that takes "current" and "last" for the present, in days, if its points differ by period. */
const AGE = 8;

interface Present {
  /** The end of the usual period. */
  readonly now: number;
  /** Whether the chart is the same for each period, so that it may be of the time when the data were collected. */
  readonly isFixed: boolean;
}

/**
 * Whether a chart may show the present whatever the period, as its name can be read: points of the last seven days, or of one
 * day. A current chart that is the same for each period may show the last month of the data.
 */
function isOfNow(name: string, dates: readonly number[], { now, isFixed }: Present): boolean {
  const known = dates.filter((date) => !Number.isNaN(date));
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const ofCurrent = isFixed ? MONTH_MS : DAY_MS;
  const most = name.includes('LastSevenDays') ? AGE * DAY_MS : ofCurrent;
  return (
    isOfPeriod(name) && last - first <= most && (isFixed || last >= now - AGE * DAY_MS) && last <= now + TOLERANCE_MS
  );
}

export const kpiPeriod: AskRule = {
  id: 'relations.kpi-period',
  clause: 'relations.kpi-period',
  needs: ['answer'],
  appliesTo: (operation) => takesPeriod(operation) && Object.keys(fieldsOf(operation)).some(isOfPeriod),
  async ask(context) {
    const read: Kpis[] = [];
    for (const days of EARLIER) {
      const query = shifted(requiredQuery(context.operation), days);
      const answer = await context.ask(query);
      // A target may reject a period; what it returns for one is a record like any other.
      if (answer.status === context.operation.success.status) await context.ask(query, { valid: true });
      const body = recordIn(answer);
      if (body !== null) read.push({ answer, body, query });
    }
    const isFixed = (name: string) =>
      read.length === EARLIER.length && new Set(read.map(({ body }) => JSON.stringify(datesIn(body, name)))).size === 1;
    const compared = read.reduce((points, one) => points + reportOutside(context, one, isFixed), 0);
    if (compared === 0) context.lacksData('no chart has a point with a date');
  },
};

/** The KPIs of a period. */
interface Kpis {
  readonly answer: Answer;
  readonly body: JsonRecord;
  readonly query: Readonly<Record<string, string>>;
}

/** The times of the points of a chart, in milliseconds; NaN for a point without a date. */
function datesIn(body: JsonRecord, name: string): number[] {
  const chart = body[name];
  return (Array.isArray(chart) ? chart.filter(isRecord) : []).map(({ date }) => Date.parse(String(date)));
}

/**
 * Reports the points of each chart outside the period; returns the number of points. `isFixed` is whether a chart has the same
 * points for each period.
 */
function reportOutside(context: AskContext, { answer, body, query }: Kpis, isFixed: (name: string) => boolean): number {
  const { fromDate = '', toDate = '' } = query;
  const [from, to] = [Date.parse(fromDate) - TOLERANCE_MS, endOf(query) + TOLERANCE_MS];
  const now = endOf(requiredQuery(context.operation));
  let points = 0;
  for (const name of Object.keys(fieldsOf(context.operation))) {
    const dates = datesIn(body, name);
    points += dates.filter((date) => !Number.isNaN(date)).length;
    // A point of a week or a month has the date on which that begins or ends.
    const step = stepOf(dates);
    // A chart that shows nothing later than the same period of the year before is of no period that is compared with it.
    const hasBegin = isOfPeriod(name) || Math.max(...dates) < from - (to - from) - YEAR_MS - step;
    const index = dates.findIndex((date) => date > to + step || (hasBegin && date < from - step));
    if (index < 0 || isOfNow(name, dates, { now, isFixed: isFixed(name) })) continue;
    const date = new Date(dates[index] ?? 0).toISOString();
    const message = `${name} has a point at ${date}, but the requested period is ${fromDate} to ${toDate}`;
    const expected = hasBegin ? `${fromDate} to ${toDate}` : `nothing after ${toDate}`;
    context.report(answer, { at: `/${name}/${index}/date`, expected, actual: date, message });
  }
  return points;
}

/** The time for which a point of a chart stands, in milliseconds: the smallest distance of two of more than a day, at most a month. */
function stepOf(dates: readonly number[]): number {
  const ordered = dates.filter((date) => !Number.isNaN(date)).toSorted((one, other) => one - other);
  const steps = ordered.slice(1).map((date, index) => date - (ordered[index] ?? date));
  const least = Math.min(...steps.filter((step) => step > 0));
  return least > DAY_MS && least <= MONTH_MS ? least : 0;
}

/** The end of a period; a date without a time includes the whole day. */
function endOf({ toDate = '' }: Readonly<Record<string, string>>): number {
  return Date.parse(toDate) + (toDate.length === 10 ? DAY_MS : 0);
}

/** A period some days earlier, in the same form. */
function shifted(query: Readonly<Record<string, string>>, days: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const time = new Date(Date.parse(text) - days * DAY_MS).toISOString();
      return [name, text.length === 10 ? time.slice(0, 10) : time];
    }),
  );
}
