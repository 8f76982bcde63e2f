import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { plural } from '../../numbers/plural.js';
import { detailIds } from './detail-ids.js';
import { paramsFor } from './params-for.js';

/** The fewest applications whose KPIs say something in common. */
const SEVERAL = 3;
/** So many applications with swapped figures have them by no chance. */
const SWAPPED = 4;

/** The KPIs of an application agree with the record of it. */
export const kpiRecord: AskRule = {
  id: 'relations.kpi-record',
  clause: 'relations.kpi-lists',
  needs: ['answer'],
  appliesTo: () => true,
  async ask(context) {
    const shown = await kpisAndRecords(context);
    reportSharedId(context, shown);
    const costs = shown.filter(({ record }) => typeof record.yearlyCost === 'number' && record.yearlyCost > 0);
    if (shown.length < SEVERAL) context.lacksData('the KPIs of too few applications were read');
    const yearly = costs.filter(({ kpis, record }) => currentOf(kpis, 'monthlyCost') === record.yearlyCost);
    const [first] = yearly;
    if (first !== undefined && yearly.length >= SEVERAL && yearly.length === costs.length) {
      const [value, of] = [first.record.yearlyCost, plural(yearly.length, 'application')];
      const message = `monthlyCost is the yearlyCost of the application, in ${of}: ${value} for ${first.record.id}`;
      context.report(first.answer, {
        at: '/monthlyCost/valueCurrent',
        expected: `less than the yearlyCost ${value}`,
        actual: `${value}`,
        message,
      });
    }
    await reportUsersOfAll(context, shown);
    await reportSwapped(context, shown);
  },
};

/** Reports an id that the KPIs of two applications have, if others have an id of their own. */
function reportSharedId(context: AskContext, shown: readonly Shown[]): void {
  const ids = shown.map(({ kpis }) => kpis.id);
  if (new Set(ids).size < 2) return;
  const second = shown.find(({ kpis: { id } }, index) => typeof id === 'string' && ids.indexOf(id) < index);
  if (second === undefined) return;
  const { answer, kpis, record } = second;
  const message = `the KPIs of ${shown[ids.indexOf(kpis.id)]?.record.id} and ${record.id} have the same id`;
  context.report(answer, { at: '/id', expected: 'an id of its own', actual: String(kpis.id), message });
}

/** Reports totalUsers if it counts all users for each application, although their lists of users are shorter. */
async function reportUsersOfAll(context: AskContext, shown: readonly Shown[]): Promise<void> {
  const operation = context.world.operation('getUsers');
  const { totalItems } = await context.page({}, { operation, params: {} });
  // Without any user, each application has as many as there are.
  if (totalItems === null || totalItems === 0) return;
  const all = shown.filter(({ kpis }) => currentOf(kpis, 'totalUsers') === totalItems);
  if (all.length < SEVERAL || all.length < shown.length) return;
  for (const { answer, record } of all) {
    const own = await usersOf(context, record);
    if (own === null || own * 2 > totalItems) continue;
    const message = `totalUsers is ${totalItems} for each of ${plural(all.length, 'application')}, as many as there are users, and ${record.id} has ${own}`;
    const at = '/totalUsers/valueCurrent';
    return context.report(answer, { at, expected: `${own}`, actual: `${totalItems}`, message });
  }
}

/**
 * Reports totalUsers if the list of users of each application has as many records as its value of 30 days ago, and never its
 * current one: the two are swapped.
 */
async function reportSwapped(context: AskContext, shown: readonly Shown[]): Promise<void> {
  const swapped: { readonly id: unknown; readonly answer: Answer; readonly own: number; readonly current: unknown }[] =
    [];
  for (const { answer, kpis, record } of shown) {
    const [current, before] = ['valueCurrent', 'value30DaysAgo'].map((member) => figureOf(kpis, 'totalUsers', member));
    if (typeof before !== 'number' || typeof current !== 'number' || before === current) continue;
    const own = await usersOf(context, record);
    if (own !== before) return;
    swapped.push({ id: record.id, answer, own, current });
    if (swapped.length >= SWAPPED) break;
  }
  const [first] = swapped;
  if (first === undefined || swapped.length < SWAPPED || new Set(swapped.map(({ own }) => own)).size < 2) return;
  const { id, answer, own, current } = first;
  const of = plural(swapped.length, 'application');
  const message = `value30DaysAgo of totalUsers is the number of users in the list of each of ${of}, and valueCurrent is not: ${current} for ${id}, which has ${own}`;
  const at = '/totalUsers/valueCurrent';
  context.report(answer, { at, expected: `${own}`, actual: `${current}`, message });
}

/** The number of users in the list of an application. */
async function usersOf(context: AskContext, { id }: JsonRecord): Promise<number | null> {
  const operation = context.world.operation('getApplicationUsers');
  return (await context.page({}, { operation, params: paramsFor(operation, String(id)) })).totalItems;
}

function currentOf(kpis: JsonRecord, name: string): unknown {
  return figureOf(kpis, name, 'valueCurrent');
}

function figureOf(kpis: JsonRecord, name: string, member: string): unknown {
  const { [name]: figure } = kpis;
  return isRecord(figure) ? figure[member] : undefined;
}

/** The KPIs of an application with its record in the list. */
interface Shown {
  readonly answer: Answer;
  readonly kpis: JsonRecord;
  readonly record: JsonRecord;
}

async function kpisAndRecords(context: AskContext): Promise<Shown[]> {
  const list = context.world.operation('getApplications');
  const { items } = await context.page({}, { operation: list });
  const ids = (await detailIds(context)).map(({ id }) => id);
  const read = await Promise.all(
    ids.map(async (id) => {
      const answer = await context.ask({}, { params: paramsFor(context.operation, id), valid: true });
      const [kpis, record] = [recordIn(answer), items.find((item) => item.id === id)];
      if (kpis === null || record === undefined) return [];
      const isShown = ['monthlyCost', 'totalUsers'].some((name) => typeof currentOf(kpis, name) === 'number');
      return isShown ? [{ answer, kpis, record }] : [];
    }),
  );
  return read.flat();
}
