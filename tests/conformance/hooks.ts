import type { Answer, Behaviour, Context, Hook, Row } from '../../reference/index.js';

type Change = (body: Row, context: Context) => unknown;

/** A hook for the requests that a predicate selects; all others are answered as they should be. */
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

/** A hook for the requests of one operation. */
export function on(operation: string, hook: Hook): Hook {
  return where((context) => context.operation.id === operation, hook);
}

/** Changes what an operation answers, whatever it is. */
export function answer(change: (answer: Answer, context: Context) => Answer): Hook {
  return (steps) => ({ perform: (context) => change(steps.perform(context), context) });
}

/** Changes the body of a success. */
export function body(change: Change): Hook {
  return answer((given, context) => ({ ...given, body: change(given.body as Row, context) }));
}

/** Changes every item of a list, or the one record of a read. */
export function record(change: (record: Row, index: number, context: Context) => Row): Hook {
  return body((given, context) => {
    const { items } = given as { items?: readonly Row[] };
    if (items === undefined) return change(given, 0, context);
    return { ...given, items: items.map((item, index) => change(item, index, context)) };
  });
}

/** Changes the pagination object. */
export function pagination(change: (pagination: Row, context: Context) => Row): Hook {
  return body((given, context) => ({ ...given, pagination: change(given.pagination as Row, context) }));
}

/** Changes what is sent for refusals. */
export function refusal(change: (answer: Answer, context: Context) => Answer): Hook {
  return (steps) => ({ refuse: (error, context) => change(steps.refuse(error, context), context) });
}
