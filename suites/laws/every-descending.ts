import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { takes } from './applies.js';
import { fieldsOf } from './fields.js';
import { firstDirection } from './first-direction.js';
import { hasUsualOrder, isDisordered } from './ignored-sorts.js';
import { notReversed } from './reversed.js';
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
  const { items } = await context.collection();
  const read = async (options = {}) => {
    const one = await readSorted(context, sort, options);
    // What is wrong with this order is a finding of sort.every-order.
    if (one === null || isDisordered(one.judged, field, kind)) return null;
    const reversed = await readSorted(context, other, options);
    return reversed === null ? null : { reversed, kept: keptOrder(field, items, one, reversed) };
  };
  const first = await read();
  if (first === null) return null;
  const isWrong = ({ reversed, kept }: typeof first) => isDisordered(reversed.judged, field, kind) || kept !== null;
  if (isWrong(first)) {
    const second = await read(AGAIN);
    if (second === null || !isWrong(second)) return null;
    const { reversed, kept } = second;
    if (kept === null) reportDisorder(context, reversed, field);
    else reportKept(context, reversed, field, kept);
  }
  const { judged, all } = first.reversed;
  return new Set(judged.map((item) => item[field])).size < 2 ? null : all;
}

/** Two values as they are written in JSON, which both orders have in the same order. */
type Kept = readonly [before: string, after: string];

/**
 * Two values that both orders have in the same order: flags of the list, of which either may come first, and texts of a whole list
 * that has the records with one text together, also names of codes, by which a target may sort.
 */
function keptOrder(field: string, items: readonly JsonRecord[], one: SortedPage, other: SortedPage): Kept | null {
  // Both pages are in ascending order here.
  const opposite = other.all.toReversed();
  const flags = [items, one.all, opposite].map((all) =>
    all.map((item) => item[field]).filter((value) => typeof value === 'boolean'),
  );
  const [all, [first], [second]] = flags as [boolean[], boolean[], boolean[]];
  if (first !== undefined && first === second && all.includes(!first)) return [`${first}`, `${!first}`];
  if (![one, other].every((page) => page.isWhole && isGrouped(page.all, field))) return null;
  const kept = notReversed(field, one.all, opposite);
  return kept === null ? null : [JSON.stringify(kept.before), JSON.stringify(kept.after)];
}

/** Whether all records with the same text follow each other. */
function isGrouped(items: readonly JsonRecord[], field: string): boolean {
  const values = items.map((item) => item[field]);
  const texts = values.filter((value) => typeof value === 'string');
  const starts = texts.filter((text, index) => text !== texts[index - 1]);
  return new Set(starts).size === starts.length;
}

function reportKept(context: AskContext, { answer, sort }: SortedPage, field: string, [before, after]: Kept): void {
  const message = `sort=${sort} has ${before} before ${after}, as the opposite sort has`;
  const expected = `${after} before ${before}`;
  context.report(answer, { at: `/items/0/${field}`, expected, actual: 'the same order', message });
}
