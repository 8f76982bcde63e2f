import type { Answer } from '../../engine/client/answer.js';
import { looselyEqual } from '../../engine/oracle/collation.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, pageOf, type Walk } from '../../engine/session/page.js';
import { equals } from '../../generators/filter-text.js';
import { takes } from './applies.js';
import { fieldsOf } from './fields.js';
import { isPlainValue } from './filterable.js';

const TEXTS = ['string', 'uuid'];
const SINGLE = [...TEXTS, 'integer', 'number', 'boolean', 'date', 'date-time', 'local-date-time'];
/** Items on the page of a sort: the whole list is put in order, whatever is shown of it. */
const SHOWN = 10;
/** What no record is likely to hold. */
const ABSENT = 'touchstone';

function fieldsLike(context: AskContext, kinds: readonly string[]): string[] {
  return Object.entries(fieldsOf(context.operation)).flatMap(([field, kind]) => (kinds.includes(kind) ? [field] : []));
}

function reportCrash(context: AskContext, answer: Answer, request: string): void {
  const message = `${request} is answered with ${answer.summary}`;
  context.report(answer, { at: 'status', expected: '200, or a refusal with 400', actual: answer.summary, message });
}

export const everySort: AskRule = {
  id: 'sort.every-field',
  clause: 'sort.every-field',
  needs: ['records'],
  appliesTo: takes('sort'),
  async ask(context) {
    const tried = await Promise.all(
      fieldsLike(context, SINGLE).map(async (field) => {
        const sort = `${field}:asc`;
        const answer = await context.attempt(() => context.ask({ sort, page_size: SHOWN }));
        if (answer !== null && answer.status >= 500) reportCrash(context, answer, `sort=${sort}`);
        return answer?.status === 200 ? JSON.stringify(pageOf(answer).items.map(identity)) : null;
      }),
    );
    const orders = tried.filter((order) => order !== null);
    if (orders.length === 0) context.inconclusive('no documented field is taken by a sort (see sort.offered)');
    if (new Set(orders).size < 2) context.inconclusive('each sort answers the same page, as if there was none');
  },
};

export const everyFilter: AskRule = {
  id: 'filter.every-field',
  clause: 'filter.every-field',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const whole = await context.collection();
    const tried = await Promise.all(fieldsLike(context, TEXTS).map((field) => askField(context, field, whole)));
    const taken = tried.filter((count) => count !== null);
    if (taken.length === 0) context.inconclusive('no documented field is taken by a filter (see filter.offered)');
    if (taken.every((count) => count >= whole.items.length))
      context.inconclusive('each filter answers as many records as there are, as if there was none');
  },
};

/** Filters by a value that a record holds, where one is easy to write; answers how many records come, `null` for none. */
async function askField(context: AskContext, field: string, whole: Walk): Promise<number | null> {
  // An identifier of zeros may stand for none.
  const holder = whole.items.find((item) => isPlainValue(item[field]) && /[^0-]/.test(item[field]));
  const value = holder === undefined ? ABSENT : String(holder[field]);
  const filter = equals(field, value);
  const answer = await context.attempt(() => context.ask({ filter, page_size: whole.pageSize }));
  if (answer !== null && answer.status >= 500) reportCrash(context, answer, `filter=${filter}`);
  if (answer?.status !== 200) return null;
  const { items } = pageOf(answer);
  const index = items.findIndex((item) => !isEqual(item[field], value));
  if (index >= 0) {
    const actual = JSON.stringify(items[index]?.[field]);
    const message = `${filter} answers a record whose ${field} is ${actual}`;
    context.report(answer, { at: `/items/${index}/${field}`, expected: JSON.stringify(value), actual, message });
  } else if (isLeftOut(holder, items, whole) && !(await isFoundInCase(context, field, holder, whole))) {
    await context.assertStable(whole, [field]);
    const message = `${filter} leaves out the record ${holder === undefined ? '' : identity(holder)}, which holds this value`;
    context.report(answer, {
      at: '/items',
      expected: 'the record that holds it',
      actual: `${items.length} others`,
      message,
    });
  }
  return items.length;
}

/** Whether a UUID finds its record in lower or in upper case: it may be shown in another case than it is filtered in. */
async function isFoundInCase(
  context: AskContext,
  field: string,
  holder: JsonRecord | undefined,
  whole: Walk,
): Promise<boolean> {
  if (fieldsOf(context.operation)[field] !== 'uuid') return false;
  const value = String(holder?.[field]);
  const answers = await Promise.all(
    [value.toLowerCase(), value.toUpperCase()].map((text) =>
      context.ask({ filter: equals(field, text), page_size: whole.pageSize }),
    ),
  );
  return answers.some((answer) => answer.status !== 200 || !isLeftOut(holder, pageOf(answer).items, whole));
}

function isLeftOut(holder: JsonRecord | undefined, items: readonly JsonRecord[], whole: Walk): boolean {
  if (holder === undefined || items.length >= whole.pageSize) return false;
  return !items.some((item) => identity(item) === identity(holder));
}

/** A record that does not carry the field says nothing of it. */
function isEqual(own: unknown, value: string): boolean {
  return own === undefined || (typeof own === 'string' && looselyEqual(own, value));
}

/** The rules that try every documented field of a list. */
export const everyField = [everySort, everyFilter];
