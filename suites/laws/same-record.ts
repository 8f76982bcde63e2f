import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Page, type Walk } from '../../engine/session/page.js';
import type { Query } from '../../engine/session/seen.js';
import { isList, takes } from './applies.js';
import { descendingList } from './descending-list.js';
import { fieldsOf, isIdentified } from './fields.js';
import { samples } from './filter/samples.js';
import { notShownAgain } from './not-shown-again.js';
import { sameAtAnyDepth } from './same-value.js';
import { findSortable } from './sortable.js';
import { strided } from './strided.js';

/** The maximum number of differences that are read again. */
const DOUBTED = 3;
/** The page of each record in the order in which both are read again: replicas that take turns show no difference each time. */
const READS = ['one', 'one', 'other', 'other', 'one', 'other'] as const;

/** A page of a list, with its query, and one of its records. */
interface Place {
  readonly page: Page;
  readonly query: Query;
  readonly record: JsonRecord;
}

/** A record on two pages, with different values of a field. */
interface Difference {
  readonly id: string;
  readonly field: string;
  readonly one: Place;
  readonly other: Place;
}

/** A record has the same values in its list, whatever page, sort and filter show it. It compares what other rules read. */
export const sameRecord: AskRule = {
  id: 'relations.same-record',
  clause: 'relations.same-record',
  from: 'standard',
  needs: ['records'],
  appliesTo: (operation) => isList(operation) && isIdentified(operation),
  async ask(context) {
    const [whole, ...others] = await walksOf(context);
    if (whole === undefined) return;
    const { compared, found } = compare(context, whole, others);
    if (compared === 0) context.inconclusive('no other page, sort or filter showed a record of the list again');
    const first = await firstLasting(context, found);
    if (first === null) return;
    const { id, field, one, other } = first;
    const at = other.page.items.findIndex((item) => item.id === id);
    const [expected, actual] = [JSON.stringify(one.record[field]), JSON.stringify(other.record[field])];
    const message = `${field} of ${id} differs between the list with ${textOf(other.query)} and with ${textOf(one.query)}`;
    context.report(other.page.answer, { at: `/items/${at}/${field}`, expected, actual, message });
  },
};

/** The lists that other rules read: the whole list first, then its pages, sorts and filters. */
async function walksOf(context: AskContext): Promise<readonly Walk[]> {
  const { operation } = context;
  const whole = await context.collection();
  const parts = await context.attempt(() => strided(context, whole));
  const sorts = takes('sort')(operation) ? await context.attempt(() => findSortable(context)) : null;
  const descending = sorts === null ? null : await context.attempt(() => descendingList(context, sorts));
  const filters = takes('filter')(operation) ? await context.attempt(() => samples(context)) : null;
  return [
    whole,
    parts,
    ...(sorts?.taken.map(({ ascending }) => ascending) ?? []),
    descending?.list ?? null,
    ...(filters?.map(({ result }) => result) ?? []),
  ].filter((walk): walk is Walk => walk !== null);
}

/** The places of the records of a list, by id; without those that it shows twice, and without pages with the `ignored` ids. */
function placesIn({ pages, pageSize, query }: Walk, ignored: readonly string[] = []): Map<string, Place> {
  const places = new Map<string, Place>();
  const twice = new Set<string>();
  pages.forEach((page, index) => {
    if (ignored.includes(idsOf(page))) return;
    const own = { page, query: { ...query, page_size: pageSize, ...(index > 0 && { page_number: index + 1 }) } };
    for (const record of page.items) {
      if (typeof record.id !== 'string') continue;
      if (places.has(record.id)) twice.add(record.id);
      places.set(record.id, { ...own, record });
    }
  });
  for (const id of twice) places.delete(id);
  return places;
}

/** The ids of a page, in its order. */
const idsOf = ({ items }: Page): string => JSON.stringify(items.map(identity));

/** The number of records that are on several pages, and their differences: one of each field. */
function compare(context: AskContext, whole: Walk, others: readonly Walk[]) {
  const names = Object.keys(fieldsOf(context.operation)).filter((name) => name !== 'id' && name !== '_links');
  const own = placesIn(whole);
  // A target that ignores the query of a page shows nothing with it.
  const known = whole.pages.map(idsOf);
  const found = new Map<string, Difference>();
  let compared = 0;
  for (const walk of others) {
    for (const [id, other] of placesIn(walk, known)) {
      const one = own.get(id);
      if (one === undefined) continue;
      compared += 1;
      const [left, right] = [one.record, other.record];
      for (const field of names) {
        // Which fields may be absent is unspecified.
        const isShown = field in left && field in right;
        if (!isShown || found.has(field) || sameAtAnyDepth(field, left[field], right[field])) continue;
        found.set(field, { id, field, one, other });
      }
    }
  }
  return { compared, found: [...found.values()] };
}

/**
 * The first difference that each of several reads of both pages shows again: the values of a live target change. Inconclusive if
 * there is none, and a page did not show a record again.
 */
async function firstLasting(context: AskContext, found: readonly Difference[]): Promise<Difference | null> {
  let missing: string | null = null;
  for (const difference of found.slice(0, DOUBTED)) {
    const { id, field, one, other } = difference;
    const values = { one: one.record[field], other: other.record[field] };
    let isLasting = true;
    for (const [look, which] of READS.entries()) {
      const again = await context.attempt(() =>
        context.page(difference[which].query, { valid: false, again: `same record ${look} ${field}` }),
      );
      const now = again?.items.find((item) => item.id === id);
      if (now === undefined) missing = id;
      isLasting = now !== undefined && sameAtAnyDepth(field, now[field], values[which]);
      if (!isLasting) break;
    }
    if (isLasting) return difference;
  }
  if (missing !== null) notShownAgain(context, missing);
  return null;
}

const textOf = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
