import type { AskContext } from '../../../engine/session/ask-context.js';
import { equals } from '../../../generators/filter-text.js';
import { findFilterable } from '../filterable.js';
import { valuesOf } from './candidates.js';

/** The number of rejected filters that are sent again. */
const RETRIED = 2;

/**
 * Reports a filter that is rejected with a page size and accepted without one. Sends nothing if the target accepts any
 * filter with the size.
 */
export async function reportFilterWithSize(context: AskContext, size: number): Promise<void> {
  const found = await context.attempt(() => findFilterable(context));
  if (found === null || found.taken.length > 0 || found.whole.pageSize !== size) return;
  for (const { field, answer } of found.refused.slice(0, RETRIED)) {
    const value = valuesOf(found.whole.items, field)?.rare;
    if (value === undefined || (await context.ask({ filter: equals(field, value) })).status !== 200) continue;
    const message = `${equals(field, value)} with page_size ${size} returned ${answer.summary}, and 200 without page_size`;
    return context.report(answer, { at: 'status', expected: '200', actual: answer.summary, message });
  }
}
