import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRead } from './applies.js';
import { filterableUnlessSparing } from './filterable.js';
import { isJson } from './is-json.js';
import { ANY_TYPE, readAgain } from './read-again.js';
import { shown } from './shown.js';
import { isUnavailable, spelled, urlOf } from './spelled-url.js';

/** What other HTTP clients send, with a charset as some of them do. */
export const SEVERAL_TYPES = 'application/json;charset=utf-8, text/plain, */*';

export const accept: AskRule = {
  id: 'answers.accept',
  clause: 'answers.accept',
  from: 'standard',
  needs: ['answer'],
  appliesTo: isRead,
  async ask(context) {
    const { sent: query, plain, other } = await spelled(context);
    const read = (url: string, types: string, fresh = false) =>
      context.world.session.follow(context.operation, url, { accept: types, fresh });
    const unserved = isServed(await secondRead(context)) ? [] : [ANY_TYPE];
    // A URL that has one spelling only would cost a request of its own.
    if (urlOf(plain) !== urlOf(other) && !isServed(await read(urlOf(other), SEVERAL_TYPES)))
      unserved.push(SEVERAL_TYPES);
    for (const types of unserved) {
      const usual = await context.ask(query, { valid: true, again: types });
      if (!isServed(usual))
        context.inconclusive(`a valid request returned ${usual.summary} (see answers.success-status)`);
      // The spelling of the URL, or what was sent before, may be why.
      const answer = await read(urlOf(plain), types, true);
      if (isServed(answer)) continue;
      if (isUnavailable(answer)) context.inconclusive(`a request with Accept: ${types} returned ${answer.summary}`);
      const actual = answer.status === 200 ? `200 with ${answer.mediaType || 'no content-type'}` : answer.summary;
      const message = `${shown(urlOf(plain), 200)} returned ${actual} with Accept: ${types}, and JSON with application/json`;
      const at = answer.status === 200 ? 'header content-type' : '';
      context.report(answer, { at, expected: '200 with JSON', actual, message });
    }
  },
};

/**
 * The plain request for a response of any media type: right after filters where the list is found to take some, since other
 * rules need the first request after these.
 */
export async function secondRead(context: AskContext): Promise<Answer> {
  const found = await filterableUnlessSparing(context);
  return found?.after?.plain ?? readAgain(context);
}

export function isServed(answer: Answer): boolean {
  return answer.status === 200 && isJson(answer) && answer.json.problem === undefined;
}
