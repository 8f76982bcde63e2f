import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { isRead } from './applies.js';
import { filterableUnlessSparing } from './filterable.js';
import { isJson } from './is-json.js';
import { ANY_TYPE, readAgain } from './read-again.js';
import { shown } from './shown.js';
import { isUnavailable, type Spelled, spelled, urlOf } from './spelled-url.js';

/** What other HTTP clients send, with a charset as some of them do. */
const SEVERAL_TYPES = 'application/json;charset=utf-8, text/plain, */*';

/** An entity tag that no response has. */
const UNKNOWN_TAG = '"touchstone-never-received-this"';
const UNLESS_UNKNOWN = { 'if-none-match': UNKNOWN_TAG };

export const accept: AskRule = {
  id: 'answers.accept',
  clause: 'answers.accept',
  from: 'standard',
  needs: ['answer'],
  appliesTo: isRead,
  async ask(context) {
    const { sent: query, plain, other } = await spelled(context);
    const unserved = isServed(await secondRead(context)) ? [] : [ANY_TYPE];
    // A URL that has one spelling only would cost a request of its own.
    if (urlOf(plain) !== urlOf(other) && !isServed(await readOtherwise(context, other))) unserved.push(SEVERAL_TYPES);
    for (const types of unserved) {
      const usual = await context.ask(query, { valid: true, again: types });
      assertServed(context, usual);
      // The spelling of the URL, or what was sent before, may be why.
      const { operation, world } = context;
      const answer = await world.session.follow(operation, urlOf(plain), { headers: { accept: types }, fresh: true });
      if (isServed(answer)) continue;
      if (isUnavailable(answer)) context.inconclusive(`a request with Accept: ${types} returned ${answer.summary}`);
      const actual = answer.status === 200 ? `200 with ${answer.mediaType || 'no content-type'}` : answer.summary;
      const message = `${shown(urlOf(plain), 200)} returned ${actual} with Accept: ${types}, and JSON with application/json`;
      const at = answer.status === 200 ? 'header content-type' : '';
      context.report(answer, { at, expected: '200 with JSON', actual, message });
    }
  },
};

export const conditional: AskRule = {
  id: 'answers.conditional',
  clause: 'answers.conditional',
  from: 'standard',
  needs: ['answer'],
  appliesTo: isRead,
  async ask(context) {
    const { plain, other } = await spelled(context);
    if (isServed(await readOtherwise(context, other))) return;
    const { operation, world } = context;
    const url = urlOf(plain);
    const answer = await world.session.follow(operation, url, { headers: UNLESS_UNKNOWN, fresh: true });
    if (isServed(answer)) return;
    if (isUnavailable(answer)) context.inconclusive(`a request with If-None-Match returned ${answer.summary}`);
    const usual = await world.session.follow(operation, url, { fresh: true });
    assertServed(context, usual);
    const actual = answer.status === 200 ? '200 without JSON' : answer.summary;
    const message = `${shown(url, 200)} returned ${actual} with If-None-Match: ${UNKNOWN_TAG}, which is the entity tag of no response`;
    context.report(answer, { at: 'status', expected: '200 with JSON', actual, message });
  },
};

/** Inconclusive if the usual request returns no JSON either. */
function assertServed(context: AskContext, usual: Answer): void {
  if (isServed(usual)) return;
  const rule = usual.status !== 200 ? 'answers.success-status' : isJson(usual) ? 'answers.json' : 'answers.media-type';
  context.inconclusive(`a valid request returned ${usual.summary} (see ${rule})`);
}

/** A read as another client sends it: one request for the rules of all that is unusual about it. */
export function readOtherwise({ operation, world }: AskContext, other: Spelled['other']): Promise<Answer> {
  return world.session.follow(operation, urlOf(other), { headers: { accept: SEVERAL_TYPES, ...UNLESS_UNKNOWN } });
}

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
