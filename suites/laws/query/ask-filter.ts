import type { Filter } from '../../../contract/query-language.js';
import type { Answer } from '../../../engine/client/answer.js';
import type { FilterAnswer } from '../../../engine/oracle/filter-judge.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity } from '../../../engine/session/page.js';
import { printFilter } from '../../../generators/filter/print-filter.js';
import { type Vocabulary, withinScope } from './vocabulary.js';

/** A filter as it was asked, with what came. */
export interface AskedFilter {
  readonly filter: Filter;
  readonly text: string;
  /** The first page, or the refusal. */
  readonly answer: Answer;
  /** The records that were answered; `null` where the filter was refused or failed. */
  readonly answered: FilterAnswer | null;
}

/**
 * Asks for all that a filter answers, written in one way, within the slice where there is one. A refusal is an answer
 * like any other.
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

/** A filter for a reader: its beginning, where it is long. */
export function shown(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text;
}
