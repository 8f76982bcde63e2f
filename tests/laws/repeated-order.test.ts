import { expect, it } from 'vitest';
import type { WriteContext } from '../../engine/writes/write-context.js';
import { carryOut } from '../../suites/laws/writes/bulk/order.js';

const FLAGS = { qualified: true };

/**
 * A target that takes the first bulk update for one that it had carried out before; `earlier` is what every other read
 * shows.
 */
function target(before: Readonly<Record<string, boolean>>, earlier?: boolean) {
  const state = { sent: 0, reads: 0, now: { ...before } };
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
    read: async ({ id }: { readonly id: string }) => {
      state.reads += 1;
      return { isQualified: state.reads % 2 === 1 ? (earlier ?? state.now[id]) : state.now[id] };
    },
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

it('is not misled by a read that shows an earlier state', async () => {
  const { state, context } = target({ one: false }, true);

  await carryOut(context, { ids: ['one'], flags: FLAGS });

  expect(state.sent).toBe(2);
});
