import type { Answer } from '../../../engine/client/answer.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { equals } from '../../../generators/filter-text.js';
import { readAgain } from '../read-again.js';
import type { Filterable } from './candidates.js';
import { noSuchValue } from './no-such-value.js';

/** What a target returns right after filters: it may keep one of them, or the error that it caused, for the next request. */
export interface AfterFilters {
  /** The response to a filter that matches nothing, right after a malformed one. */
  readonly filtered: Answer;
  /** The list right after both. */
  readonly plain: Answer;
}

/** A filter that matches nothing, and the same without its closing quote. */
export function filtersOn({ field }: Pick<Filterable, 'field'>, context: AskContext) {
  const empty = equals(field, noSuchValue(context, field));
  return { empty, malformed: empty.slice(0, -1) };
}

/** Sends a malformed filter, then one that matches nothing, and then the plain request, one after the other. */
export async function sendFilters(
  context: AskContext,
  field: Pick<Filterable, 'field'>,
  again?: string,
): Promise<AfterFilters> {
  const { empty, malformed } = filtersOn(field, context);
  const repeated = again === undefined ? {} : { again };
  await context.ask({ filter: malformed }, repeated);
  const filtered = await context.ask({ filter: empty }, repeated);
  const plain = again === undefined ? await readAgain(context) : await context.ask({}, { valid: true, again });
  return { filtered, plain };
}
