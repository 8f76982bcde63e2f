import type { ServerResponse } from 'node:http';
import type { Collection } from '../generators/tenant/collection.js';
import { type Behaviour, type Context, compose, type Hook } from './behaviour.js';
import type { Answer, Reply, Row } from './model.js';

type Change = (body: Row, context: Context) => unknown;

/** A hook for the requests that a predicate selects; all others are handled correctly. */
export function where(selects: (context: Context) => boolean, hook: Hook): Hook {
  return (steps) => {
    const changed = hook(steps) as Record<string, (...args: unknown[]) => unknown>;
    const guarded = Object.entries(changed).map(([name, step]) => [
      name,
      // The data is prepared before there is a request.
      name === 'prepare'
        ? step
        : (...args: unknown[]) => {
            const original = steps[name as keyof Behaviour] as (...all: unknown[]) => unknown;
            return selects(args.at(-1) as Context) ? step(...args) : original(...args);
          },
    ]);
    return Object.fromEntries(guarded) as Partial<Behaviour>;
  };
}

/** A hook for the requests of one operation, or of several. */
export function on(operations: string | readonly string[], hook: Hook): Hook {
  const broken = new Set([operations].flat());
  return where((context) => broken.has(context.operation.id), hook);
}

/** Several hooks as one, each over those before it. */
export function both(...hooks: readonly Hook[]): Hook {
  return (steps) => compose(steps, hooks);
}

/** Changes every response of an operation. */
export function answer(change: (answer: Answer, context: Context) => Answer): Hook {
  return (steps) => ({ perform: (context) => change(steps.perform(context), context) });
}

/** Changes the body of a success, if it has one. */
export function body(change: Change): Hook {
  return answer((given, context) =>
    given.status >= 400 || given.body === undefined ? given : { ...given, body: change(given.body as Row, context) },
  );
}

/** Changes every item of a list, or the one record of a read. */
export function record(change: (record: Row, index: number, context: Context) => Row): Hook {
  return body((given, context) => {
    const { items } = given as { items?: readonly Row[] };
    if (items === undefined) return change(given, 0, context);
    return { ...given, items: items.map((item, index) => change(item, index, context)) };
  });
}

/** The methods of the operations that return records; a bulk update returns a task reference. */
const RECORDS_OF = new Set(['GET', 'PATCH']);

/** Like `record`, for all reads and updates. */
export function presented(change: (record: Row, index: number, context: Context) => Row): Hook {
  return where(
    ({ operation }) => RECORDS_OF.has(operation.binding.method) && operation.success.schema !== null,
    record(change),
  );
}

/**
 * Changes the records of the tenant themselves, so that every list, read, filter, sort and write uses the changed ones.
 * Records that other records are derived from are changed twice, so the change has to be idempotent.
 */
export function stored(change: (record: Row) => Row): Hook {
  return (steps) => ({
    prepare: (tenant) => {
      steps.prepare(tenant);
      for (const { records, replace } of [writable(tenant.users), writable(tenant.applications)]) {
        for (const record of records) replace(change(record));
      }
    },
    collect: (context) => (isWritable(context) ? steps.collect(context) : steps.collect(context).map(change)),
    find: (kind, id, context) => {
      const found = steps.find(kind, id, context);
      return kind.startsWith('agreement') || kind.startsWith('contract')
        ? (change(found as unknown as Row) as never)
        : found;
    },
  });
}

/** The records of a collection that requests change, and how to replace one. */
function writable<Stored extends { readonly id: string }>(collection: Collection<Stored>) {
  return {
    records: [...collection.records] as unknown as readonly Row[],
    replace: (record: Row) => collection.replace(record as unknown as Stored),
  };
}

/** Whether a list consists of stored users or applications. */
const isWritable = ({ operation }: Context): boolean => ['user', 'application'].includes(operation.success.item ?? '');

/** Changes the pagination object of a list. */
export function pagination(change: (pagination: Row, context: Context) => Row): Hook {
  return body((given, context) =>
    isRow(given.pagination) ? { ...given, pagination: change(given.pagination, context) } : given,
  );
}

/** Changes error responses. */
export function refusal(change: (answer: Answer, context: Context) => Answer): Hook {
  return (steps) => ({ refuse: (error, context) => change(steps.refuse(error, context), context) });
}

/** Repeats the credential of the request in each 401. */
export const repeatingCredential: Hook = refusal((given, { headers }) => {
  const error = { code: 401, message: `The token ${headers.authorization} is not valid` };
  return given.status === 401 ? { ...given, body: { error } } : given;
});

/** Changes a serialized response: status, headers, text. */
export function sent(change: (reply: Reply, context: Context) => Reply): Hook {
  return (steps) => ({ respond: async (given, context) => change(await steps.respond(given, context), context) });
}

/** Closes the connection in place of some responses. */
export function closing(isMeant: (reply: Reply, context: Context) => boolean): Hook {
  const write = (response: ServerResponse) => {
    response.socket?.destroy();
  };
  return sent((reply, context) => (isMeant(reply, context) ? { ...reply, write } : reply));
}

/** Changes the text of a success, and adds headers to it. */
export function sentText(change: (text: string) => string, headers: Readonly<Record<string, string>> = {}): Hook {
  return sent((reply) =>
    reply.status === 200
      ? { ...reply, headers: { ...reply.headers, ...headers }, text: change(reply.text ?? '') }
      : reply,
  );
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** The filter of a request as it was sent; an empty string if there is none. */
export function filterText({ query }: Context): string {
  return String(query.filter ?? '');
}

/** Replaces the body of the error responses of a status; undefined sends none. */
export function bodyOf(status: number, replaced: unknown): Hook {
  return refusal((given) => (given.status === status ? { ...given, body: replaced } : given));
}

/** Sends an HTML page in place of the responses of a status. */
export function html(status: number): Hook {
  return sent((reply) =>
    reply.status === status
      ? { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' }, text: `<h1>${status}</h1>` }
      : reply,
  );
}
