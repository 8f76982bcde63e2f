import { describe, expect, it } from 'vitest';
import { untilNext } from '../../cli/watch/schedule.js';
import { pause } from '../../engine/session/pause.js';

const QUARTER = { everyMs: 900_000, jitterMs: 90_000 };
const minutes = (count: number) => count * 60_000;

describe('the schedule of a watch', () => {
  it('starts each run at a multiple of the interval, however long the last one took', () => {
    expect(untilNext(QUARTER, 0, 1000, () => 0)).toBe(minutes(15) - 1000);
    expect(untilNext(QUARTER, 0, minutes(15) + 1, () => 0)).toBe(minutes(15) - 1);
  });

  it('skips the times that a long run has passed', () => {
    expect(untilNext(QUARTER, 0, minutes(50), () => 0)).toBe(minutes(10));
  });

  it('delays a run by up to the jitter, which does not add up', () => {
    expect(untilNext(QUARTER, 0, 1000, () => 0.5)).toBe(minutes(15) - 1000 + 45_000);
    expect(untilNext(QUARTER, 0, minutes(15) + 45_000 + 1000, () => 0)).toBe(minutes(30) - minutes(15) - 46_000);
  });

  it('waits no longer than a timer can, and goes on if the clock was set back', () => {
    const long = { everyMs: 2 ** 31 - 1, jitterMs: 2 ** 31 - 1 };

    expect(untilNext(long, 0, 0, () => 0.99)).toBe(2 ** 31 - 1);
    expect(untilNext(QUARTER, minutes(60), 0, () => 0)).toBe(minutes(75));
  });

  it('ends as soon as it is stopped', async () => {
    const stop = new AbortController();
    const ended = pause(minutes(15), stop.signal);

    stop.abort();

    await expect(ended).resolves.toBeUndefined();
    await expect(pause(minutes(15), stop.signal)).resolves.toBeUndefined();
  });
});
