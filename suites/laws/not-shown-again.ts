import type { AskContext } from '../../engine/session/ask-context.js';

/** Ends a check as inconclusive: a field of a record differed, and a later read did not show whether it still does. */
export function notShownAgain(context: AskContext, id: string): never {
  return context.inconclusive(`a field of ${id} differed, and a later read did not show this record`);
}
