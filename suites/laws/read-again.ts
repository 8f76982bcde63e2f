import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';

/** What many HTTP clients send by default. */
export const ANY_TYPE = '*/*';

/** The plain request once more, for a response of any media type: one request for the rules that repeat a read. */
export function readAgain(context: AskContext): Promise<Answer> {
  return context.ask({}, { valid: true, again: 'second', accept: ANY_TYPE });
}
