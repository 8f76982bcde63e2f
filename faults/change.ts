import type { Call } from './wire.js';
import {
  isObject,
  isSuccess,
  type JsonObject,
  jsonOf,
  type Reply,
  type Send,
  type Transform,
  withValue,
} from './wire.js';

/** A transform that changes responses, and sends the request as it is. */
export function onReply(change: (reply: Reply, call: Call, send: Send) => Reply | Promise<Reply>): Transform {
  return async (call, send) => change(await send(call), call, send);
}

/** A transform that changes requests; a request that it leaves as it is is sent unchanged. */
export function onCall(change: (call: Call) => Call): Transform {
  return (call, send) => send(change(call));
}

/** Changes successful responses. */
export function onSuccess(change: (reply: Reply, call: Call, send: Send) => Reply | Promise<Reply>): Transform {
  return onReply((reply, call, send) => (isSuccess(reply) && call.credentialed ? change(reply, call, send) : reply));
}

/** Changes the JSON value of successful responses; the value itself means no change. */
export function onValue(change: (value: JsonObject, call: Call, send: Send) => unknown): Transform {
  return onSuccess(async (reply, call, send) => {
    const value = jsonOf(reply);
    return isObject(value) ? withValue(reply, await change(value, call, send)) : reply;
  });
}

/** A page of a list. */
export interface PageValue extends JsonObject {
  readonly items: readonly unknown[];
  readonly pagination: JsonObject;
}

export function isPage(value: unknown): value is PageValue {
  return isObject(value) && Array.isArray(value.items) && isObject(value.pagination);
}

/** Changes the pages of a list. */
export function onPage(change: (page: PageValue, call: Call, send: Send) => unknown): Transform {
  return onValue((value, call, send) => (isPage(value) ? change(value, call, send) : value));
}

/** Changes the items of a page. */
export function onItems(
  change: (
    items: readonly unknown[],
    page: PageValue,
    call: Call,
    send: Send,
  ) => readonly unknown[] | Promise<readonly unknown[]>,
): Transform {
  return onPage(async (page, call, send) => {
    const items = await change(page.items, page, call, send);
    return items === page.items ? page : { ...page, items };
  });
}

/** Changes the pagination object of a page. */
export function onPagination(change: (pagination: JsonObject, page: PageValue, call: Call) => JsonObject): Transform {
  return onPage((page, call) => {
    const pagination = change(page.pagination, page, call);
    return pagination === page.pagination ? page : { ...page, pagination };
  });
}

/** Changes the responses that refuse a request, with one of some statuses if given. */
export function onRefusal(
  change: (reply: Reply, call: Call, send: Send) => Reply | Promise<Reply>,
  statuses?: readonly number[],
): Transform {
  return onReply((reply, call, send) =>
    reply.status >= 400 && (statuses?.includes(reply.status) ?? true) ? change(reply, call, send) : reply,
  );
}

/** An object with another value of a member; the object itself where it lacks the member or has that value. */
export function withMember<Given extends JsonObject>(
  given: Given,
  name: string,
  change: (value: unknown) => unknown,
): Given {
  if (!Object.hasOwn(given, name)) return given;
  const value = change(given[name]);
  return value === given[name] ? given : { ...given, [name]: value };
}

export function withoutMember<Given extends JsonObject>(given: Given, name: string): Given {
  if (!Object.hasOwn(given, name)) return given;
  return Object.fromEntries(Object.entries(given).filter(([own]) => own !== name)) as Given;
}

/** An object with a member under another name, in its place. */
export function withRenamed(given: JsonObject, name: string, other: string): JsonObject {
  if (!Object.hasOwn(given, name)) return given;
  return Object.fromEntries(Object.entries(given).map(([own, value]) => [own === name ? other : own, value]));
}

/** An array with its members changed; the array itself where none is. */
export function mapped(
  values: readonly unknown[],
  change: (value: unknown, index: number) => unknown,
): readonly unknown[] {
  const changed = values.map(change);
  return changed.every((value, index) => value === values[index]) ? values : changed;
}

/** The page and the page size that a request means. */
export function pageOf({ query }: Call): { readonly number: number; readonly size: number } {
  const values = new Map(query);
  return { number: Number(values.get('page_number') ?? 1), size: Number(values.get('page_size') ?? 100) };
}
