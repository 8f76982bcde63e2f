import { describe, expect, it } from 'vitest';
import { type Rhythm, waitFor } from '../../../engine/writes/waiting.js';
import { inVirtualTime, virtualClock } from './memory-run.js';

const SLOW_MS = 600;

/** Something that is there after a while, and how often it was looked for. */
function comesAfter(delayMs: number) {
  const start = performance.now();
  return async () => performance.now() - start >= delayMs;
}

const isThere = (there: boolean): boolean => there;

describe('waitFor', () => {
  virtualClock();

  it('delays the next read until the last value was still absent, to read less often', async () => {
    const rhythm: Rhythm = { absentMs: 0 };

    const first = await inVirtualTime(waitFor(comesAfter(SLOW_MS), isThere, 5000, rhythm));
    const learned = rhythm.absentMs;
    const second = await inVirtualTime(waitFor(comesAfter(SLOW_MS), isThere, 5000, rhythm));

    expect(first.held && second.held).toBe(true);
    expect(learned).toBeLessThan(SLOW_MS);
    expect(learned).toBeGreaterThan(0);
    expect(second.reads).toBeLessThan(first.reads);
  });

  it('does not wait for what is there at once, and forgets how long others took', async () => {
    const rhythm: Rhythm = { absentMs: 4000 };

    const { reads } = await inVirtualTime(waitFor(comesAfter(0), isThere, 5000, rhythm));

    expect(reads).toBe(1);
    expect(rhythm.absentMs).toBe(0);
  });

  it('reads after growing pauses of at most a second, and a last time when its time is over', async () => {
    const start = performance.now();
    const times: number[] = [];
    const never = async () => {
      times.push(Math.round(performance.now() - start));
      return false;
    };

    const waited = await inVirtualTime(waitFor(never, isThere, 6000));

    expect(waited).toEqual({ value: false, held: false, reads: times.length, waitedMs: 6000 });
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, expected] of [25, 37.5, 56.25, 84.375].entries()) {
      expect(Math.abs((pauses[index] ?? 0) - expected), `pause ${index + 1}`).toBeLessThan(2);
    }
    expect(pauses.every((pause, index) => pause >= (pauses[index - 1] ?? 0) || index === pauses.length - 1)).toBe(true);
    expect([Math.max(...pauses), times.at(-1)]).toEqual([1000, 6000]);
  });

  it.each([
    ['a longer time than the first pause is waited once', 400, [0, 400, 425]],
    ['a shorter one changes nothing', 10, [0, 25]],
  ])('uses what an earlier wait has taught: %s', async (_what, absentMs, expected) => {
    const start = performance.now();
    const times: number[] = [];
    const there = comesAfter(expected.at(-1) ?? 0);
    const read = async () => {
      times.push(Math.round(performance.now() - start));
      return there();
    };
    const rhythm: Rhythm = { absentMs };

    const { held, waitedMs } = await inVirtualTime(waitFor(read, isThere, 5000, rhythm));

    expect([held, waitedMs, times]).toEqual([true, expected.at(-1), expected]);
    expect(Math.round(rhythm.absentMs)).toBe(expected.at(-2));
  });

  it('reads once where no time is given', async () => {
    expect(await inVirtualTime(waitFor(comesAfter(10), isThere, 0))).toEqual({
      value: false,
      held: false,
      reads: 1,
      waitedMs: 0,
    });
  });

  it('ends when its time is over, whatever the rhythm', async () => {
    const { held, waitedMs } = await inVirtualTime(waitFor(comesAfter(60_000), isThere, 100, { absentMs: 30_000 }));

    expect(held).toBe(false);
    expect(waitedMs).toBe(100);
  });
});
