import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type SoakOptions, soak } from '../../conformance/soak.js';
import { createReference, type Hook } from '../../reference/index.js';
import { assertReport } from '../package/report-schema.js';

const SIZES = { applications: 5, users: 12, subscriptions: 3, agreements: 4, contracts: 4 };
/** More requests than a calm soak sends at all, and than a busy one needs ten seconds for on the slowest machine. */
const BUSY = 40;
const BUSY_MS = 10_000;

/** A server that counts a page wrong while it gets many requests in a short time, and never otherwise. */
function misbehavesWhenBusy(): Hook {
  const times: number[] = [];
  const isBusy = () => {
    const now = Date.now();
    times.push(now);
    while ((times[0] ?? now) < now - BUSY_MS) times.shift();
    return times.length > BUSY;
  };
  return (steps) => ({
    paginationObject(page, total, context) {
      const right = steps.paginationObject(page, total, context);
      return isBusy() ? { ...right, total_pages: right.total_pages + 7 } : right;
    },
  });
}

/** The checks wait for each response for longer than for their turn. */
const slow: Hook = (steps) => ({
  respond: async (given, context) => {
    await setTimeout(50);
    return steps.respond(given, context);
  },
});

async function soakOf(hooks: readonly Hook[], options: Partial<SoakOptions>) {
  const reference = createReference({ sizes: SIZES, hooks });
  onTestFinished(() => reference.close());
  const { url } = await reference.listen();
  const target = { baseUrl: url, token: reference.token, fixtures: reference.fixtures };
  const selection = { operations: ['getContractTypes'], rules: ['paging.total-pages', 'answers.*'], seed: 1 };
  const report = await soak(target, { ...selection, forMs: 3000, rps: 60, ...options });
  assertReport(report, 'soak-report');
  return report;
}

describe('a soak', () => {
  test('finds what a target does only when it is busy, and in which windows', async () => {
    // Long enough for a machine that has other work to do.
    const report = await soakOf([misbehavesWhenBusy(), slow], { forMs: 7000 });

    expect(report.verdict).toBe('does-not-conform');
    const [check] = report.checks;
    expect(check).toMatchObject({ id: 'getContractTypes/paging.total-pages', level: 'must' });
    expect(check?.failed).toBeGreaterThan(0);
    expect(check?.windows.length).toBeGreaterThan(0);
    for (const index of check?.windows ?? []) expect(report.windows[index]?.checks.failed).toBe(1);
    // A slow machine needs the whole time for the checks, and repeats nothing.
    if (report.load.reached >= 54) expect(report.load.repeated).toBeGreaterThan(0);
  });

  test('conforms with a target that is calm, whatever the target would do when busy', async () => {
    const { checks, errors, rounds, verdict, verdictReason, load } = await soakOf([misbehavesWhenBusy()], {
      forMs: 3500,
      rps: 8,
    });

    expect({ checks, errors, cut: rounds.cut <= 1 }).toEqual({ checks: [], errors: [], cut: true });
    // A machine that is too busy for 8 requests per second must not pass for a target that conforms.
    if (load.reached >= 7.2 && rounds.complete > 0)
      expect({ verdict, verdictReason }).toMatchObject({ verdict: 'conforms' });
    else expect(verdict).toBe('inconclusive');
  });

  test('ends at once when it is stopped, and says so', async () => {
    const stop = new AbortController();
    const started = performance.now();
    globalThis.setTimeout(() => stop.abort(), 300);
    const report = await soakOf([], { forMs: 600_000, signal: stop.signal });

    expect(performance.now() - started).toBeLessThan(20_000);
    expect(report).toMatchObject({ interrupted: true, verdict: 'inconclusive' });
    expect(report.verdictReason).toContain('interrupted');
  });

  test('ends after its first round, and says why, for a target that is not there', async () => {
    const report = await soak({ baseUrl: 'http://127.0.0.1:9/' }, { forMs: 600_000, rps: 100, timeoutMs: 200 });

    expect(report).toMatchObject({ verdict: 'inconclusive', rounds: { complete: 1, cut: 0 }, interrupted: false });
    expect(report.verdictReason).toContain(
      'ended after its first round: the target http://127.0.0.1:9 cannot be tested',
    );
    expect(report.durationMs).toBeLessThan(60_000);
    expect(report.errors[0]?.kind).toBe('refused');
  });

  test('goes on if a target that was tested stops responding', async () => {
    let responses = 0;
    const stops: Hook = (steps) => ({
      respond: async (given, context) => {
        responses += 1;
        return responses > 100
          ? { ...(await steps.respond(given, context)), status: 503 }
          : steps.respond(given, context);
      },
    });

    const report = await soakOf([stops], { forMs: 5000, rps: 60 });

    expect(report.verdict).not.toBe('conforms');
    expect(report.durationMs).toBeGreaterThanOrEqual(4900);
  });

  test('leaves no timer behind where its options are invalid', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });

    await expect(soak({ baseUrl: 'no URL' }, { forMs: 600_000, rps: 20 })).rejects.toThrow('no URL');

    expect(vi.getTimerCount()).toBe(0);
  });
});
