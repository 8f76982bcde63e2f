import type { Answer } from '../../engine/client/answer.js';
import { isAscending } from '../../engine/oracle/collation.js';
import { usualCollations } from '../../engine/oracle/text-orders.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { fieldsOf } from './fields.js';
import { simpleText } from './sortable.js';
import { timesOf } from './sorted-order.js';
import { sortsShown } from './sorts-together.js';

const NUMBERS = ['integer', 'number'];
const DATES = ['date', 'date-time', 'local-date-time'];

/** A field that the target accepts in a sort, and whose sort has no effect. */
export interface IgnoredSort {
  readonly field: string;
  readonly answer: Answer;
}

/**
 * The documented fields whose sort returns the first page of the unsorted list, although that page is not in order by
 * the field, and not even with the values that it then shows: another client may have edited them. The order of ids is
 * unspecified, so a sort by those is ignored if the opposite one returns the same page too. None if no sort returns
 * another page: then the target may ignore them all.
 */
export async function ignoredSorts(context: AskContext): Promise<IgnoredSort[]> {
  const { items: plain } = await context.page();
  const shown = await sortsShown(context);
  const wanted = Object.entries(fieldsOf(context.operation)).filter(
    ([field, kind]) => !shown.has(field) && (isId(kind, plain, field) || isDisordered(plain, field, kind)),
  );
  const order = plain.map(identity);
  const tried = await Promise.all(
    wanted.map(async ([field, kind]) => {
      const page = await context.attemptPage({ sort: `${field}:asc`, page_size: DEFAULT_SIZE });
      if (page === null) return [];
      const isUnsorted = sameJson(page.items.map(identity), order);
      const isWrong =
        kind === 'uuid'
          ? isUnsorted && (await isSameReversed(context, field, order))
          : isDisordered(page.items, field, kind);
      return [{ field, answer: page.answer, isUnsorted, isWrong }];
    }),
  );
  const unsorted = tried.flat().filter(({ isUnsorted }) => isUnsorted);
  return shown.size === 0 && unsorted.length === tried.flat().length ? [] : unsorted.filter(({ isWrong }) => isWrong);
}

/** Whether a field holds an id of its own in at least three records. */
function isId(kind: string, items: readonly JsonRecord[], field: string): boolean {
  const ids = items.map((item) => item[field]).filter((value) => typeof value === 'string');
  return kind === 'uuid' && ids.length > 2 && new Set(ids).size === items.length;
}

/** Whether the opposite sort by a field returns the records in the same order. */
async function isSameReversed(context: AskContext, field: string, order: readonly string[]): Promise<boolean> {
  const page = await context.attemptPage({ sort: `${field}:desc`, page_size: DEFAULT_SIZE });
  return page !== null && sameJson(page.items.map(identity), order);
}

/** Whether values of a kind have an order that implementations share; the order of identifiers is unspecified. */
export function hasUsualOrder(kind: string): boolean {
  return kind === 'string' || kind === 'boolean' || NUMBERS.includes(kind) || DATES.includes(kind);
}

/** Whether records are out of order by a field under every usual order, wherever those without a value are. */
export function isDisordered(items: readonly JsonRecord[], field: string, kind: string): boolean {
  const values = items.map((item) => item[field]);
  if (kind === 'string') {
    const texts = values.filter((value) => typeof value === 'string');
    return [texts.filter(simpleText), texts.flatMap(initialOf)].some(isDisorderedText);
  }
  if (NUMBERS.includes(kind)) return isDescendingSomewhere(values.filter((value) => typeof value === 'number'));
  if (DATES.includes(kind)) return isDescendingSomewhere(timesOf(values));
  if (kind !== 'boolean') return false;
  const flags = values.filter((value) => typeof value === 'boolean').map(Number);
  // Either value may come first.
  return isDescendingSomewhere(flags) && isDescendingSomewhere(flags.toReversed());
}

/** The first letter or digit of a text, which decides before all else; none for a text that begins otherwise. */
function initialOf(text: string): string[] {
  return /^[A-Za-z0-9]/.test(text) ? [text.charAt(0)] : [];
}

function isDisorderedText(texts: readonly string[]): boolean {
  return !usualCollations.some((order) => isAscending(texts, order));
}

function isDescendingSomewhere(values: readonly number[]): boolean {
  return !isAscending(values, (one, other) => one - other);
}
