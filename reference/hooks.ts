import type { Behaviour, Context, Hook } from './behaviour.js';
import type { Answer, Reply, Row } from './model.js';

type Change = (body: Row, context: Context) => unknown;

/** A hook for the requests that a predicate selects; all others are handled correctly. */
export function where(selects: (context: Context) => boolean, hook: Hook): Hook {
  return (steps) => {
    const changed = hook(steps) as Record<string, (...args: unknown[]) => unknown>;
    const guarded = Object.entries(changed).map(([name, step]) => [
      name,
      (...args: unknown[]) => {
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

/** Changes every response of an operation. */
export function answer(change: (answer: Answer, context: Context) => Answer): Hook {
  return (steps) => ({ perform: (context) => change(steps.perform(context), context) });
}

/** Changes the body of a success. */
export function body(change: Change): Hook {
  return answer((given, context) =>
    given.status >= 400 ? given : { ...given, body: change(given.body as Row, context) },
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

/** Like `record`, for all reads; leaves error responses and writes unchanged. */
export function presented(change: (record: Row, index: number, context: Context) => Row): Hook {
  return where(
    ({ operation }) => operation.binding.method === 'GET' && operation.success.schema !== null,
    record(change),
  );
}

/** Changes the records of the tenant themselves, so that every list, read, filter and sort uses the changed ones. */
export function stored(change: (record: Row) => Row): Hook {
  return (steps) => ({
    collect: (context) => steps.collect(context).map(change),
    find: (kind, id, context) => {
      const found = steps.find(kind, id, context);
      return kind === 'task' || kind === 'subscription' ? found : (change(found as unknown as Row) as never);
    },
  });
}

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

/** Changes a serialized response: status, headers, text. */
export function sent(change: (reply: Reply, context: Context) => Reply): Hook {
  return (steps) => ({ respond: async (given, context) => change(await steps.respond(given, context), context) });
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
