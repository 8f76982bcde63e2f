import { expect, it } from 'vitest';
import type { WriteContext } from '../../engine/writes/write-context.js';
import { carryOut } from '../../suites/laws/writes/bulk/order.js';

const FLAGS = { qualified: true };

/** A target that takes the first bulk update for one that it had carried out before. */
function target(before: Readonly<Record<string, boolean>>) {
  const state = { sent: 0, now: { ...before } };
  const context = {
    kind: { bulk: { operation: 'bulkUpdateUsers', flags: { qualified: 'isQualified' } } },
    bulk: {
      lane: {
        async carryOut() {
          state.sent += 1;
          if (state.sent > 1) state.now = Object.fromEntries(Object.keys(before).map((id) => [id, true]));
          return { answer: { status: 202 }, end: { complete: true } };
        },
      },
    },
    look: 1,
    world: { session: { pause: async () => {} } },
    isRepeated: () => true,
    read: async ({ id }: { readonly id: string }) => ({ isQualified: state.now[id] }),
    async until(read: () => Promise<unknown>, holds: (value: unknown) => boolean) {
      const value = await read();
      return { value, held: holds(value), reads: 1, waitedMs: 0 };
    },
  };
  return { state, context: context as unknown as WriteContext };
}

it.each([
  [{ one: false, other: true }, 2],
  [{ one: true, other: false }, 2],
  [{ one: true, other: true }, 1],
])('sends a bulk update that was repeated again unless all of %j have its flags', async (before, sent) => {
  const { state, context } = target(before);

  await carryOut(context, { ids: Object.keys(before), flags: FLAGS });

  expect(state.sent).toBe(sent);
});
