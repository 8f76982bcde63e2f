import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, isRecord, pageOf } from '../../engine/session/page.js';
import type { Query } from '../../engine/session/seen.js';
import { sameJson } from '../../engine/session/validation.js';
import { pathParameters, requiredQuery } from '../../engine/session/world.js';
import { isList, isRead } from './applies.js';
import { paginationOf } from './paging-numbers.js';
import { shown } from './shown.js';

/** A request whose response other rules judge too, with its parts in two spellings. */
interface Spelled {
  readonly plain: { readonly path: string; readonly query: string };
  readonly other: { readonly path: string; readonly query: string };
}

export const equivalentUrl: AskRule = {
  id: 'answers.equivalent-url',
  clause: 'answers.equivalent-url',
  from: 'standard',
  needs: ['answer'],
  appliesTo: isRead,
  async ask(context) {
    const query = {
      ...requiredQuery(context.operation),
      ...(isList(context.operation) && { page_size: 1, page_number: 1 }),
    };
    const { plain, other } = await spelled(context, query);
    if (sameJson(plain, other)) context.notApplicable('the URL has nothing that can be spelled in another way');
    if (await isSame(context, query, other)) return;
    const alone = [
      { ...plain, path: other.path },
      { ...plain, query: other.query },
    ].filter((one) => !sameJson(one, plain) && !sameJson(one, other));
    const reported = await Promise.all(alone.map((one) => report(context, query, one, plain)));
    if (!reported.includes(true)) await report(context, query, other, plain);
  },
};

/** The URL of a request in both spellings: the second one has encoded characters, and its parameters in another order. */
async function spelled(context: AskContext, query: Query): Promise<Spelled> {
  const { operation, world } = context;
  const params = await context.params();
  const path = world.session.pathOf(operation, params);
  const ids = pathParameters(operation).map(({ name }) => params[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]) => [name, encodeURIComponent(String(value))] as const);
  const join = (all: readonly (readonly string[])[]) => all.map((pair) => pair.join('=')).join('&');
  return {
    plain: { path, query: join(pairs) },
    other: {
      path: ids.reduce((text, id) => (id === '' ? text : text.replace(`/${id}`, `/${encoded(id)}`)), path),
      query: join(pairs.toReversed().map((pair) => pair.map(encoded))),
    },
  };
}

/** A text with its first letter or digit and its first hyphen percent-encoded, which never need it. */
function encoded(text: string): string {
  return [/^[A-Za-z0-9]/, /-/].reduce((done, one) => done.replace(one, percentEncoded), text);
}

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const urlOf = ({ path, query }: Spelled['other']): string => (query === '' ? path : `${path}?${query}`);

async function isSame(context: AskContext, query: Query, other: Spelled['other']): Promise<boolean> {
  const plain = await context.ask(query, { valid: true });
  return sameJson(essenceOf(plain), essenceOf(await follow(context, other)));
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
  if (await isSame(context, query, other)) return false;
  const answer = await follow(context, other);
  if (answer.failure !== null || answer.status === 429 || answer.status === 503)
    context.inconclusive(`the request with the other spelling returned ${answer.summary}`);
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
