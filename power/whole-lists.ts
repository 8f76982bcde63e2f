import type { RoundTrip, WireResponse } from '../engine/client/round-trip.js';
import { isPage, type PageValue, pageOf } from '../faults/change.js';
import { type Call, isObject, jsonOf, queryValue, withQuery, withValue } from '../faults/wire.js';
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
  /** The fields that filters name that the target accepted. */
  readonly filtered: ReadonlySet<string>;
}

/**
 * Answers requests for pages that a recording lacks, from lists that it has as a whole: other pages of the same records,
 * and the records with one value of a field that another filter of the recording names. What cannot be known, such as the
 * records that any other filter selects, goes to `otherwise`; by default it is still lacking.
 */
export function fromWholeLists(recording: Recording, calls: Calls, otherwise: RoundTrip = lacking): RoundTrip {
  let lists: ReadonlyMap<string, WholeList> | undefined;
  return async (request) => {
    const call = calls.read(request);
    const selects = call === null ? null : selectionOf(call);
    if (call === null || selects === null) return otherwise(request);
    lists ??= listsOf(recording, calls);
    const { number, size } = pageOf(call);
    const list = lists.get(keyOf(call));
    if (list === undefined || !isUsual(number) || !isUsual(size) || size > LARGEST) return otherwise(request);
    if (selects.field !== undefined && !list.filtered.has(selects.field)) return otherwise(request);
    const all = list.items.filter(selects.has);
    const items = all.slice((number - 1) * size, number * size);
    const { pagination } = list.page;
    const numbers = {
      page_number: number,
      page_size: size,
      total_pages: Math.ceil(all.length / size),
      // What the target counts without a filter is its own business.
      ...(selects.field !== undefined && typeof pagination.total_items === 'number' && { total_items: all.length }),
    };
    return withValue(list.first, { ...list.page, items, pagination: { ...pagination, ...numbers } });
  };
}

/** The records of a list that a call asks for. */
interface Selection {
  readonly field?: string;
  has(item: unknown): boolean;
}

/** The fields that a filter names, outside of quotes. */
const NAMED = /(?:^|\()(\w+) -\w+ /g;
const EQUALITY = /^(\w+) -eq (?:'([^'\\]*)'|"([^"\\]*)")$/;

/** The records of a page of a whole list, or of one filtered by one value; `null` for any other call. */
function selectionOf(call: Call): Selection | null {
  if (isPlain(call)) return { has: () => true };
  const unfiltered = withQuery(call, 'filter', null);
  const [, field, single, double] = EQUALITY.exec(queryValue(call, 'filter') ?? '') ?? [];
  if (field === undefined || !isPlain(unfiltered) || unfiltered.query.length + 1 < call.query.length) return null;
  return { field, has: (item) => isObject(item) && item[field] === (single ?? double) };
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

/** The lists of a recording that were read to the end with one page size. */
function listsOf(recording: Recording, calls: Calls): ReadonlyMap<string, WholeList> {
  const pages = new Map<string, Map<number, { readonly page: PageValue; readonly response: WireResponse }>>();
  const filtered = new Map<string, Set<string>>();
  for (const { request, response } of recording.exchanges) {
    const call = response.status === 200 ? calls.read(request) : null;
    if (call === null) continue;
    for (const [, field = ''] of (queryValue(call, 'filter') ?? '').matchAll(NAMED))
      filtered.set(keyOf(call), (filtered.get(keyOf(call)) ?? new Set()).add(field));
    if (!isPlain(call)) continue;
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
    if (found !== null) whole.set(list, { ...found, filtered: filtered.get(list) ?? new Set() });
  }
  return whole;
}

/** A list from its pages of one size; `null` if they do not reach its end. */
function wholeOf(
  read: ReadonlyMap<number, { readonly page: PageValue; readonly response: WireResponse }>,
  size: number,
): Omit<WholeList, 'filtered'> | null {
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
