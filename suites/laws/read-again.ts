import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';

/** What many HTTP clients send by default. */
export const ANY_TYPE = '*/*';

/** The client can read no content coding (RFC 9110 section 12.5.3). */
const UNCODED = { 'accept-encoding': 'identity' };

/** The plain request once more, for a response of any media type without a content coding: one request for the rules that repeat a read. */
export function readAgain(context: AskContext): Promise<Answer> {
  return context.ask({}, { valid: true, again: 'second', headers: { accept: ANY_TYPE, ...UNCODED } });
}
