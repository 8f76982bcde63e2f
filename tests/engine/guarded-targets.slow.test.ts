import { afterAll, describe, expect, it } from 'vitest';
import { check } from '../../conformance/check.js';
import type { Area } from '../../contract/types.js';
import type { CheckOptions } from '../../engine/target/options.js';
import { createReference, type Reference } from '../../reference/index.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

const open: Reference[] = [];
afterAll(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const SMALL = { applications: 4, users: 9, subscriptions: 3, agreements: 5, contracts: 4 };
const AREAS: Readonly<Record<Area, RegExp>> = {
  applications: /\/v1\/(applications|overview)\b/,
  users: /\/v1\/users\b/,
  subscriptions: /\/subscriptions\/[^/]+\/(users|insights)/,
  agreements: /\/sam\//,
};

interface Request {
  readonly url: string;
  readonly count: number;
}

/** Checks a small reference; `meddle` responds to some requests, refuses them, or leaves them without a response. */
async function checkMeddled(
  meddle: (request: Request) => number | 'hang' | 'destroy' | null,
  options: CheckOptions = {},
): Promise<{ report: RunReport; elapsedMs: number }> {
  const reference = createReference({ sizes: SMALL });
  open.push(reference);
  let count = 0;
  reference.app.addHook('onRequest', async (request, reply) => {
    count += 1;
    const how = meddle({ url: request.url, count });
    if (how === null) return undefined;
    if (how === 'hang') return new Promise(() => undefined);
    if (how === 'destroy') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    return reply
      .code(how)
      .header('retry-after', '0')
      .send({ error: { code: how, message: 'no' } });
  });
  const { url } = await reference.listen();
  const start = performance.now();
  const { token, fixtures } = reference;
  const report = await check({ baseUrl: url, token, fixtures }, { seed: 1, timeoutMs: 10_000, ...options });
  return { report, elapsedMs: performance.now() - start };
}

const failed = (report: RunReport) => report.checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
const errors = (report: RunReport) => report.checks.filter(({ outcome }) => outcome === 'error').map(({ id }) => id);

describe('an area that is refused as a whole', () => {
  it.each(['applications', 'users', 'agreements'] as const)('%s is not applicable, and no failure', async (area) => {
    const { report } = await checkMeddled(({ url }) => (AREAS[area].test(url) ? 403 : null));

    const asked = report.checks.filter((one) => one.area === area && one.outcome !== 'excluded');
    const outcomes = new Set(asked.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['not-applicable']));
    expect(failed(report)).toEqual([]);
    expect(errors(report)).toEqual([]);
  });
});

describe('a target without any data', () => {
  it('is inconclusive, and the reason says what to do', async () => {
    const reference = createReference({
      sizes: { applications: 0, users: 0, subscriptions: 0, agreements: 0, contracts: 0 },
    });
    open.push(reference);
    const { url } = await reference.listen();

    const report = await check({ baseUrl: url, token: reference.token }, { seed: 1, strict: true });

    expect(failed(report)).toEqual([]);
    expect(errors(report)).toEqual([]);
    expect(report.verdict).toBe('inconclusive');
    expect(report.verdictReason).toMatch(/no record .*tenant that holds data/);
    expect(report.warnings).not.toEqual([]);
  });
});

describe('a target that fails on the way', () => {
  // These mostly wait for the target to come back, so that they run at once.
  it.concurrent.each(['destroy', 503, 502, 401] as const)(
    'is not accused of what it does after it has died (%s)',
    async (how) => {
      const { report, elapsedMs } = await checkMeddled(({ count }) => (count > 150 ? how : null), { areas: ['users'] });

      expect(failed(report)).toEqual([]);
      expect(report.checks.some(({ reason }) => /\b(401|502|503)\b|connection/.test(reason ?? ''))).toBe(true);
      expect(errors(report)).toEqual([]);
      expect(elapsedMs).toBeLessThan(40_000);
    },
  );

  it.concurrent('is waited for where it limits the rate', async () => {
    const { report } = await checkMeddled(({ count }) => (count % 50 < 5 ? 429 : null), {
      operations: ['getUsers', 'getUser'],
    });

    expect(failed(report)).toEqual([]);
    expect(report.verdict).toBe('conforms');
  });

  it('is not accused where it drops a connection now and then', async () => {
    const { report } = await checkMeddled(({ count }) => (count % 17 === 0 ? 'destroy' : null));

    expect(failed(report)).toEqual([]);
    expect(report.verdict).toBe('conforms');
    expect(report.requests.retried).toBeGreaterThan(0);
  });

  it('holds up a run no longer than its time-outs where operations hang, and these are named', async () => {
    const { report, elapsedMs } = await checkMeddled(({ url }) => (/\/users\?|\/users$/.test(url) ? 'hang' : null), {
      timeoutMs: 400,
    });

    expect(failed(report)).toEqual([
      'getApplicationUsers/answers.response',
      'getUsers/answers.response',
      'getSubscriptionInsightUsers/answers.response',
      'getSubscriptionUsers/answers.response',
    ]);
    const reasons = report.checks.filter((one) => one.operation === 'getUsers').map(({ reason }) => reason);
    expect(reasons.some((reason) => reason?.includes('the response did not complete in time'))).toBe(true);
    expect(elapsedMs).toBeLessThan(60_000);
  });
});
