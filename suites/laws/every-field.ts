import type { Answer } from '../../engine/client/answer.js';
import { looselyEqual } from '../../engine/oracle/collation.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, pageOf, type Walk } from '../../engine/session/page.js';
import { equals } from '../../generators/filter-text.js';
import { takes } from './applies.js';
import { fieldsOf } from './fields.js';
import { isPlainValue } from './filterable.js';
import { plural } from './plural.js';

const TEXTS = ['string', 'uuid'];
const SINGLE = [...TEXTS, 'integer', 'number', 'boolean', 'date', 'date-time', 'local-date-time'];
/** A text of any letters and signs, without those that a filter has to escape or may read as a wildcard. */
const WITHOUT_QUOTES = /^(?!\s)[^'"\\%*\p{C}]{1,100}(?<!\s)$/u;
/** A value that no record is likely to have. */
const ABSENT = 'touchstone';

function fieldsLike(context: AskContext, kinds: readonly string[]): string[] {
  return Object.entries(fieldsOf(context.operation)).flatMap(([field, kind]) => (kinds.includes(kind) ? [field] : []));
}

function reportCrash(context: AskContext, answer: Answer, request: string): void {
  const message = `${request} returned ${answer.summary}`;
  context.report(answer, { at: 'status', expected: '200 or 400', actual: answer.summary, message });
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
        const answer = await context.attempt(() => context.ask({ sort }));
        if (answer !== null && answer.status >= 500) reportCrash(context, answer, `sort=${sort}`);
        return answer?.status === 200 ? JSON.stringify(pageOf(answer).items.map(identity)) : null;
      }),
    );
    const orders = tried.filter((order) => order !== null);
    if (orders.length === 0)
      context.inconclusive('the list cannot be sorted by any documented field (see sort.offered)');
    if (new Set(orders).size < 2) context.inconclusive('each sort returns the same page, as if it was ignored');
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
    if (taken.length === 0)
      context.inconclusive('the list cannot be filtered by any documented field (see filter.offered)');
    if (taken.every((count) => count >= whole.items.length))
      context.inconclusive('each filter returns as many records as the whole list, as if it was ignored');
  },
};

/** Filters by a value of a record, or by an absent value; returns the number of records, or `null` if it is rejected. */
async function askField(context: AskContext, field: string, whole: Walk): Promise<number | null> {
  // An identifier of zeros may mean that there is none.
  const holder =
    whole.items.find((item) => isPlainValue(item[field]) && /[^0-]/.test(item[field])) ??
    whole.items.find((item) => typeof item[field] === 'string' && WITHOUT_QUOTES.test(item[field]));
  const value = holder === undefined ? ABSENT : String(holder[field]);
  const filter = equals(field, value);
  const answer = await context.attempt(() => context.ask({ filter, page_size: whole.pageSize }));
  if (answer !== null && answer.status >= 500) reportCrash(context, answer, `filter=${filter}`);
  if (answer?.status !== 200) return null;
  const { items } = pageOf(answer);
  const index = items.findIndex((item) => !isEqual(item[field], value));
  if (index >= 0) {
    const actual = JSON.stringify(items[index]?.[field]);
    const message = `${filter} returned a record whose ${field} is ${actual}`;
    context.report(answer, { at: `/items/${index}/${field}`, expected: JSON.stringify(value), actual, message });
  } else if (isOmitted(holder, items, whole) && !(await isFoundInCase(context, field, holder, whole))) {
    await context.assertStable(whole, [field]);
    const message = `${filter} omitted the record ${holder === undefined ? '' : identity(holder)}, which has this value`;
    context.report(answer, {
      at: '/items',
      expected: 'the record that has it',
      actual: plural(items.length, 'other record'),
      message,
    });
  }
  return items.length;
}

/** Whether a UUID in lower or upper case finds its record: it may be returned in another case than filters expect. */
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
  return answers.some((answer) => answer.status !== 200 || !isOmitted(holder, pageOf(answer).items, whole));
}

function isOmitted(holder: JsonRecord | undefined, items: readonly JsonRecord[], whole: Walk): boolean {
  if (holder === undefined || items.length >= whole.pageSize) return false;
  return !items.some((item) => identity(item) === identity(holder));
}

/** A record without the field proves nothing. */
function isEqual(own: unknown, value: string): boolean {
  return own === undefined || (typeof own === 'string' && looselyEqual(own, value));
}

/** The rules that try every documented field of a list. */
export const everyField = [everySort, everyFilter];
