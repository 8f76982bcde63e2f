import { describe, expect, it } from 'vitest';
import { Answer } from '../../../engine/client/answer.js';
import { incompleteness } from '../../../engine/report/completeness.js';
import { gateOf, verdictOf } from '../../../engine/report/gate.js';
import type { HealthReport } from '../../../engine/run/health-report.js';
import type { Result } from '../../../engine/run/result.js';
import { failedCheck } from '../../reporters/sample-run.js';
import { type planned, result } from '../checks.js';

const HEALTHY: HealthReport = {
  firstTrouble: null,
  lastGood: null,
  endedEarly: false,
  tokenProblem: null,
  replaced: [],
  probe: null,
};
const PROBE = { at: 0, request: 1, method: 'GET', url: 'http://h/', succeeded: false, summary: '403' };

const why = (results: readonly Result[], health: Partial<HealthReport> = {}, strict = false) =>
  incompleteness({ results, health: { ...HEALTHY, ...health }, unmet: [], strict });

const blocked = (cause: NonNullable<Result['cause']>, given: Parameters<typeof planned>[0] = {}): Result => ({
  ...result('inconclusive', { id: 'law.other', ...given }, 'x'),
  cause,
});

/** A failed check whose evidence is a response with a status. */
function failed(status: number, given: Parameters<typeof planned>[0] = {}): Result {
  const request = { method: 'GET', url: 'http://h/', headers: {} };
  const answer = new Answer(request, { status, headers: {}, body: Buffer.alloc(0) }, null, 0, 1, 1);
  const difference = { at: 'status', expected: '200', actual: status, message: 'x' };
  return { ...result('fail', given), evidence: [{ difference, answer }] };
}

describe('an incomplete run', () => {
  it.each(['transport', 'timeout', 'unauthorized', 'rate-limited', 'server-error', 'limit'] as const)(
    'is one with a required check that could not be decided because of %s',
    (cause) => {
      expect(why([result('pass'), blocked(cause)])).toMatchObject({ checks: 1, causes: { [cause]: 1 } });
    },
  );

  it('says where responses exceed a limit of touchstone, and what to do', () => {
    const limited = ['getUsers', 'getUser', 'getUsers', 'getApplications', 'getUsersTask', 'getUserSubscriptions'].map(
      (operation) => blocked('limit', { operation }),
    );

    expect(why(limited.slice(0, 1))?.reason).toBe(
      '1 MUST check could not be decided, because responses exceeded a limit of touchstone (getUsers: test a tenant with less data, or select other operations with --operation)',
    );
    expect(why(limited)?.reason).toContain('(getUsers, getUser, getApplications and 2 more operations: ');
    expect(why([blocked('timeout', { operation: 'getUserKpis' }), ...limited])?.reason).toContain(' (getUsers, ');
  });

  it('does not result from a check that is inconclusive despite a response', () => {
    expect(why([result('pass'), result('inconclusive', {}, 'no data')])).toBeNull();
  });

  it('is one in which samples of several kinds of records disappeared', () => {
    expect(why([result('pass')], { replaced: ['userId', 'contractId'] })).toEqual({
      reason:
        'records that the run had read disappeared during it (userId, contractId): the data of the target were replaced',
      checks: 0,
      causes: {},
      unmet: [],
    });
  });

  it('does not result from a check below level must, unless the run is strict', () => {
    const results = [result('pass'), blocked('timeout', { level: 'should' })];

    expect(why(results)).toBeNull();
    expect(why(results, {}, true)).toMatchObject({ checks: 1 });
  });

  it('does not result from a 403 while the target still accepts other requests', () => {
    expect(why([blocked('forbidden')])).toBeNull();
    expect(why([blocked('forbidden')], { probe: { ...PROBE, succeeded: true } })).toBeNull();
    expect(why([blocked('forbidden')], { probe: PROBE })).toMatchObject({ causes: { forbidden: 1 } });
  });

  it('does not result from what a failure of the operation explains', () => {
    expect(why([failed(500), blocked('server-error')])).toBeNull();
    expect(why([failed(500), blocked('timeout')])).not.toBeNull();
    expect(why([failed(500), blocked('limit')])).not.toBeNull();
    expect(why([failed(500), blocked('server-error', { operation: 'getUser' })])).not.toBeNull();
    expect(why([failed(500), blocked('server-error')], { endedEarly: true })).not.toBeNull();
  });

  it('results from a target that was gone, or is at the end, even if every check was decided', () => {
    expect(why([result('pass')], { endedEarly: true })?.reason).toBe('the target was unavailable for part of the run');
    expect(why([result('pass')], { probe: PROBE })?.reason).toContain('403');
  });

  it('results from an unmet requirement, after what the target did not answer', () => {
    const unmet = [{ requirement: 'r', missing: [], reason: 'r is not met' }];
    const found = (results: readonly Result[]) =>
      incompleteness({ results, health: HEALTHY, unmet, strict: false })?.reason;

    expect(found([result('pass')])).toBe('r is not met');
    expect(found([blocked('timeout')])).toBe(
      '1 MUST check could not be decided, because the target did not respond in time; r is not met',
    );
  });

  it('does not result from a cause of a check that was decided all the same', () => {
    expect(why([{ ...result('pass'), cause: 'timeout' }])).toBeNull();
  });

  it('does not result from what only a failed MUST check explains', () => {
    const passed = { ...failed(500), outcome: 'pass' as const };

    expect(why([passed, blocked('server-error')])).not.toBeNull();
    expect(why([failed(500, { level: 'should' }), blocked('server-error')])).not.toBeNull();
  });

  it('names the most frequent cause first', () => {
    const results = [blocked('timeout'), blocked('transport'), blocked('transport')];

    expect(why(results)?.reason).toBe(
      '3 MUST checks could not be decided, because the connection to the target was refused or broke, or the target did not respond in time',
    );
  });
});

describe('the verdict of an incomplete run', () => {
  const incomplete = { reason: '7 MUST checks could not be decided', checks: 7, causes: {}, unmet: [] };
  const given = { unjudged: null, answered: true, interrupted: false, strict: false, incomplete };

  it('is incomplete, whatever passed', () => {
    expect(verdictOf({ ...given, results: [result('pass')] })).toEqual({
      verdict: 'incomplete',
      reason: '7 MUST checks could not be decided',
    });
  });

  it('is that the target does not conform where a check failed, and says both', () => {
    expect(verdictOf({ ...given, results: [result('fail')] })).toEqual({
      verdict: 'does-not-conform',
      reason: '1 check failed, and the run is incomplete: 7 MUST checks could not be decided',
    });
  });

  it('keeps the gate of a baseline that accepts all that failed from being green', () => {
    const accepted = [failedCheck({ rule: 'law.rule', accepted: true })];
    const results = [result('fail'), result('pass', { id: 'law.kept' })];

    expect(gateOf({ ...given, results }, accepted, { allowFixed: false, entries: [] })).toEqual({
      state: 'incomplete',
      reason: '7 MUST checks could not be decided',
    });
  });
});
