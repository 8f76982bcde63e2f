import { describe, expect, it } from 'vitest';
import { record } from '../../reference/hooks.js';
import { renderBadge } from '../../reporters/badge.js';
import { renderConsole } from '../../reporters/console.js';
import { exitCodeOf } from '../../reporters/exit-code.js';
import { renderGithub } from '../../reporters/github.js';
import { renderJunit } from '../../reporters/junit.js';
import { renderMarkdown } from '../../reporters/markdown.js';
import { renderSarif } from '../../reporters/sarif.js';
import type { BaselineEntry } from '../../schemas/generated/touchstone.js';
import { assertReport } from '../package/report-schema.js';
import { failures, idsOf } from './check-reference.js';
import { checkFailing, type Failure } from './failing-target.js';

/** The number of the first failing request; the target does not count what it cannot parse as HTTP. */
const AFTER = 320;
const UNCOUNTED = 100;
const USERS = { areas: ['users'] } as const;
const typesBroken = record((user) => ({ ...user, licenseCount: 'many' }));

/** A request that is never answered costs as much; too short for the others, which may wait for a busy machine. */
const HANGING = { timeoutMs: 1000 };

/** Checks a target that fails for good in mid-run, and that each report shows it. */
async function assertIncomplete(how: Failure, cause: string, options = {}): Promise<void> {
  const report = await checkFailing({
    options: { ...USERS, ...options },
    fail: ({ count }) => (count > AFTER ? how : null),
  });

  assertReport(report);
  expect(failures(report, 'must')).toEqual([]);
  expect(report.verdict).toBe('incomplete');
  expect(exitCodeOf(report)).toBe(3);
  const { incomplete } = report;
  expect(incomplete).toMatchObject({
    causes: { [cause]: expect.any(Number) },
    firstTrouble: { cause },
    probe: { succeeded: false },
    endedEarly: true,
  });
  expect(incomplete?.checks).toBeGreaterThan(30);
  expect(incomplete?.firstTrouble?.request).toBeGreaterThan(AFTER - 15);
  expect(incomplete?.firstTrouble?.request).toBeLessThan(AFTER + UNCOUNTED);
  expect(incomplete?.lastGood?.request).toBeLessThan(AFTER + UNCOUNTED);
  expect(report.requests.sent).toBeLessThan(AFTER + 250);
  expect(renderConsole(report, { color: false, width: 120 })).toMatch(/First error .*\nINCOMPLETE {2}/s);
  expect(renderMarkdown(report)).toContain('> **The run is incomplete:**');
  expect(renderJunit(report)).toMatch(new RegExp(`<error message="[^"]*" type="${cause}">`));
  expect(renderBadge(report)).toContain('conformance: incomplete');
  expect(renderGithub(report)).toMatch(/^::warning title=touchstone%3A incomplete::/);
  expect(JSON.parse(renderSarif(report)).runs[0].invocations[0].executionSuccessful).toBe(false);
}

describe('a target that fails in mid-run', () => {
  // These mostly wait for the target to come back, so that they run at once.
  it.concurrent.each([
    ['resets every connection', 'reset', 'transport'],
    ['closes its port', 'close', 'transport'],
    ['answers 503 for ever', 503, 'server-error'],
    ['answers 429 for ever', 429, 'rate-limited'],
    ['no longer accepts the token', 401, 'unauthorized'],
    ['refuses everything', 403, 'forbidden'],
  ] as const)('and %s makes the run incomplete, in every report', (_what, how, cause) => assertIncomplete(how, cause));

  it.concurrent('does not pass in a strict run or with a baseline either', async () => {
    const entry: BaselineEntry = {
      check: 'getUsers/records.types',
      finding: '/items/*/licenseCount',
      level: 'must',
      reason: 'known',
      expires: '2999-12-31',
    };
    const options = { ...USERS, strict: true, baseline: { entries: [entry], allowFixed: true } };

    const report = await checkFailing({ options, fail: ({ count }) => (count > AFTER ? 'reset' : null) });

    expect(report.gate?.state).toBe('incomplete');
    expect(exitCodeOf(report)).toBe(3);
  });

  it.concurrent('does not pass a failure that could not be reproduced', async () => {
    const options = { operations: ['getUsers'], rules: ['records.types'] };

    const report = await checkFailing({
      reference: { hooks: [typesBroken] },
      options,
      fail: ({ count }) => (count > 1 ? 'close' : null),
    });

    expect(report.checks.find(({ id }) => id === 'getUsers/records.types')).toMatchObject({
      outcome: 'inconclusive',
      cause: 'transport',
      reason: expect.stringMatching(/^found once, and the re-run got no response: /),
    });
    expect(report.verdict).toBe('incomplete');
  });

  it('and hangs makes the run incomplete, in every report', () => assertIncomplete('hang', 'timeout', HANGING));

  it('does not conform if a failure was confirmed before, and the report is also incomplete', async () => {
    const options = { operations: ['getUsers', 'getUser'], requireOperations: ['getUser'], ...HANGING };
    // The plain list of users answers; a single user never does.
    const fail = ({ url }: { url: string }) => (/\/users\/[^/?]+$/.test(url) ? 'hang' : null);

    const report = await checkFailing({ reference: { hooks: [typesBroken] }, options, fail });

    expect(idsOf(report, 'fail')).toContain('getUsers/records.types');
    expect(report.verdict).toBe('does-not-conform');
    expect(report.incomplete).toMatchObject({ causes: { timeout: expect.any(Number) }, probe: { succeeded: true } });
    expect(report.incomplete?.unmet[0]?.missing).toEqual(['getUser']);
    expect(exitCodeOf(report)).toBe(1);
  });
});

describe('a target that fails for a moment', () => {
  it('conforms if it recovers before the run gives up', async () => {
    let start = 0;
    const fail = ({ count }: { count: number }) => {
      if (count === AFTER) start = performance.now();
      return count >= AFTER && performance.now() - start < 1200 ? 503 : null;
    };

    const report = await checkFailing({ options: USERS, fail });

    expect(report.incomplete).toBeUndefined();
    expect(report.verdict).toBe('conforms');
  });

  it('conforms behind a gateway with occasional errors, and the report counts them', async () => {
    let answered = 0;
    const fail = ({ count }: { count: number }) => {
      if (count % 13 !== 0) return null;
      answered += 1;
      return [502, 503, 504][count % 3] ?? null;
    };

    const report = await checkFailing({ options: USERS, fail });

    expect(failures(report)).toEqual([]);
    expect(report.verdict).toBe('conforms');
    expect(report.requests.gatewayErrors).toBe(answered);
    expect(report.warnings).toContain(
      `${answered} of ${report.requests.sent.toLocaleString('en')} requests returned a gateway error (502, 503 or 504)`,
    );
  });
});

describe('a target whose data are replaced in mid-run', () => {
  it.each([AFTER, 2 * AFTER])(
    'makes the run incomplete, and is not accused: after %i requests',
    async (otherDataAfter) => {
      const report = await checkFailing({ otherDataAfter });

      expect(failures(report)).toEqual([]);
      expect(report.verdict).toBe('incomplete');
      expect(report.incomplete?.reason).toMatch(
        /records that the run had read disappeared during it \(.*, .*\): the data of the target were replaced$/,
      );
      expect(exitCodeOf(report)).toBe(3);
    },
  );
});

describe('a target with one failing part', () => {
  it('does not conform if an operation returns 500, and the run is complete', async () => {
    const fail = ({ url }: { url: string }) => (/\/discovery-sources/.test(url) ? 500 : null);

    const report = await checkFailing({ options: USERS, fail });

    expect(report.verdict).toBe('does-not-conform');
    expect(new Set(idsOf(report, 'fail').map((id) => id.split('/')[0]))).toEqual(new Set(['getUserDiscoverySources']));
    expect(report.incomplete).toBeUndefined();
  });

  it('conforms if an area is refused from the start, and the run is complete', async () => {
    const report = await checkFailing({ fail: ({ url }) => (url.includes('/sam/') ? 403 : null) });

    expect(report.verdict).toBe('conforms');
    expect(report.incomplete).toBeUndefined();
  });
});
