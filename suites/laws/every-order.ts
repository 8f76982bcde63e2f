import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { takes } from './applies.js';
import { fieldsOf } from './fields.js';
import { firstDirection } from './first-direction.js';
import { hasUsualOrder, isDisordered } from './ignored-sorts.js';
import { AGAIN, judged, readSorted, reportDisorder } from './sorted-page.js';
import { sortsShown } from './sorts-together.js';

/** With so many texts in alphabetical order, the list is sorted by the text. */
const NAMED = 5;

export const everyOrder: AskRule = {
  id: 'sort.every-order',
  clause: 'sort.every-order',
  from: 'standard',
  needs: ['several'],
  appliesTo: takes('sort'),
  async ask(context) {
    const { items: unsorted } = await context.page();
    const shown = await sortsShown(context);
    const decided = await Promise.all(
      Object.entries(fieldsOf(context.operation))
        .filter(([, kind]) => hasUsualOrder(kind))
        .map(async ([field, kind]) => {
          const isSeen = shown.has(field) || (await isSorted(context, field, kind));
          // A list that is in this order anyway shows nothing.
          return isSeen && isDisordered(judged(unsorted, field, kind), field, kind);
        }),
    );
    if (!decided.includes(true))
      context.lacksData('no documented field by which the list is out of order can be sorted by');
  },
};

/** Whether the first page of a sort shows an order by the field; reports a page that is in none. */
async function isSorted(context: AskContext, field: string, kind: string): Promise<boolean> {
  const sort = { field, kind, direction: await firstDirection(context, field) };
  const first = await readSorted(context, sort);
  if (first === null) return false;
  if (kind === 'string' && hasNullsWithin(first.all, field)) {
    const again = await readSorted(context, sort, AGAIN);
    if (again !== null && hasNullsWithin(again.all, field))
      reportNulls(context, again.answer, again.all, { field, sort: again.sort });
  }
  if (new Set(first.judged.map((item) => item[field])).size < 2) return false;
  if (!isDisordered(first.judged, field, kind)) return true;
  // Another client may have edited a record between the sort and the response.
  const second = await readSorted(context, sort, AGAIN);
  if (second !== null && isDisordered(second.judged, field, kind)) reportDisorder(context, second, field);
  return true;
}

/**
 * Whether records without a text stand together between others in alphabetical order, as if null was a text. A sort by a code
 * that the text names is in no alphabetical order, and one by another field in place of a null scatters the nulls.
 */
function hasNullsWithin(items: readonly JsonRecord[], field: string): boolean {
  const values = items.map((item) => item[field] ?? null);
  const isTelling = (value: unknown) => typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
  const first = values.findIndex(isTelling);
  const last = values.findLastIndex(isTelling);
  const within = values.flatMap((value, index) => (value === null && index > first && index < last ? [index] : []));
  if (first < 0 || within.length < 2 || (within.at(-1) ?? 0) - (within[0] ?? 0) >= within.length) return false;
  return new Set(values.filter(isTelling)).size >= NAMED && !isDisordered(items, field, 'string');
}

function reportNulls(
  context: AskContext,
  answer: Answer,
  items: readonly JsonRecord[],
  { field, sort }: { readonly field: string; readonly sort: string },
): void {
  const ascending = items.map((item) => item[field] ?? null);
  const values = sort.endsWith(':asc') ? ascending : ascending.toReversed();
  const index = values.findIndex((value, at) => value === null && values[at - 1] !== null && at > 0);
  const message = `sort=${sort} returned records without ${field} among those with one`;
  const expected = `records without ${field} before or after all others`;
  context.report(answer, { at: `/items/${index}/${field}`, expected, actual: `null at item ${index}`, message });
}
