import type { Filter } from '../../../contract/query-language.js';
import type { Answer } from '../../../engine/client/answer.js';
import type { FilterAnswer } from '../../../engine/oracle/filter-judge.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity } from '../../../engine/session/page.js';
import { printFilter } from '../../../generators/filter/print-filter.js';
import { namesIn } from './names-in.js';
import { type Vocabulary, withinScope } from './vocabulary.js';

/** A filter as it was sent, with the response. */
export interface AskedFilter {
  readonly filter: Filter;
  readonly text: string;
  /** The first page, or the rejection. */
  readonly answer: Answer;
  /** The records that were returned; `null` if the filter was rejected or failed. */
  readonly answered: FilterAnswer | null;
}

/** The operators and joins that the target accepts in at least one of some filters. */
export function namesTaken(asked: readonly AskedFilter[]): Set<string> {
  return new Set(asked.filter(({ answered }) => answered !== null).flatMap(({ filter }) => namesIn(filter)));
}

/**
 * Requests all pages of a filtered list, with the filter in one spelling, within the slice if there is one. A rejection
 * is a response like any other.
 */
export async function askFilter(
  context: AskContext,
  filter: Filter,
  vocabulary: Pick<Vocabulary, 'scope' | 'whole'>,
  written = printFilter(filter),
): Promise<AskedFilter> {
  const { pageSize } = vocabulary.whole;
  const text = withinScope(vocabulary, written);
  const answer = await context.ask({ filter: text, page_size: pageSize });
  if (answer.status !== 200) return { filter, text, answer, answered: null };
  const list = await context.walk(pageSize, { filter: text });
  return { filter, text, answer, answered: { filter, ids: list.items.map(identity), whole: !list.partial } };
}
