import type { Answer } from '../../engine/client/answer.js';
import { type AskContext, type AskOptions, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { firstLetter, mayNameCodes } from './sortable.js';

/** A sort by a documented field. */
export interface FieldSort {
  readonly field: string;
  readonly kind: string;
  readonly direction: 'asc' | 'desc';
}

/** The first page of a sort, from its last record if the direction is descending. */
export interface SortedPage {
  /** The sort as it was sent. */
  readonly sort: string;
  readonly answer: Answer;
  readonly all: readonly JsonRecord[];
  /** Those that show whether the page is in order. */
  readonly judged: readonly JsonRecord[];
}

/** A page that is wrong is read once more: another client may have edited a record in between. */
export const AGAIN: AskOptions = { again: 'order' };

/** Reads the first page of a sort; `null` if the target rejects it. */
export async function readSorted(
  context: AskContext,
  { field, kind, direction }: FieldSort,
  options: AskOptions = {},
): Promise<SortedPage | null> {
  const sort = `${field}:${direction}`;
  const page = await context.attemptPage({ sort, page_size: DEFAULT_SIZE }, options);
  if (page === null) return null;
  const all = direction === 'asc' ? page.items : page.items.toReversed();
  return {
    sort,
    answer: page.answer,
    all,
    judged: judged(all, field, kind),
  };
}

/** The records whose value of a field every usual order places alike; none if the field may be sorted by a code. */
export function judged(items: readonly JsonRecord[], field: string, kind: string): readonly JsonRecord[] {
  if (kind !== 'string') return items;
  const texts = items.filter((item) => firstLetter(item[field]) !== null);
  return mayNameCodes(texts, field) ? [] : texts;
}

/** Reports a page that is out of order. */
export function reportDisorder(context: AskContext, { sort, answer, judged: items }: SortedPage, field: string): void {
  const message = `sort=${sort} returned records that are out of order by ${field}`;
  const sent = sort.endsWith(':desc') ? items.toReversed() : items;
  const actual = sent.map((item) => String(item[field])).slice(0, 5);
  context.report(answer, {
    at: `/items/0/${field}`,
    expected: `records in order of ${field}`,
    actual: `${actual.join(', ')}…`,
    message,
  });
}
