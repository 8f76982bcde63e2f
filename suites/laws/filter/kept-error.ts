import type { Answer } from '../../../engine/client/answer.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import type { Found } from '../filterable.js';
import { filtersOn, sendFilters } from './after-filters.js';
import type { Filterable } from './candidates.js';

/** How often the error has to show again, and in how many rounds. */
const PROVEN = 2;
const ROUNDS = 8;

const isError = ({ status }: Answer): boolean => status >= 400;

/**
 * Reports a valid request that fails only right after a malformed filter: the target has kept the error. Returns whether
 * it does.
 */
export async function reportKeptError(
  context: AskContext,
  { after, first }: Pick<Found, 'after'> & { readonly first: Filterable },
): Promise<boolean> {
  if (after === null) return false;
  const { filtered, plain } = after;
  if (!isError(filtered) && !isError(plain)) return false;
  const { empty, malformed } = filtersOn(first, context);
  const name = isError(filtered) ? 'filtered' : 'plain';
  const query = name === 'filtered' ? { filter: empty } : {};
  let kept = 0;
  // Other checks send malformed filters at the same time, so a round may show nothing.
  for (let round = 1; round <= ROUNDS && kept < PROVEN; round += 1) {
    // A field may have a fixed set of values, and the target may reject any other.
    const alone = await context.ask(query, { again: `alone ${round}` });
    const sequence = await sendFilters(context, first, `sequence ${round}`);
    if (!isError(alone) && isError(sequence[name])) kept += 1;
  }
  if (kept < PROVEN) return false;
  const answer = name === 'filtered' ? filtered : plain;
  const words = name === 'filtered' ? `filter=${empty}` : 'a request without parameters';
  const message = `${words} returned ${answer.summary} right after the malformed filter ${malformed}, and 200 otherwise`;
  // Not `status`: a response that differs when it is repeated alone is exactly what this is about.
  context.report(answer, { at: '', expected: '200', actual: answer.summary, message });
  return true;
}
