import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, isRecord, pageOf } from '../../engine/session/page.js';
import type { Query } from '../../engine/session/seen.js';
import { sameJson } from '../../engine/session/validation.js';
import { readOtherwise } from './accept.js';
import { isRead } from './applies.js';
import { paginationOf } from './paging-numbers.js';
import { shown } from './shown.js';
import { isUnavailable, type Spelled, spelled, urlOf } from './spelled-url.js';

export const equivalentUrl: AskRule = {
  id: 'answers.equivalent-url',
  clause: 'answers.equivalent-url',
  from: 'standard',
  needs: ['answer'],
  appliesTo: isRead,
  async ask(context) {
    const { sent: query, plain, other } = await spelled(context);
    if (sameJson(plain, other)) context.notApplicable('the URL has nothing that can be spelled in another way');
    // One request serves three rules. Where its response differs, its headers may be why (see answers.accept and answers.conditional).
    if (await isSame(context, query, await readOtherwise(context, other))) return;
    if (await isSame(context, query, await follow(context, other))) return;
    const alone = [
      { ...plain, path: other.path },
      { ...plain, query: other.query },
    ].filter((one) => !sameJson(one, plain) && !sameJson(one, other));
    const reported = await Promise.all(alone.map((one) => report(context, query, one, plain)));
    if (!reported.includes(true)) await report(context, query, other, plain);
  },
};

async function isSame(context: AskContext, query: Query, otherwise: Answer): Promise<boolean> {
  return sameJson(essenceOf(await context.ask(query, { valid: true })), essenceOf(otherwise));
}

async function follow(context: AskContext, other: Spelled['other']): Promise<Answer> {
  return context.world.session.follow(context.operation, urlOf(other));
}

/** Reports a spelling whose response differs; returns whether it does. */
async function report(
  context: AskContext,
  query: Query,
  other: Spelled['other'],
  plain: Spelled['plain'],
): Promise<boolean> {
  const answer = await follow(context, other);
  if (await isSame(context, query, answer)) return false;
  if (isUnavailable(answer)) context.inconclusive(`the request with the other spelling returned ${answer.summary}`);
  const before = await context.ask(query);
  const after = await context.ask(query, { again: urlOf(other) });
  // Every second read may be another one.
  const last = await context.ask(query, { again: `last ${urlOf(other)}` });
  if (![after, last].every((one) => sameJson(essenceOf(before), essenceOf(one))))
    context.inconclusive('the records changed during the check');
  const [url, same] = [shown(urlOf(other), 200), shown(urlOf(plain), 200)];
  if (answer.status !== after.status) {
    const message = `${url} returned ${answer.summary}, and ${same}, which means the same, ${after.summary}`;
    context.report(answer, { at: 'status', expected: `${after.status}`, actual: answer.summary, message });
  } else {
    const message = `${url} returned another body than ${same}, which means the same`;
    const [expected, actual] = [after, answer].map((one) => JSON.stringify(essenceOf(one)));
    context.report(answer, { at: '', expected: expected ?? '', actual, message });
  }
  return true;
}

/** What must not differ between two responses: the status, the ids, and the numbers of a page. */
function essenceOf(answer: Answer): unknown {
  const { status, value } = answer;
  if (status !== 200 || !isRecord(value)) return [status];
  if (!Array.isArray(value.items)) return [status, value.id ?? null, Object.keys(value).sort()];
  const { page_size: size, page_number: number } = paginationOf(value) ?? {};
  return [status, pageOf(answer).items.map(identity), size ?? null, number ?? null];
}
