import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { Query } from '../../engine/session/seen.js';
import { pathParameters, requiredQuery } from '../../engine/session/world.js';
import { isList } from './applies.js';

/** A request whose response other rules judge too, with its parts in two spellings. */
export interface Spelled {
  readonly plain: { readonly path: string; readonly query: string };
  readonly other: { readonly path: string; readonly query: string };
  /** The parameters of the request. */
  readonly sent: Query;
}

/** The parameters of a request that returns little. */
function shortQuery(operation: Operation): Query {
  return { ...requiredQuery(operation), ...(isList(operation) && { page_size: 1, page_number: 1 }) };
}

/** The URL of a short request in both spellings: the second one has encoded characters, and its parameters in another order. */
export async function spelled(context: AskContext): Promise<Spelled> {
  const { operation, world } = context;
  const query = shortQuery(operation);
  const params = await context.params();
  const path = world.session.pathOf(operation, params);
  const ids = pathParameters(operation).map(({ name }) => params[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]) => [name, encodeURIComponent(String(value))] as const);
  const join = (all: readonly (readonly string[])[]) => all.map((pair) => pair.join('=')).join('&');
  return {
    sent: query,
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

export const urlOf = ({ path, query }: Spelled['other']): string => (query === '' ? path : `${path}?${query}`);

/** Whether a response says nothing about the spelling or the headers of its request. */
export function isUnavailable({ failure, status }: Answer): boolean {
  return failure !== null || status === 429 || status === 503;
}
