import { expect, it } from 'vitest';
import type { WriteContext } from '../../engine/writes/write-context.js';
import { otherRecords } from '../../suites/laws/writes/bulk/effect.js';

const BEFORE = { isQualified: false };
const NOW = { isQualified: true };

/** A target whose bulk updates change so many other records. */
function target(count: number) {
  const changed = Array.from({ length: count }, (_unused, index) => {
    return { id: `other ${index}`, fields: ['isQualified'], before: BEFORE, now: NOW, answer: {} };
  });
  const state = { waits: 0, findings: 0 };
  const context = {
    records: [{ id: 'own', before: BEFORE }],
    kind: { bulk: { operation: 'bulkUpdateUsers', flags: {} } },
    bulk: {
      succeeded: new Set(['own']),
      lane: { carryOut: async () => ({ answer: { status: 202 }, end: { complete: true } }) },
    },
    look: 1,
    isRepeated: () => false,
    evidence: [] as unknown[],
    others: async () => ({ changed: async () => changed, count }),
    read: async () => NOW,
    differing: () => ['isQualified'],
    async until(read: () => Promise<unknown>, holds: (value: unknown) => boolean) {
      const value = await read();
      const held = holds(value);
      if (!held) state.waits += 1;
      return { value, held, reads: 1, waitedMs: 0 };
    },
    report(_answer: unknown, difference: unknown) {
      state.findings += 1;
      this.evidence.push(difference);
    },
  };
  return { state, context: context as unknown as WriteContext };
}

it('waits for one of the other records that a bulk update has changed, and reports all of them', async () => {
  const { state, context } = target(99);

  await otherRecords.write(context);

  expect(state).toEqual({ waits: 1, findings: 99 });
});
