import type { Answer } from '../../../engine/client/answer.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { OperationSlot } from '../../../engine/session/slot.js';
import { equals } from '../../../generators/filter-text.js';
import { mustFindFilterable } from '../filterable.js';
import { noSuchValue } from './samples.js';

const AFTER = new OperationSlot<Answer>();

/**
 * The list once more, read right after the filter that matches nothing, which several rules share: a target may keep a
 * filter for the next request. Inconclusive if the list cannot be filtered.
 */
export function readAfterFilter(context: AskContext): Promise<Answer> {
  return AFTER.of(context, async () => {
    const { first } = await mustFindFilterable(context);
    await context.ask({ filter: equals(first.field, noSuchValue(context)) });
    return context.ask({}, { valid: true, again: 'second' });
  });
}
