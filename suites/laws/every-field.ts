import type { Answer } from '../../engine/client/answer.js';
import { looselyEqual } from '../../engine/oracle/collation.js';
import type { AskRule } from '../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, pageOf, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { equals } from '../../generators/filter-text.js';
import { unknownId } from '../../generators/ids.js';
import { printSort } from '../../generators/sort/print-sort.js';
import { plural } from '../../numbers/plural.js';
import { takes } from './applies.js';
import { fieldsOf, fieldsOfKind, textFieldsOf } from './fields.js';
import { distinctiveValues } from './filter/distinctive-values.js';
import { noSuchValue } from './filter/no-such-value.js';
import { isTellingValue } from './filter/plain-value.js';
import { equality, joinOf, notRightTogether } from './filter/together.js';
import { findFilterable, inOneFilter, mustFindFilterable } from './filterable.js';
import { firstSort } from './first-direction.js';
import { isDisordered } from './ignored-sorts.js';
import { sortByAll } from './query/sort-by-all.js';
import { sortsShown } from './sorts-together.js';

const TEXTS = ['string', 'uuid'];
const SINGLE = [...TEXTS, 'integer', 'number', 'boolean', 'date', 'date-time', 'local-date-time'];
/** A text of any letters and signs, without those that a filter has to escape or may read as a wildcard. */
const WITHOUT_QUOTES = /^(?!\s)[^'"\\%*\p{C}]{1,100}(?<!\s)$/u;
/** An id with capital letters alone. */
const CAPITAL_ID = /^(?=.*[A-F])[\dA-F-]+$/;
/** A value that no record is likely to have. */
const ABSENT = 'touchstone';

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
    const fields = fieldsOfKind(context.operation, ...SINGLE);
    if (context.allowance.sparing && (await isSortedByAll(context))) return;
    const shown = await sortsShown(context);
    const alone = fields.filter((field) => !shown.has(field));
    const tried = await Promise.all(
      alone.map(async (field, index) => {
        const sort = await firstSort(context, field);
        // A target may have another default size with a sort: without one, the rules of pagination judge the response.
        const isSized = index < alone.length - 1 || context.allowance.sparing;
        const answer = await context.attempt(() => context.ask({ sort, ...(isSized && { page_size: DEFAULT_SIZE }) }));
        if (answer !== null && answer.status >= 500) reportCrash(context, answer, `sort=${sort}`);
        return answer?.status === 200 ? JSON.stringify(pageOf(answer).items.map(identity)) : null;
      }),
    );
    if (alone.length > 0) context.assertAttempted();
    // A list that is in such an order anyway shows nothing.
    const { items: unsorted } = await context.page();
    const kinds = fieldsOf(context.operation);
    if ([...shown].some((field) => isDisordered(unsorted, field, kinds[field] ?? ''))) return;
    const orders = tried.filter((order) => order !== null);
    if (orders.length === 0 && shown.size === 0)
      context.inconclusive('the list cannot be sorted by any documented field (see sort.offered)');
    if (new Set(orders).size < 2) context.inconclusive('each sort returns the same page, as if it was ignored');
  },
};

/** Whether one sort by all fields reorders the list. */
async function isSortedByAll(context: AskContext): Promise<boolean> {
  const sort = printSort(sortByAll(context.operation));
  const page = await context.attemptPage({ sort, page_size: DEFAULT_SIZE });
  if (page === null) return false;
  const { items } = await context.page();
  return !sameJson(page.items.map(identity), items.map(identity));
}

export const everyFilter: AskRule = {
  id: 'filter.every-field',
  clause: 'filter.every-field',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const whole = await context.collection();
    const fields = fieldsOfKind(context.operation, ...TEXTS);
    // A filter that is alone may fail where the same one in a join does not, so joins are for runs with few requests.
    const { fields: proven } = await inOneFilter(context);
    const others = fields.filter((field) => !proven.has(field));
    const distinctive = context.allowance.sparing ? distinctiveValues(others, whole.items) : [];
    const left = await notRightTogether(context, distinctive, whole);
    const right = [...proven, ...distinctive.filter((one) => !left.includes(one)).map(({ field }) => field)];
    const tried = await Promise.all(
      fields.map(async (field) =>
        right.includes(field) ? { field, selects: true } : await askField(context, field, whole),
      ),
    );
    if (proven.size > 0) await askAlone(context);
    if (!context.allowance.sparing) await askAbsent(context, whole);
    if (left.length > 0 || others.length > distinctive.length) context.assertAttempted();
    const taken = tried.filter((one) => one !== null);
    if (taken.length === 0)
      context.inconclusive('the list cannot be filtered by any documented field (see filter.offered)');
    const ignored = taken.filter(({ selects }) => !selects).map(({ field }) => field);
    if (ignored.length > 0)
      context.lacksData(`each filter on ${ignored.join(', ')} returns the whole list, as if it was ignored`);
  },
};

/** Sends a filter that is alone, where the others were joined: the one that filter.no-match sends too. */
async function askAlone(context: AskContext): Promise<void> {
  const { first } = await mustFindFilterable(context);
  const filter = equals(first.field, noSuchValue(context, first.field));
  const answer = await context.ask({ filter });
  if (answer.status >= 500) reportCrash(context, answer, `filter=${filter}`);
}

/** A text with so few values may be the name of a code. */
const NAMES = 12;

/**
 * Filters by a value that no record has, on each field with few values: a target may know them in advance and fail at
 * another one. The filters are joined, and sent one by one if the join is a server error.
 */
async function askAbsent(context: AskContext, { items }: Walk): Promise<void> {
  const filters = textFieldsOf(context.operation).flatMap((field) => {
    const texts = items.map((item) => item[field]).filter((value) => typeof value === 'string');
    const count = new Set(texts).size;
    return count > 0 && count <= NAMES && count * 2 < texts.length ? [{ field, value: ABSENT }] : [];
  });
  if (filters.length === 0) return;
  const joined = await context.attempt(() => context.ask({ filter: joinOf(filters) }));
  if (joined === null || joined.status < 500) return;
  for (const alone of filters.map(equality)) {
    const answer = await context.attempt(() => context.ask({ filter: alone }));
    if (answer !== null && answer.status >= 500) reportCrash(context, answer, `filter=${alone}`);
  }
}

/** A field that a filter is accepted for, and whether a filter on it excludes a record. */
interface Tried {
  readonly field: string;
  readonly selects: boolean;
}

/** Filters by a value of a record, and by an absent value if all records have it; `null` if the field is rejected. */
async function askField(context: AskContext, field: string, whole: Walk): Promise<Tried | null> {
  const shared = (await context.attempt(() => findFilterable(context)))?.taken.find((one) => one.field === field);
  const isId = fieldsOf(context.operation)[field] === 'uuid';
  const holder =
    whole.items.find((item) => shared !== undefined && item[field] === shared.rare) ??
    // A target that compares an id in one letter case may hold some in another.
    (isId ? whole.items.find((item) => typeof item[field] === 'string' && CAPITAL_ID.test(item[field])) : undefined) ??
    whole.items.find((item) => isTellingValue(item[field])) ??
    whole.items.find((item) => typeof item[field] === 'string' && WITHOUT_QUOTES.test(item[field]));
  const all = Math.min(whole.items.length, whole.pageSize);
  const own = holder === undefined ? null : await askValue(context, field, String(holder[field]), whole);
  if (own !== null && own < all) return { field, selects: true };
  if (holder !== undefined && own === null) return null;
  const none = await askValue(
    context,
    field,
    isId && holder !== undefined ? unknownId(context.sharedSeed) : ABSENT,
    whole,
  );
  return none === null && own === null ? null : { field, selects: none !== null && none < all };
}

/** Filters by a value; returns the number of records, or `null` if it is rejected. */
async function askValue(context: AskContext, field: string, value: string, whole: Walk): Promise<number | null> {
  const filter = equals(field, value);
  const answer = await context.attempt(() => context.ask({ filter, page_size: whole.pageSize }));
  if (answer !== null && answer.status >= 500) reportCrash(context, answer, `filter=${filter}`);
  if (answer?.status !== 200) return null;
  const { items } = pageOf(answer);
  const index = items.findIndex((item) => !isEqual(item[field], value));
  const [omitted] = omittedFrom(items, field, value, whole);
  if (index >= 0) {
    const actual = JSON.stringify(items[index]?.[field]);
    const message = `${filter} returned a record whose ${field} is ${actual}`;
    context.report(answer, { at: `/items/${index}/${field}`, expected: JSON.stringify(value), actual, message });
  } else if (omitted !== undefined && !(await isFoundInCase(context, field, omitted, whole))) {
    await context.assertStable(whole, [field]);
    const message = `${filter} omitted the record ${identity(omitted)}, which has this value`;
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
async function isFoundInCase(context: AskContext, field: string, record: JsonRecord, whole: Walk): Promise<boolean> {
  if (fieldsOf(context.operation)[field] !== 'uuid') return false;
  const value = String(record[field]);
  const answers = await Promise.all(
    [value.toLowerCase(), value.toUpperCase()].map((text) =>
      context.ask({ filter: equals(field, text), page_size: whole.pageSize }),
    ),
  );
  return answers.some(
    (answer) => answer.status !== 200 || !omittedFrom(pageOf(answer).items, field, value, whole).includes(record),
  );
}

/** The records of the list with a value that a filter by it did not return; none where it returned a full page. */
function omittedFrom(items: readonly JsonRecord[], field: string, value: string, whole: Walk): JsonRecord[] {
  if (items.length >= whole.pageSize) return [];
  const returned = new Set(items.map(identity));
  return whole.items.filter((item) => item[field] === value && !returned.has(identity(item)));
}

/** A record without the field proves nothing. */
function isEqual(own: unknown, value: string): boolean {
  return own === undefined || (typeof own === 'string' && looselyEqual(own, value));
}

/** The rules that try every documented field of a list. */
export const everyField = [everySort, everyFilter];
