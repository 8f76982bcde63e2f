import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { sameJson } from '../../engine/session/validation.js';
import { requiredQuery } from '../../engine/session/world.js';
import { takesPeriod } from './applies.js';
import { fieldsOf } from './fields.js';
import { LONG_AGO, periodQuery } from './usual-periods.js';

/** How often KPIs that may change by themselves are read. */
const LOOKS = 2;

/** The members with points in time, as the document names them. */
const CHART = /ChartData$|LastSevenDays$/;

/** The KPIs of a period that began long ago are others if it ended long ago too, where they depend on its begin. */
export const kpiEnd: AskRule = {
  id: 'relations.kpi-end',
  clause: 'relations.kpi-end',
  from: 'standard',
  needs: ['answer'],
  appliesTo: takesPeriod,
  async ask(context) {
    const usual = requiredQuery(context.operation);
    const ended = periodQuery(context.operation, LONG_AGO);
    const lasting = { ...usual, fromDate: ended.fromDate };
    for (let look = 1; look <= LOOKS; look += 1) {
      const again = look === 1 ? undefined : `end ${look}`;
      const [past, whole] = [await kpisOf(context, ended, again), await kpisOf(context, lasting, again)];
      if (!sameJson(past, whole)) return;
      // A target may answer a period that it finds too long without any data.
      if (!hasFigure(past)) context.lacksData('the KPIs of a period of many years have no figure but zero');
      // What the figures count is unspecified, and may be users who were active since the begin, until now.
      if (Object.keys(fieldsOf(context.operation)).some((name) => CHART.test(name)) && !hasPoint(whole))
        context.lacksData('no chart has a point');
      const recent = await kpisOf(context, usual, again);
      if (sameJson(whole, recent))
        context.inconclusive('the KPIs do not depend on fromDate, so they may not depend on the period at all');
      // All data of the target may be of long ago.
      if (sameJson(recent, await kpisOf(context, { ...usual, fromDate: ended.toDate ?? '' }, again)))
        context.inconclusive(`the target shows no data between ${ended.toDate} and ${usual.fromDate}`);
    }
    const answer = await context.ask(ended);
    const message = `the KPIs from ${ended.fromDate} to ${ended.toDate} are those to ${usual.toDate}, in all members, and others than those from ${usual.fromDate}: toDate has no effect`;
    context.report(answer, {
      at: '',
      expected: `KPIs until ${ended.toDate}`,
      actual: `KPIs until ${usual.toDate}`,
      message,
    });
  },
};

/** Whether KPIs have a figure other than zero, at any depth. */
function hasFigure(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasFigure);
  return typeof value === 'number' && value !== 0;
}

/** Whether a chart has a point. */
function hasPoint(kpis: JsonRecord): boolean {
  return Object.entries(kpis).some(([name, chart]) => CHART.test(name) && Array.isArray(chart) && chart.length > 0);
}

/** The documented members of the KPIs of a period; inconclusive if the target returns none. */
async function kpisOf(
  context: AskContext,
  query: Readonly<Record<string, string>>,
  again: string | undefined,
): Promise<JsonRecord> {
  const answer = await context.ask(query, again === undefined ? {} : { again });
  const body = answer.status === context.operation.success.status ? recordIn(answer) : null;
  if (body === null)
    return context.inconclusive(`the KPIs from ${query.fromDate} to ${query.toDate} returned ${answer.summary}`);
  const names = Object.keys(fieldsOf(context.operation)).filter((name) => Object.hasOwn(body, name));
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}
