import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { isSameId } from '../../engine/session/same-id.js';
import { sameJson } from '../../engine/session/validation.js';
import { isReadById } from './applies.js';
import { detailIds, type ListedId, listOf } from './detail-ids.js';
import { fieldsOf, isIdentified } from './fields.js';
import { notShownAgain } from './not-shown-again.js';
import { paramsFor } from './params-for.js';
import { isLoaded, sameValue } from './same-value.js';

/** KPIs of one application: they share no field with a list item. */
const KPIS = 'application-kpis';

/** How often a difference has to show again, all the same. */
const LOOKS = 4;

/** A record read by its id with the operation of the check; `null` if the operation does not return it. */
interface Detail {
  readonly id: string;
  readonly answer: Answer;
  readonly record: JsonRecord | null;
}

async function detailOf(context: AskContext, id: string, again?: string): Promise<Detail> {
  const params = paramsFor(context.operation, id);
  const answer = await context.ask({}, { params, valid: true, ...(again !== undefined && { again }) });
  return { id, answer, record: recordIn(answer) };
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
      if (isSameId(record.id, id) || !(await isOfAnother(context, record.id, id))) continue;
      const message = `a request for the record ${id} returned the record ${record.id}`;
      context.report(answer, { at: '/id', expected: id, actual: record.id, message });
    }
    if (compared === 0) context.lacksData('no response contained the id of its record');
    if (compared === 1) context.lacksData('only one record was read, so nothing proves that the target reads the id');
  },
};

/**
 * Whether an id that was not requested is certainly wrong; KPIs may have ids of their own, but not that of another
 * application, nor that of the vendor or the owner of theirs.
 */
async function isOfAnother(context: AskContext, id: string, requested: string): Promise<boolean> {
  if (context.operation.success.schema !== KPIS) return true;
  const list = context.world.operation(listOf(context.operation) ?? '');
  const { items } = await context.walk(100, {}, { operation: list });
  return items.some((item) => {
    const others = isSameId(item.id, requested) ? [item.vendorId, item.primaryOwnerId] : [item.id];
    return others.some((other) => isSameId(other, id));
  });
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
    let missing: string | null = null;
    const ids = await detailIds(context);
    const details: (JsonRecord | null)[] = [];
    for (const { id } of ids) details.push((await detailOf(context, id)).record);
    const loaded = details.filter((record) => record !== null);
    for (const one of ids) {
      const { id } = one;
      const { shared, fields: first } = await differing(context, list, one, { loaded });
      compared += shared;
      // On a live target some fields change with every read, so both are re-read before they are compared.
      let stable = first;
      for (let look = 1; look <= LOOKS && stable.length > 0; look += 1) {
        const again = await differing(context, list, one, { loaded, again: `agrees ${look} ${id}` });
        if (!again.isShown) missing = id;
        stable = again.fields.filter(({ values }) => stable.some((before) => sameJson(before.values, values)));
      }
      for (const { answer, values } of stable) {
        const message = `${values.name} of ${id} differs between ${list.id} and a read by id`;
        const [expected, actual] = [said(values.listed), said(values.read)];
        context.report(answer, { at: `/${values.name}`, expected, actual, message });
      }
    }
    if (compared === 0) context.inconclusive(`no record read by id has a field in common with ${list.id}`);
    if (missing !== null && context.evidence.length === 0) notShownAgain(context, missing);
  },
};

interface Differing {
  readonly answer: Answer;
  readonly values: { readonly name: string; readonly listed: unknown; readonly read: unknown };
}

interface Compared {
  /** Whether both the page and the read by id show the record. */
  readonly isShown: boolean;
  readonly shared: number;
  readonly fields: readonly Differing[];
}

/** The details that the check has read, and whether both the list and the detail are to be read again. */
interface Reads {
  readonly loaded: readonly JsonRecord[];
  readonly again?: string;
}

/**
 * How many fields other than the id a list item and its detail have in common, and those that differ. A field that one of them
 * does not have counts only if it is zero or false in the other, and other records show it there: a list may leave out fields,
 * and so may a detail, but not for such a reason.
 */
async function differing(
  context: AskContext,
  list: Operation,
  { id, page: where }: ListedId,
  { loaded, again }: Reads,
): Promise<Compared> {
  const page = await context.page(where, { operation: list, valid: false, ...(again !== undefined && { again }) });
  const item = page.items.find((one) => isSameId(one.id, id));
  const listed = item ?? {};
  const { answer, record } = await detailOf(context, id, again);
  const names =
    record === null || item === undefined ? [] : Object.keys(fieldsOf(list)).filter((name) => name !== 'id');
  const shared = names.filter((name) => name in listed && name in (record ?? {}));
  const alone = names.filter((name) => !shared.includes(name) && isDefault(listed[name] ?? record?.[name]));
  const fields = [...shared, ...alone]
    .map((name) => ({ answer, values: { name, listed: listed[name], read: record?.[name] } }))
    .filter(({ values }) => !sameValue(values.name, values.listed, values.read))
    .filter(({ values: { name } }) => isLoaded(page.items, name) && (name in (record ?? {}) || isLoaded(loaded, name)));
  return { isShown: item !== undefined && record !== null, shared: shared.length, fields };
}

const said = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));

/** Whether a value is one that a serializer may leave out because it is the default of its type. */
const isDefault = (value: unknown): boolean => value === 0 || value === false;

/** The rules of records read by id. */
export const details = [sameId, detailAgrees];
