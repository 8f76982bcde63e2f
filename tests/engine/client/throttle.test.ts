import pLimit from 'p-limit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '../../../engine/client/throttle.js';
import { answer } from '../answers.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const busy = (retryAfter?: string) =>
  answer({ status: 429, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) });
const fine = answer();

function throttleOf(concurrency = 8) {
  const limit = pLimit(concurrency);
  return { limit, throttle: new Throttle(limit) };
}

/** Receives so many responses other than 429. */
function recover(throttle: Throttle, count: number): void {
  for (let index = 0; index < count; index += 1) throttle.shouldRetry(fine, 1);
}

/** Receives a 429 once the pause is over; returns how long the next pause is, or `null` without a retry. */
function pause(throttle: Throttle, retryAfter = '0'): number | null {
  vi.advanceTimersByTime(Math.max(0, throttle.pauseMs));
  return throttle.shouldRetry(busy(retryAfter), 1) ? throttle.pauseMs : null;
}

describe('a target that limits the rate', () => {
  it('does not pause the run before the first 429', () => {
    const { throttle } = throttleOf();

    expect(throttle.shouldRetry(fine, 1)).toBe(false);
    expect(throttle.pauseMs).toBeLessThanOrEqual(0);
  });

  it('pauses the run for its Retry-After, or else for a second', () => {
    expect(pause(throttleOf().throttle, '7')).toBe(7000);
    const { throttle } = throttleOf();
    throttle.shouldRetry(busy(), 1);
    expect(throttle.pauseMs).toBe(1000);
    vi.advanceTimersByTime(400);
    expect(throttle.pauseMs).toBe(600);
  });

  it('pauses the run a little longer each time, up to half a second, if it says less', () => {
    const { throttle } = throttleOf();

    expect(Array.from({ length: 7 }, () => pause(throttle))).toEqual([25, 50, 100, 200, 400, 500, 500]);
  });

  it('halves the concurrency with each pause, down to one', () => {
    const { limit, throttle } = throttleOf(5);

    expect(Array.from({ length: 4 }, () => pause(throttle) && limit.concurrency)).toEqual([3, 2, 1, 1]);
  });

  it('counts several 429 during one pause once, and waits for the longest of them', () => {
    const { limit, throttle } = throttleOf();

    expect([busy('2'), busy('5'), busy('1')].map((one) => throttle.shouldRetry(one, 1))).toEqual([true, true, true]);
    expect(throttle.pauseMs).toBe(5000);
    expect(limit.concurrency).toBe(4);
  });

  it('is given up after twelve pauses without any other response', () => {
    const { throttle } = throttleOf();

    expect(Array.from({ length: 13 }, () => pause(throttle) !== null)).toEqual([...Array(12).fill(true), false]);
  });

  it('is given up once the pauses would take more than five minutes', () => {
    const { throttle } = throttleOf();

    expect([pause(throttle, '200'), pause(throttle, '100'), pause(throttle, '1')]).toEqual([200_000, 100_000, null]);
    expect(pause(throttleOf().throttle, '301')).toBeNull();
  });

  it('starts from the beginning after another response', () => {
    const { throttle } = throttleOf();
    for (let index = 0; index < 11; index += 1) pause(throttle);
    pause(throttle, '200');
    recover(throttle, 1);

    expect(pause(throttle)).toBe(25);
    expect(pause(throttle, '250')).toBe(250_000);
  });

  it('is sent a request eight times at most while it accepts others', () => {
    const { throttle } = throttleOf();

    expect([7, 8].map((attempt) => throttle.shouldRetry(busy('0'), attempt))).toEqual([true, true]);
    recover(throttle, 1);
    expect([7, 8, 9].map((attempt) => throttle.shouldRetry(busy('0'), attempt))).toEqual([true, false, false]);
  });
});

describe('the concurrency', () => {
  it('recovers by one for every fifty responses, up to what it was', () => {
    const { limit, throttle } = throttleOf(4);
    pause(throttle);

    const seen = [49, 1, 49, 1, 500].map((count) => {
      recover(throttle, count);
      return limit.concurrency;
    });

    expect(seen).toEqual([2, 3, 3, 4, 4]);
  });

  it('does not recover by failures, nor across a pause', () => {
    const { limit, throttle } = throttleOf(4);
    pause(throttle);
    for (let index = 0; index < 100; index += 1) throttle.shouldRetry(answer({ failure: 'refused' }), 1);
    expect(limit.concurrency).toBe(2);

    recover(throttle, 49);
    pause(throttle);
    recover(throttle, 49);
    expect(limit.concurrency).toBe(1);
  });

  it('is raised only once fifty responses came after the last raise', () => {
    const { limit, throttle } = throttleOf(8);
    pause(throttle);
    pause(throttle);

    recover(throttle, 60);
    expect(limit.concurrency).toBe(3);
    recover(throttle, 39);
    expect(limit.concurrency).toBe(3);
    recover(throttle, 1);
    expect(limit.concurrency).toBe(4);
  });
});
