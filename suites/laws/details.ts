import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { isReadById } from './applies.js';
import { detailIds, type ListedId, listOf } from './detail-ids.js';
import { fieldsOf, isIdentified } from './fields.js';
import { paramsFor } from './params-for.js';
import { isSameId } from './same-id.js';

/** KPIs of one application: they say of the application what no list item says. */
const KPIS = 'application-kpis';

/** How often a difference has to show again, all the same. */
const LOOKS = 4;

/** A record by its id, read as the operation of the check reads it; `null` where it is not answered. */
interface Detail {
  readonly id: string;
  readonly answer: Answer;
  readonly record: JsonRecord | null;
}

async function detailOf(context: AskContext, id: string, again?: string): Promise<Detail> {
  const params = paramsFor(context.operation, id);
  const answer = await context.ask({}, { params, valid: true, ...(again !== undefined && { again }) });
  const { json } = answer;
  const value = answer.status === 200 && json.problem === undefined ? json.value : null;
  return { id, answer, record: isRecord(value) ? value : null };
}

export const sameId: AskRule = {
  id: 'relations.same-id',
  clause: 'relations.same-id',
  needs: ['records'],
  appliesTo: (operation) => isReadById(operation) && isIdentified(operation) && listOf(operation) !== null,
  async ask(context) {
    let compared = 0;
    for (const { id } of await detailIds(context)) {
      const { answer, record } = await detailOf(context, id);
      if (typeof record?.id !== 'string') continue;
      compared += 1;
      if (isSameId(record.id, id) || !(await isOfAnother(context, record.id))) continue;
      const message = `the record ${id} was asked for and ${record.id} is answered`;
      context.report(answer, { at: '/id', expected: id, actual: record.id, message });
    }
    if (compared === 0) context.lacksData('no record was answered with its id');
    if (compared === 1) context.lacksData('one record alone was read, so that nothing shows that the id was');
  },
};

/** Whether an id that was not asked for is certainly wrong; KPIs may have an id of their own, but not that of a neighbour. */
async function isOfAnother(context: AskContext, id: string): Promise<boolean> {
  if (context.operation.success.schema !== KPIS) return true;
  const list = context.world.operation(listOf(context.operation) ?? '');
  const { items } = await context.walk(100, {}, { operation: list });
  return items.some((item) => isSameId(item.id, id));
}

export const detailAgrees: AskRule = {
  id: 'relations.detail-agrees',
  clause: 'relations.detail-agrees',
  needs: ['records'],
  appliesTo: (operation) => {
    const list = listOf(operation);
    return isReadById(operation) && list !== null && operation.success.schema !== KPIS;
  },
  async ask(context) {
    const list = context.world.operation(listOf(context.operation) ?? '');
    let compared = 0;
    for (const one of await detailIds(context)) {
      const { id } = one;
      const { shared, fields: first } = await differing(context, list, one, undefined);
      compared += shared;
      // A live target moves some fields with every read: both are read again before they are compared.
      let stood = first;
      for (let look = 1; look <= LOOKS && stood.length > 0; look += 1) {
        const again = (await differing(context, list, one, `agrees ${look}`)).fields;
        stood = again.filter(({ values }) => stood.some((before) => sameJson(before.values, values)));
      }
      for (const { answer, values } of stood) {
        const message = `${values.name} of ${id} is one thing in ${list.id} and another read by its id`;
        const expected = JSON.stringify(values.listed);
        context.report(answer, { at: `/${values.name}`, expected, actual: JSON.stringify(values.read), message });
      }
    }
    if (compared === 0) context.inconclusive(`no record is answered by its id with a field that ${list.id} shows too`);
  },
};

interface Differing {
  readonly answer: Answer;
  readonly values: { readonly name: string; readonly listed: unknown; readonly read: unknown };
}

/** How many fields a list item and its detail both carry, their id aside, and those of them that differ. */
async function differing(
  context: AskContext,
  list: Operation,
  { id, page: where }: ListedId,
  again: string | undefined,
): Promise<{ readonly shared: number; readonly fields: readonly Differing[] }> {
  const page = await context.page(where, { operation: list, valid: false, ...(again !== undefined && { again }) });
  const listed = page.items.find((item) => isSameId(item.id, id)) ?? {};
  const { answer, record } = await detailOf(context, id, again);
  const shared = Object.keys(fieldsOf(list)).filter(
    (name) => name !== 'id' && name in listed && record !== null && name in record,
  );
  const fields = shared
    .map((name) => ({ answer, values: { name, listed: listed[name], read: record?.[name] } }))
    .filter(({ values }) => !sameJson(values.listed, values.read));
  return { shared: shared.length, fields };
}

/** The rules of records that are read by their id. */
export const details = [sameId, detailAgrees];
