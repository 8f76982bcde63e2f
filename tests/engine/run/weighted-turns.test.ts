import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WeightedTurns } from '../../../engine/run/weighted-turns.js';

/** Starts tasks of these weights, whose ends the test decides; `running` are the indexes of those that run. */
function started(most: number, weights: readonly number[]) {
  const turns = new WeightedTurns(most);
  const running = new Set<number>();
  const ends: (() => void)[] = [];
  const all = weights.map((weight, index) =>
    turns.run(weight, async () => {
      running.add(index);
      await new Promise<void>((end) => {
        ends[index] = end;
      });
      running.delete(index);
      return index;
    }),
  );
  const end = async (index: number) => {
    ends[index]?.();
    await setImmediate();
  };
  return { running, end, all };
}

describe('weighted turns', () => {
  it('run tasks together up to the limit, in their order', async () => {
    const { running, end, all } = started(10, [4, 6, 1, 9]);
    await setImmediate();
    expect([...running]).toEqual([0, 1]);

    await end(0);
    expect([...running]).toEqual([1, 2]);
    await end(1);
    expect([...running]).toEqual([2, 3]);

    for (const index of [2, 3]) await end(index);
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  });

  it('run a task alone that exceeds the limit, and those without a weight at once', async () => {
    const { running, end } = started(10, [99, 99, 0]);
    await setImmediate();
    expect([...running]).toEqual([2, 0]);
    await end(0);
    expect([...running]).toEqual([2, 1]);
  });

  it('go on after a task that fails', async () => {
    const turns = new WeightedTurns(1);
    await expect(turns.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run(1, async () => 5)).toBe(5);
  });
});
