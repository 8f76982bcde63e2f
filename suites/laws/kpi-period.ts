import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { requiredQuery } from '../../engine/session/world.js';
import { isList, takes } from './applies.js';
import { fieldsOf } from './fields.js';

const DAY_MS = 86_400_000;
/** The number of days by which each requested period precedes the usual one. */
const EARLIER = [0, 90];
/** The maximum shift of a date by a time zone. */
const TOLERANCE_MS = DAY_MS;

const takesPeriod: AskRule['appliesTo'] = (operation) => takes('fromDate')(operation) && !isList(operation);

/** A chart of the requested period; a KPI may also have charts of the period before it, for comparison. */
const isOfPeriod = (name: string): boolean => name.startsWith('current') || name.includes('LastSevenDays');

/** How old the data of a target may be that takes "current" and "last" for the present, in days. */
const AGE = 8;

/**
 * Whether a chart may show the present whatever the period, as its name can be read: points of the last seven days, or of one
 * day. `now` is the end of the usual period.
 */
function isOfNow(name: string, dates: readonly number[], now: number): boolean {
  const known = dates.filter((date) => !Number.isNaN(date));
  const [first, last] = [Math.min(...known), Math.max(...known)];
  const most = (name.includes('LastSevenDays') ? AGE : 1) * DAY_MS;
  return isOfPeriod(name) && last - first <= most && last >= now - AGE * DAY_MS && last <= now + TOLERANCE_MS;
}

export const kpiPeriod: AskRule = {
  id: 'relations.kpi-period',
  clause: 'relations.kpi-period',
  needs: ['answer'],
  appliesTo: (operation) => takesPeriod(operation) && Object.keys(fieldsOf(operation)).some(isOfPeriod),
  async ask(context) {
    let compared = 0;
    for (const days of EARLIER) {
      const query = shifted(requiredQuery(context.operation), days);
      const answer = await context.ask(query);
      const body = recordIn(answer);
      if (body !== null) compared += reportOutside(context, answer, body, query);
    }
    if (compared === 0) context.lacksData('no chart has a point with a date');
  },
};

/** Reports the points of each chart outside the period; returns the number of points. */
function reportOutside(
  context: AskContext,
  answer: Answer,
  body: JsonRecord,
  period: Readonly<Record<string, string>>,
): number {
  const { fromDate = '', toDate = '' } = period;
  const from = Date.parse(fromDate) - TOLERANCE_MS;
  const to = endOf(period) + TOLERANCE_MS;
  const now = endOf(requiredQuery(context.operation));
  let points = 0;
  for (const name of Object.keys(fieldsOf(context.operation))) {
    const chart = body[name];
    const dates = (Array.isArray(chart) ? chart.filter(isRecord) : []).map(({ date }) => Date.parse(String(date)));
    points += dates.filter((date) => !Number.isNaN(date)).length;
    const index = dates.findIndex((date) => date > to || (isOfPeriod(name) && date < from));
    if (index < 0 || isOfNow(name, dates, now)) continue;
    const date = new Date(dates[index] ?? 0).toISOString();
    const message = `${name} has a point at ${date}, but the requested period is ${fromDate} to ${toDate}`;
    const expected = isOfPeriod(name) ? `${fromDate} to ${toDate}` : `nothing after ${toDate}`;
    context.report(answer, { at: `/${name}/${index}/date`, expected, actual: date, message });
  }
  return points;
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
