import { onPage, withMember } from '../change.js';
import { takes } from '../operations.js';
import { type Call, type JsonObject, queryValue, type Reply, type Transform, withQuery } from '../wire.js';

export const filtered = takes('filter');

export const filterOf = (call: Call): string | undefined => queryValue(call, 'filter');

/** Sends another filter in place of each one; `null` sends none. */
export function refiltering(change: (filter: string, call: Call) => string | null): Transform {
  return (call, send) => {
    const filter = filterOf(call);
    return send(filter === undefined ? call : withQuery(call, 'filter', change(filter, call)));
  };
}

/** As `refiltering`, if the target accepts the filter as it is. */
export function ifAccepted(transform: Transform): Transform {
  return async (call, send) => {
    if (filterOf(call) === undefined) return send(call);
    const reply = await send(call);
    return reply.status === 200 ? transform(call, send) : reply;
  };
}

/** The pages of a filtered list, changed. */
export const onFiltered = (change: Parameters<typeof onPage>[0]): Transform =>
  onPage((page, call, send) => (filterOf(call) === undefined ? page : change(page, call, send)));

export const noneOf = (pagination: JsonObject): JsonObject =>
  withMember(
    withMember(pagination, 'total_items', () => 0),
    'total_pages',
    () => 0,
  );

export const refused = (status: number, message: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify({ error: { code: status, message } })),
});

/** Answers the filters that a predicate selects, and that are accepted, with a refusal. */
export function refusing(status: number, selects: (filter: string, reply: Reply) => boolean): Transform {
  return async (call, send) => {
    const reply = await send(call);
    const filter = filterOf(call);
    return filter !== undefined && reply.status === 200 && selects(filter, reply)
      ? refused(status, 'the filter is not supported')
      : reply;
  };
}

/** Answers the filters that are refused, and that a predicate selects, as another request. */
export function accepting(selects: (filter: string) => boolean, other: (call: Call) => Call): Transform {
  return async (call, send) => {
    const reply = await send(call);
    const filter = filterOf(call);
    return filter !== undefined && reply.status >= 400 && call.credentialed && selects(filter)
      ? send(other(call))
      : reply;
  };
}

export const withoutFilter = (call: Call): Call => withQuery(call, 'filter', null);
