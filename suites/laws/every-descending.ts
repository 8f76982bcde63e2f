import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { takes } from './applies.js';
import { fieldsOf } from './fields.js';
import { firstDirection } from './first-direction.js';
import { hasUsualOrder, isDisordered } from './ignored-sorts.js';
import { type NotReversed, notReversed, reportKept } from './reversed.js';
import { AGAIN, type FieldSort, readSorted, reportDisorder, type SortedPage } from './sorted-page.js';
import { sortsShown } from './sorts-together.js';

/**
 * Whether each field that orders the first page of a list in one direction orders it in the other one too: in descending order, or
 * in ascending order where `sort.every-order` reads the field in descending order.
 */
export const everyDescending: AskRule = {
  id: 'sort.every-descending',
  clause: 'sort.descending',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('sort'),
  async ask(context) {
    const { items: unsorted } = await context.page();
    const shown = await sortsShown(context, 'desc');
    const decided = await Promise.all(
      Object.entries(fieldsOf(context.operation))
        .filter(([, kind]) => hasUsualOrder(kind))
        .map(async ([field, kind]) => {
          if (shown.has(field)) return isDisordered(unsorted.toReversed(), field, kind);
          const page = await orderedPage(context, field, kind);
          return page !== null && !sameJson(page.map(identity), unsorted.map(identity));
        }),
    );
    if (!decided.includes(true))
      context.lacksData('no documented field by which the list is out of order can be sorted by in both directions');
  },
};

/** The records in the other order, if they show that one; reports an order that they are not in. */
async function orderedPage(context: AskContext, field: string, kind: string): Promise<readonly JsonRecord[] | null> {
  const usual = await firstDirection(context, field);
  const sort: FieldSort = { field, kind, direction: usual };
  const other: FieldSort = { ...sort, direction: usual === 'asc' ? 'desc' : 'asc' };
  const list = await context.collection();
  const read = async (options = {}) => {
    const one = await readSorted(context, sort, options);
    // What is wrong with this order is a finding of sort.every-order.
    if (one === null || isDisordered(one.judged, field, kind)) return null;
    const reversed = await readSorted(context, other, options);
    return reversed === null ? null : { reversed, kept: keptOrder(sort, list, one, reversed) };
  };
  const first = await read();
  if (first === null) return null;
  const isWrong = ({ reversed, kept }: typeof first) => isDisordered(reversed.judged, field, kind) || kept !== null;
  if (isWrong(first)) {
    const second = await read(AGAIN);
    if (second === null || !isWrong(second)) return null;
    const { reversed, kept } = second;
    if (kept === null) reportDisorder(context, reversed, field);
    else
      reportKept(context, reversed.answer, {
        at: `/items/0/${field}`,
        sort: `sort=${reversed.sort}`,
        opposite: 'the opposite sort',
        kept,
      });
  }
  const { judged, all } = first.reversed;
  return new Set(judged.map((item) => item[field])).size < 2 ? null : all;
}

/**
 * Two values that both orders have in the same order: flags of the list, of which either may come first, and texts of a list that each
 * page has all of, with the records with one text together, also names of codes, by which a target may sort.
 */
function keptOrder({ field, kind }: FieldSort, list: Walk, one: SortedPage, other: SortedPage): NotReversed | null {
  const flagsOf = (items: readonly JsonRecord[]) =>
    items.map((item) => item[field]).filter((value) => typeof value === 'boolean');
  // Both pages are in ascending order here.
  const opposite = other.all.toReversed();
  const [[first], [second]] = [flagsOf(one.all), flagsOf(opposite)];
  if (first !== undefined && first === second && flagsOf(list.items).includes(!first))
    return { before: first, after: !first };
  // A date that stands for a null may be at either end.
  if (kind !== 'string') return null;
  const isWhole = ({ all }: SortedPage) => !list.partial && all.length === list.items.length;
  return [one, other].every((page) => isWhole(page) && isGrouped(page.all, field))
    ? notReversed(field, one.all, opposite)
    : null;
}

/** Whether all records with the same text follow each other. */
function isGrouped(items: readonly JsonRecord[], field: string): boolean {
  const values = items.map((item) => item[field]);
  const texts = values.filter((value) => typeof value === 'string');
  const starts = texts.filter((text, index) => text !== texts[index - 1]);
  return new Set(starts).size === starts.length;
}
