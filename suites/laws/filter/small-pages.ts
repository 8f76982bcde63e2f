import { isClientError } from '../../../engine/client/answer.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type Page, type Walk } from '../../../engine/session/page.js';
import type { Query } from '../../../engine/session/seen.js';
import { plural } from '../../../numbers/plural.js';
import { placeOf } from '../place-of.js';
import { wrongTotal } from '../sorted-totals.js';

/** Page sizes with which the lists take turns. */
const SIZES = [2, 3, 7, 1] as const;
/** The number of pages up to which all of them are read; of more, the first two and the last one. */
const MOST = 4;

/** A result, and whether some of its records are in the order that the query demands; absent if it demands none. */
interface Result extends Pick<Walk, 'items' | 'query'> {
  readonly isInOrder?: (some: Walk['items']) => boolean;
}

/** How often a page that should be there is asked for. */
const LOOKS = 4;

const OTHER_RECORDS = 'other records';

/** What is wrong with the pages of a list. */
interface Problem extends Pick<Page, 'answer'> {
  readonly words: string;
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Reads the records that a query is known to return again in small pages: these have each of them once, and their totals. Reports
 * nothing if it has too few records for several pages.
 */
export async function reportSmallPages(
  context: AskContext,
  { items, query, isInOrder = () => true }: Result,
  assertStable: () => Promise<void>,
): Promise<void> {
  const sizes = SIZES.filter((size) => size < items.length);
  const pageSize = sizes[placeOf(context) % sizes.length];
  if (pageSize === undefined || context.allowance.sparing) return;
  const count = Math.ceil(items.length / pageSize);
  const numbers = count <= MOST ? Array.from({ length: count }, (_unused, index) => index + 1) : [1, 2, count];
  const pages = await Promise.all(
    numbers.map((number) => smallPage(context, { ...query, page_size: pageSize, page_number: number }, assertStable)),
  );
  const lengthOf = (number: number) => Math.min(pageSize, items.length - (number - 1) * pageSize);
  const problem =
    problemOf(pages, items, (index) => lengthOf(numbers[index] ?? 1)) ??
    totalOf(pages, items, pageSize) ??
    orderOf(pages, isInOrder);
  if (problem === null) return;
  await assertStable();
  const { answer, words, at, expected, actual } = problem;
  const message = `${wordsOf(query)} returned ${plural(items.length, 'record')} on one page, but with page_size ${pageSize} ${words}`;
  context.report(answer, { at, expected, actual, message });
}

/**
 * A page that has records of the result. Where another client has removed one, it may be the page after the last, which a
 * target may reject: it counts as rejected only if that shows again and again.
 */
async function smallPage(context: AskContext, query: Query, assertStable: () => Promise<void>): Promise<Page> {
  for (let look = 1; ; look += 1) {
    const options = look === 1 ? {} : { again: `small page ${look}` };
    const answer = await context.ask(query, options);
    if (!isClientError(answer) || look === LOOKS) return context.page(query, options);
    await assertStable();
  }
}

function problemOf(pages: readonly Page[], items: Walk['items'], lengthOf: (index: number) => number): Problem | null {
  const left = items.map(identity);
  for (const [index, { answer, items: own }] of pages.entries()) {
    if (own.length !== lengthOf(index))
      return {
        answer,
        words: OTHER_RECORDS,
        at: '/items',
        expected: plural(lengthOf(index), 'record'),
        actual: plural(own.length, 'record'),
      };
    const other = own.find((item) => !taken(left, identity(item)));
    if (other !== undefined)
      return {
        answer,
        words: OTHER_RECORDS,
        at: '/items',
        expected: 'records of the result, each once',
        actual: identity(other),
      };
  }
  return null;
}

/** Takes an id out of a list, once: records without an id may be equal. Returns whether it was there. */
function taken(ids: string[], id: string): boolean {
  const index = ids.indexOf(id);
  if (index >= 0) ids.splice(index, 1);
  return index >= 0;
}

function totalOf(pages: readonly Page[], items: Walk['items'], pageSize: number): Problem | null {
  const wrong = wrongTotal({ pages, items, pageSize, query: {}, partial: false }, items.length);
  if (wrong === null) return null;
  const { answer, name, expected, actual } = wrong;
  return { answer, words: 'other totals', at: `/pagination/${name}`, expected: `${expected}`, actual: `${actual}` };
}

function orderOf(pages: readonly Page[], isInOrder: Required<Result>['isInOrder']): Problem | null {
  const last = pages.at(-1);
  if (last === undefined || isInOrder(pages.flatMap(({ items }) => items))) return null;
  const [first] = last.items;
  const [expected, actual] = ['records in order over all pages', first === undefined ? '' : identity(first)];
  return { answer: last.answer, words: 'records out of order', at: '/items', expected, actual };
}

function wordsOf(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' with ');
}
