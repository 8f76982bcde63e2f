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

/** What is wrong with the pages of a list. */
interface Problem extends Pick<Page, 'answer'> {
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
  { items, query }: Pick<Walk, 'items' | 'query'>,
  assertStable: () => Promise<void>,
): Promise<void> {
  const sizes = SIZES.filter((size) => size < items.length);
  const pageSize = sizes[placeOf(context) % sizes.length];
  if (pageSize === undefined || context.allowance.sparing) return;
  const count = Math.ceil(items.length / pageSize);
  const numbers = count <= MOST ? Array.from({ length: count }, (_unused, index) => index + 1) : [1, 2, count];
  const pages = await Promise.all(
    numbers.map((number) => context.page({ ...query, page_size: pageSize, page_number: number })),
  );
  const lengthOf = (number: number) => Math.min(pageSize, items.length - (number - 1) * pageSize);
  const problem = problemOf(pages, items, (index) => lengthOf(numbers[index] ?? 1)) ?? totalOf(pages, items, pageSize);
  if (problem === null) return;
  await assertStable();
  const { answer, at, expected, actual } = problem;
  const message = `${wordsOf(query)} returned ${plural(items.length, 'record')} on one page, but with page_size ${pageSize} ${at === '/items' ? 'other records' : 'other totals'}`;
  context.report(answer, { at, expected, actual, message });
}

function problemOf(pages: readonly Page[], items: Walk['items'], lengthOf: (index: number) => number): Problem | null {
  const left = items.map(identity);
  for (const [index, { answer, items: own }] of pages.entries()) {
    if (own.length !== lengthOf(index))
      return {
        answer,
        at: '/items',
        expected: plural(lengthOf(index), 'record'),
        actual: plural(own.length, 'record'),
      };
    const other = own.find((item) => !taken(left, identity(item)));
    if (other !== undefined)
      return { answer, at: '/items', expected: 'records of the result, each once', actual: identity(other) };
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
  return { answer, at: `/pagination/${name}`, expected: `${expected}`, actual: `${actual}` };
}

function wordsOf(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' with ');
}
