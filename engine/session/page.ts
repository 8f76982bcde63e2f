import type { Answer } from '../client/answer.js';
import { causeOf } from '../client/cause.js';
import type { Cause } from '../client/failure.js';
import type { Query } from './seen.js';
import { Inconclusive, nullIfRejected } from './signals.js';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** One page of a list; the numbers are `null` if the target returned no integer. */
export interface Page {
  readonly answer: Answer;
  readonly items: readonly JsonRecord[];
  readonly totalItems: number | null;
  readonly totalPages: number | null;
}

/** Several pages of one list, in order, with all their items. */
export interface Walk {
  readonly pages: readonly Page[];
  readonly items: readonly JsonRecord[];
  readonly pageSize: number;
  /** The query without the page parameters. */
  readonly query: Query;
  /** The list has more pages than the maximum. */
  readonly partial: boolean;
  /** `limit` if it is partial only because its pages are large, and not because it has many of them. */
  readonly cause?: Cause;
}

/** How many bytes of pages are read of a list, estimated from its first page: in memory, values take several times as much. */
const MAX_WALK_BYTES = 8 * 1024 * 1024;

/** Reads a page; `valid` if the totals say that it exists. */
type ReadPage = (query: Query, valid: boolean) => Promise<Page>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The identity of a record: its id, or its JSON if it has none. */
export function identity(record: JsonRecord): string {
  return typeof record.id === 'string' ? record.id : JSON.stringify(record);
}

/**
 * The ids of the records of a list, to compare it with the same list at another time; `null` if a record shows no id: which
 * fields are absent is unspecified, and the other values change by themselves.
 */
export function lastingIds(items: readonly JsonRecord[]): string[] | null {
  const ids = items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return ids.length === items.length ? ids : null;
}

/**
 * Reads a response as a list page; inconclusive if it is none, which other rules report (answers.*, paging.envelope).
 */
export function pageOf(answer: Answer): Page {
  if (answer.status !== 200) {
    throw new Inconclusive(`a request for a page returned ${answer.summary}`, causeOf(answer));
  }
  const { json } = answer;
  if (json.problem !== undefined) throw new Inconclusive(`a page is not JSON: ${json.problem}`, causeOf(answer));
  const { items, pagination } = isRecord(json.value) ? json.value : {};
  if (!Array.isArray(items) || !items.every(isRecord) || !isRecord(pagination)) {
    throw new Inconclusive('a page does not have the form {items, pagination} (see paging.envelope)');
  }
  const { total_items: totalItems, total_pages: totalPages } = pagination;
  return { answer, items, totalItems: integer(totalItems), totalPages: integer(totalPages) };
}

/** The records of a page; none if the response is no page. */
export function itemsOf(answer: Answer): readonly JsonRecord[] {
  try {
    return pageOf(answer).items;
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

function integer(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/**
 * Reads a list page by page: first as many pages as the totals say, in parallel, and then more while the last one is
 * full, so that wrong totals do not hide records. Stops after `maxPages`, or earlier if pages are longer or larger than
 * expected.
 */
export async function walk(read: ReadPage, query: Query, pageSize: number, maxPages: number): Promise<Walk> {
  const at = (page: number, valid: boolean) =>
    read({ ...query, page_size: pageSize, ...(page === 1 ? {} : { page_number: page }) }, valid);
  const first = await at(1, true);
  const promised = first.totalItems === null ? first.totalPages : Math.ceil(first.totalItems / pageSize);
  // A target that ignores the page size would send far more than `maxPages` pages of that size.
  const long = Math.ceil((maxPages * pageSize) / Math.max(first.items.length, 1));
  const large = Math.ceil(MAX_WALK_BYTES / Math.max(first.answer.bytes, 1));
  const usual = Math.min(maxPages, Math.max(2, long));
  const most = Math.min(usual, Math.max(2, large));
  const count = Math.min(Math.max(promised ?? 1, 1), most);
  const numbers = Array.from({ length: count - 1 }, (_unused, index) => index + 2);
  const pages =
    first.totalItems === null
      ? await readToEnd(at, first, numbers, pageSize)
      : [first, ...(await Promise.all(numbers.map((number) => at(number, true))))];
  while (pages.length < most && (pages.at(-1)?.items.length ?? 0) >= pageSize) {
    // A target may return anything past the last page: it ends the list.
    const answer = await at(pages.length + 1, false).catch(nullIfRejected);
    if (answer === null || isSeen(answer, pages)) break;
    pages.push(answer);
  }
  const partial = pages.length >= most && ((promised ?? 0) > most || (pages.at(-1)?.items.length ?? 0) >= pageSize);
  const isOfLargePages = partial && most < usual && promised !== null && promised <= usual;
  const items = pages.flatMap((page) => page.items);
  return { pages, items, pageSize, query, partial, ...(isOfLargePages && { cause: 'limit' }) };
}

/**
 * Reads the pages that a count of pages alone promises. A page that is not full ends a list, whatever that count says,
 * unless records follow it all the same.
 */
async function readToEnd(
  at: (page: number, valid: boolean) => Promise<Page>,
  first: Page,
  numbers: readonly number[],
  pageSize: number,
): Promise<Page[]> {
  const pages = [first];
  const promised = await Promise.all(numbers.map((number) => at(number, false).catch(nullIfRejected)));
  for (const [index, page] of promised.entries()) {
    const isFull = (pages.at(-1)?.items.length ?? 0) >= pageSize;
    if (!isFull && (page === null || isSeen(page, pages))) break;
    // Only what follows a full page is there by the document.
    pages.push(page !== null && !isFull ? page : await at(numbers[index] ?? 1, true));
  }
  return pages;
}

/**
 * Whether a page that nothing promises holds nothing new: what comes after the last page is not shown, so it may be
 * empty, or one of the pages before it once more.
 */
function isSeen({ items }: Page, before: readonly Page[]): boolean {
  const seen = new Set(before.flatMap((page) => page.items.map(identity)));
  return items.every((item) => seen.has(identity(item)));
}

/** How often a list whose items move between its pages is read. */
const READINGS = 4;

/**
 * A list as it is at one time: one whose items move between its pages while they are read is read again, unless a reading
 * `suffices`; `null` if that happens each time.
 */
export async function unmovedUnless(
  suffices: (list: Walk) => boolean,
  read: (reading: number) => Promise<Walk>,
): Promise<Walk | null> {
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const list = await read(reading);
    if (suffices(list) || !isOnTwoPages(list)) return list;
  }
  return null;
}

/** A list as it is at one time; inconclusive if its items move between its pages each time that it is read. */
export async function unmoved(read: (reading: number) => Promise<Walk>): Promise<Walk> {
  const list = await unmovedUnless(() => false, read);
  if (list !== null) return list;
  throw new Inconclusive(`the list moved between its pages each of the ${READINGS} times that it was read`);
}

/** Whether two pages hold the same item: the order has changed between them, and another item may be on neither. */
function isOnTwoPages({ pages }: Walk): boolean {
  const distinct = pages.flatMap(({ items }) => [...new Set(items.map(identity))]);
  return new Set(distinct).size < distinct.length;
}
