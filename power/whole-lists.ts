import type { RoundTrip, WireResponse } from '../engine/client/round-trip.js';
import { isPage, type PageValue, pageOf } from '../faults/change.js';
import { type Call, jsonOf, withValue } from '../faults/wire.js';
import type { Calls } from './calls.js';
import { lacking, type Recording } from './recording.js';

const PAGE_PARAMETERS = ['page_size', 'page_number'];
/** No list has to return larger pages, and some return smaller ones. */
const LARGEST = 1000;

/** A list that a run has read as a whole. */
interface WholeList {
  readonly items: readonly unknown[];
  /** The response of its first page, as the model for other pages. */
  readonly first: WireResponse;
  readonly page: PageValue;
}

/**
 * Answers requests for pages that a recording lacks, from lists that it has as a whole: other pages of the same records.
 * What cannot be known, such as the records that another filter selects, is still lacking.
 */
export function fromWholeLists(recording: Recording, calls: Calls): RoundTrip {
  let lists: ReadonlyMap<string, WholeList> | undefined;
  return async (request) => {
    const call = calls.read(request);
    if (call === null || !isPlain(call)) return lacking(request);
    lists ??= listsOf(recording, calls);
    const { number, size } = pageOf(call);
    const list = lists.get(keyOf(call));
    if (list === undefined || !isUsual(number) || !isUsual(size) || size > LARGEST) return lacking(request);
    const items = list.items.slice((number - 1) * size, number * size);
    const pages = Math.ceil(list.items.length / size);
    const numbers = { page_number: number, page_size: size, total_pages: pages };
    return withValue(list.first, { ...list.page, items, pagination: { ...list.page.pagination, ...numbers } });
  };
}

/** Whether a call asks for a page of a whole list. */
function isPlain({ query, credentialed }: Call): boolean {
  return (
    credentialed && query.every(([name]) => PAGE_PARAMETERS.includes(name)) && new Map(query).size === query.length
  );
}

const isUsual = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

function keyOf({ operation, params }: Call): string {
  return JSON.stringify([operation, params]);
}

/** The lists of a recording of which one page size was read to the end. */
function listsOf(recording: Recording, calls: Calls): ReadonlyMap<string, WholeList> {
  const pages = new Map<string, Map<number, { readonly page: PageValue; readonly response: WireResponse }>>();
  for (const { request, response } of recording.exchanges) {
    const call = response.status === 200 ? calls.read(request) : null;
    if (call === null || !isPlain(call)) continue;
    const page = jsonOf(response);
    const { number, size } = pageOf(call);
    if (!isPage(page) || page.pagination.page_size !== size) continue;
    const key = JSON.stringify([keyOf(call), size]);
    pages.set(key, (pages.get(key) ?? new Map()).set(number, { page, response }));
  }
  const whole = new Map<string, WholeList>();
  for (const [key, read] of pages) {
    const [list = '', size = 0] = JSON.parse(key) as [string, number];
    const found = whole.has(list) ? null : wholeOf(read, size);
    if (found !== null) whole.set(list, found);
  }
  return whole;
}

/** A list from its pages of one size; `null` if they do not reach its end. */
function wholeOf(
  read: ReadonlyMap<number, { readonly page: PageValue; readonly response: WireResponse }>,
  size: number,
): WholeList | null {
  const first = read.get(1);
  if (first === undefined) return null;
  const items: unknown[] = [];
  for (let number = 1; ; number += 1) {
    const page = read.get(number)?.page;
    if (page === undefined) return null;
    items.push(...page.items);
    if (page.items.length < size || page.pagination.total_pages === number) break;
  }
  return { items, first: first.response, page: first.page };
}
