import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { smallestFailure } from '../../suites/laws/writes/shrunk.js';

const bounds = { seed: 1, runs: 50, steps: 100 };
const numbers = fc.nat({ max: 1000 });

describe('the smallest failure', () => {
  it('is null if no value fails', async () => {
    expect(await smallestFailure(numbers, async () => null, bounds)).toBeNull();
  });

  it('is the smallest failing value, with its fault', async () => {
    const failure = await smallestFailure(numbers, async (value) => (value >= 37 ? `at ${value}` : null), bounds);
    expect(failure).toEqual({ value: 37, fault: 'at 37', cut: false });
  });

  it('is found among the first values, regardless of the seed', async () => {
    const failure = await smallestFailure(numbers, async (value) => (value === 1000 ? 'the last' : null), {
      ...bounds,
      runs: 1,
      first: [1000],
    });
    expect(failure?.value).toBe(1000);
  });

  it('is marked as cut if it reaches the limit of steps, and takes no further step', async () => {
    let tried = 0;
    const faultOf = async (value: number) => {
      tried += 1;
      return value >= 37 ? 'too large' : null;
    };
    const failure = await smallestFailure(numbers, faultOf, { ...bounds, steps: 2 });
    expect(failure?.cut).toBe(true);
    expect(failure?.value).toBeGreaterThanOrEqual(37);
    expect(tried).toBeLessThanOrEqual(bounds.runs + 2);
  });

  it('is marked as cut if smaller values take too long to try', async () => {
    vi.useFakeTimers();
    let tried = 0;
    const faultOf = async (value: number) => {
      tried += 1;
      vi.advanceTimersByTime(6000);
      return value >= 37 ? 'too large' : null;
    };
    const failure = await smallestFailure(numbers, faultOf, { ...bounds, first: [1000] });
    vi.useRealTimers();
    expect(failure?.cut).toBe(true);
    // The failure, and two smaller values within ten seconds.
    expect(tried).toBe(3);
  });

  it('rethrows an error of the check of a value, and tries no other value', async () => {
    let tried = 0;
    const faultOf = async () => {
      tried += 1;
      throw new Error('the target is down');
    };
    await expect(smallestFailure(numbers, faultOf, bounds)).rejects.toThrow('the target is down');
    expect(tried).toBe(1);
  });
});
