import { describe, expect, it } from 'vitest';
import { TargetHealth } from '../../../engine/client/target-health.js';
import { answer } from '../answers.js';

type Given = NonNullable<Parameters<typeof answer>[0]>;

const broken = (number: number, given: Given = {}) => answer({ failure: 'network', number, ...given });
const fine = (number: number, given: Given = {}) => answer({ number, ...given });

/** Records so many failed attempts, numbered from `first`. */
function fail(health: TargetHealth, count: number, first = 1, given: Given = {}): void {
  for (let number = first; number < first + count; number += 1) health.recordAttempt(broken(number, given), true);
}

describe('the health of a target', () => {
  it('is good before the first request', () => {
    const health = new TargetHealth();

    expect(health).toMatchObject({ isSuspicious: false, isDead: false, goneFailure: null });
    expect([health.firstTrouble, health.lastGood]).toEqual([null, null]);
  });

  it('is suspicious after twenty consecutive failures', () => {
    const health = new TargetHealth();

    fail(health, 19);
    expect(health.isSuspicious).toBe(false);
    fail(health, 1, 20);
    expect(health.isSuspicious).toBe(true);
  });

  it.each([200, 204, 302, 400, 404])('is good again after a response with %i', (status) => {
    const health = new TargetHealth();
    fail(health, 19);

    health.recordAttempt(fine(20, { status }), true);
    fail(health, 19, 21);

    expect(health.isSuspicious).toBe(false);
    expect(health.firstTrouble?.request).toBe(21);
  });

  it.each([{ status: 500 }, { status: 429 }, { status: 401 }, { status: 403 }, { failure: 'timeout' as const }])(
    'gets worse with %j',
    (given) => {
      const health = new TargetHealth();

      for (let number = 1; number <= 20; number += 1) health.recordAttempt(answer({ number, ...given }), true);

      expect(health.isSuspicious).toBe(true);
    },
  );

  it('does not depend on failures of touchstone, nor on requests that were not sent', () => {
    const health = new TargetHealth();

    fail(health, 30, 1, { failure: 'too-large' });
    fail(health, 30, 1, { attempts: 0 });

    expect(health.isSuspicious).toBe(false);
    fail(health, 20);
    for (let count = 0; count < 5; count += 1) health.recordAttempt(answer({ failure: 'too-large' }), true);
    expect(health.isSuspicious, 'nor do they improve it').toBe(true);
  });

  it('has trouble with a response that exceeds a limit of touchstone', () => {
    const health = new TargetHealth();
    const large = answer({ failure: 'too-large', number: 7 });

    health.recordAttempt(large, true);
    health.recordFailure(large, true, large);

    expect(health.firstTrouble).toMatchObject({ request: 7, cause: 'limit' });
    expect(health.isSuspicious).toBe(false);
  });

  it.each([401, 403])('does not depend on a %i to a request without the credential', (status) => {
    const health = new TargetHealth();

    for (let number = 1; number <= 30; number += 1) health.recordAttempt(fine(number, { status }), false);
    health.recordFailure(fine(1, { status }), false, fine(1, { status }));

    expect(health.isSuspicious).toBe(false);
    expect(health.firstTrouble).toBeNull();
  });

  it('depends on other failures of requests without the credential', () => {
    const health = new TargetHealth();

    for (let number = 1; number <= 20; number += 1) health.recordAttempt(fine(number, { status: 500 }), false);

    expect(health.isSuspicious).toBe(true);
  });
});

describe('the last good request', () => {
  it('is the last read that succeeded', () => {
    const health = new TargetHealth();
    health.recordAttempt(fine(1), true);
    health.recordAttempt(fine(2, { status: 299, url: 'http://h/last' }), true);

    for (const given of [{ status: 300 }, { status: 404 }, { method: 'PATCH' }]) {
      health.recordAttempt(fine(3, given), true);
    }

    expect(health.lastGood).toEqual({ at: 0, request: 2, method: 'GET', url: 'http://h/last' });
  });
});

describe('the first trouble', () => {
  it('is the first of the consecutive failures, by number, whatever the order of the responses', () => {
    const health = new TargetHealth();

    for (const number of [7, 5, 6]) health.recordAttempt(broken(number), true);

    expect(health.firstTrouble).toMatchObject({ request: 5, cause: 'transport' });
  });

  it('is the first attempt of the first request that failed for good, if the target recovered', () => {
    const health = new TargetHealth();
    health.recordFailure(broken(9, { status: 500 }), true, broken(4));
    health.recordFailure(broken(8), true, broken(6));
    health.recordAttempt(fine(10), true);

    expect(health.firstTrouble).toMatchObject({ request: 4, cause: 'transport', summary: expect.any(String) });
  });
});

describe('a target that is gone', () => {
  it('is one that was marked after consecutive failures, for good', () => {
    const health = new TargetHealth();
    fail(health, 20);

    health.markDead();
    health.recordAttempt(fine(21), true);

    expect(health).toMatchObject({ isDead: true, isSuspicious: false });
    expect(health.goneFailure).toMatchObject({
      kind: 'unsent',
      cause: 'transport',
      message: expect.stringContaining('stopped responding (a network failure)'),
    });
  });

  it('keeps the first failure that it was marked with', () => {
    const health = new TargetHealth();
    fail(health, 20);
    health.markDead();
    health.recordAttempt(fine(21), true);
    fail(health, 20, 22, { failure: 'timeout' });

    health.markDead();

    expect(health.goneFailure?.cause).toBe('transport');
  });

  it('is none without a failure', () => {
    const health = new TargetHealth();

    health.markDead();

    expect(health.isDead).toBe(false);
  });

  it('shows that the data were replaced once samples of two kinds have disappeared', () => {
    const health = new TargetHealth();

    health.recordGone('userId');
    expect(health.replaced).toEqual([]);
    health.recordGone('contractId');
    expect(health.replaced).toEqual(['userId', 'contractId']);
  });
});
