import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryAfter, retryDelay } from '../../../engine/client/retry.js';
import { answer } from '../answers.js';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2024-05-06T07:08:09.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (value: string, status = 503) => answer({ status, headers: { 'retry-after': value } });

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['3', 3000],
    [' 3 ', 3000],
    ['1.5', 1500],
    ['Mon, 06 May 2024 07:08:12 GMT', 3000],
    ['Mon, 06 May 2024 07:08:00 GMT', 0],
    ['soon', null],
    ['', null],
    ['3 seconds', null],
    ['x3', null],
    ['1.25', 1250],
  ])('of %j is %s milliseconds', (value, ms) => {
    expect(retryAfter(after(value))).toBe(ms);
  });

  it('is null without the header', () => {
    expect(retryAfter(answer({ status: 503 }))).toBeNull();
  });
});

describe('a retry', () => {
  it('follows a 500 once, at once, to see whether it passes', () => {
    expect([1, 2].map((attempt) => retryDelay(answer({ status: 500 }), attempt))).toEqual([0, null]);
  });

  it.each([502, 503, 504])('follows a gateway error: %i', (status) => {
    expect(retryDelay(answer({ status }), 1)).toBe(100);
  });

  it.each(['network', 'name', 'refused'] as const)('follows a broken connection: %s', (failure) => {
    expect(retryDelay(answer({ failure }), 1)).toBe(100);
  });

  it.each([200, 401, 429, 501])('does not follow a response with %i', (status) => {
    expect(retryDelay(answer({ status }), 1)).toBeNull();
  });

  it.each(['timeout', 'tls', 'protocol', 'too-large', 'aborted', 'unsent'] as const)(
    'does not follow a failure that would be the same again: %s',
    (failure) => {
      expect(retryDelay(answer({ failure }), 1)).toBeNull();
    },
  );

  it('is never one of a write, which may have been carried out', () => {
    expect(retryDelay(answer({ status: 503, method: 'PATCH' }), 1)).toBeNull();
    expect(retryDelay(answer({ failure: 'network', method: 'POST' }), 1)).toBeNull();
  });

  it('waits twice as long each time, and there are four', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => retryDelay(answer({ status: 502 }), attempt))).toEqual([
      100,
      200,
      400,
      800,
      null,
      null,
    ]);
  });

  it('waits as long as the target says, up to ten seconds', () => {
    expect(retryDelay(after('0'), 3)).toBe(0);
    expect(retryDelay(after('10'), 1)).toBe(10_000);
    expect(retryDelay(after('11'), 1)).toBeNull();
  });
});
