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

  it('ends when its time is over, whatever the rhythm', async () => {
    const { held, waitedMs } = await inVirtualTime(waitFor(comesAfter(60_000), isThere, 100, { absentMs: 30_000 }));

    expect(held).toBe(false);
    expect(waitedMs).toBe(100);
  });
});
