import { describe, expect, it } from 'vitest';
import { gateOf, verdictOf } from '../../../engine/report/gate.js';
import type { Result } from '../../../engine/run/result.js';
import { failedCheck } from '../../reporters/sample-run.js';
import { result } from '../checks.js';

const judge = (results: readonly Result[], given: Partial<Parameters<typeof verdictOf>[0]> = {}) =>
  verdictOf({ results, unjudged: null, answered: true, interrupted: false, strict: false, ...given });

describe('the verdict', () => {
  it('is that the target conforms where records were judged and nothing failed', () => {
    expect(judge([result('pass'), result('inconclusive', { id: 'law.other' }, 'no data')]).verdict).toBe('conforms');
  });

  it('is that it does not where a check of level must failed', () => {
    expect(judge([result('pass'), result('fail')])).toEqual({
      verdict: 'does-not-conform',
      reason: '1 check failed',
    });
  });

  it('ignores a failure of level should, unless the run is strict', () => {
    const results = [result('pass'), result('fail', { level: 'should' })];

    expect(judge(results).verdict).toBe('conforms');
    expect(judge(results, { strict: true }).verdict).toBe('does-not-conform');
  });

  it('is never that it conforms where touchstone has an internal error', () => {
    const { verdict, reason } = judge([
      result('pass'),
      result('error', { id: 'law.odd' }, 'internal error in touchstone: x'),
    ]);

    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('getUsers/law.odd');
  });

  it('is that it does not conform where a check failed, whatever else went wrong', () => {
    const results = [result('fail'), result('error', {}, 'x')];

    expect(judge(results, { interrupted: true, answered: false }).verdict).toBe('does-not-conform');
  });

  it('is that it does not conform where a check failed and records are left, whose number the reason has', () => {
    expect(judge([result('fail')], { left: 2 })).toEqual({
      verdict: 'does-not-conform',
      reason: '1 check failed, and 2 records could not be restored',
    });
  });

  it('is inconclusive where bulk updates had not ended: records may still have changed afterwards', () => {
    const { verdict, reason } = judge([result('pass')], { unended: 2 });

    expect(verdict).toBe('inconclusive');
    expect(reason).toMatch(/^2 bulk updates had not ended when the run ended.*--task-timeout$/);
    expect(judge([result('fail')], { unended: 2 }).verdict).toBe('does-not-conform');
  });

  it('is inconclusive for a run that was interrupted', () => {
    expect(judge([result('pass')], { interrupted: true })).toEqual({
      verdict: 'inconclusive',
      reason: 'the run was interrupted',
    });
  });

  it('is inconclusive when the target could not be tested at all, with the reason', () => {
    expect(judge([], { unjudged: 'no one listens' })).toEqual({ verdict: 'inconclusive', reason: 'no one listens' });
  });
});

describe('the reason of a verdict', () => {
  const warning = (id: string) => result('fail', { id, level: 'should' });

  it.each([
    [[result('fail')], '1 check failed'],
    [[result('fail'), result('fail', { id: 'law.b' })], '2 checks failed'],
    [[warning('law.a')], '1 warning fails the strict run'],
    [[warning('law.a'), warning('law.b')], '2 warnings fail the strict run'],
    [[result('fail'), warning('law.b')], '1 check failed, and 1 warning fails the strict run'],
  ])('counts what failed in a strict run (%#)', (results, reason) => {
    expect(judge(results, { strict: true })).toEqual({ verdict: 'does-not-conform', reason });
  });

  it('counts the MUST checks that passed, and nothing else', () => {
    const results = [result('pass'), result('pass', { level: 'should' }), result('fail', { level: 'should' })];

    expect(judge(results).reason).toBe('the only MUST check that ran passed');
    expect(judge([...results, result('pass', { id: 'law.b' })]).reason).toBe('all 2 MUST checks that ran passed');
  });

  it('is what the run left behind, before anything else that is missing', () => {
    expect(judge([result('pass')], { left: 1, stopped: 'x', interrupted: true })).toEqual({
      verdict: 'inconclusive',
      reason: '1 record could not be restored',
    });
    expect(judge([result('pass')], { left: 2 }).reason).toBe('2 records could not be restored');
    expect(judge([result('pass')], { stopped: 'the disk is full', interrupted: true })).toEqual({
      verdict: 'inconclusive',
      reason: 'no further writes were sent: the disk is full',
    });
  });

  it('is a record that could be judged by no check, although others passed', () => {
    const results = [
      result('pass', { operation: 'getUser', needs: [] }),
      result('inconclusive', { operation: 'getUser' }, 'no record to check'),
    ];

    expect(judge(results).reason).toMatch(/^no record could be judged: no record to check\. Check a tenant/);
    expect(judge([...results, result('fail', { operation: 'getUser', level: 'should' })]).verdict).toBe('conforms');
  });
});

describe('a run that may write', () => {
  const writes = (
    outcome: 'pass' | 'inconclusive' | 'not-applicable' | 'excluded',
    reason: string | null = null,
    operation: 'updateUser' | 'updateApplication' = 'updateUser',
  ) => result(outcome, { operation, id: `updates.${outcome}` }, reason);

  it('is inconclusive where no write could be checked, with the reason and what to do', () => {
    const results = [result('pass'), writes('not-applicable', 'the target returns 403 for writes')];

    expect(judge(results)).toEqual({
      verdict: 'inconclusive',
      reason:
        'no check of updateUser could be decided: the target returns 403 for writes. Use a credential that may write, and records that can be restored, or select other operations with --operation.',
    });
  });

  it('is inconclusive where one operation could not be checked at all, unless the target returns 403 for it', () => {
    const judged = (outcome: 'inconclusive' | 'not-applicable') =>
      judge([result('pass'), writes('pass'), writes(outcome, 'why', 'updateApplication')]);

    expect(judged('inconclusive')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/^no check of updateApplication could be decided: why\. Use/),
    });
    expect(judged('not-applicable').verdict).toBe('conforms');
  });

  it('needs more than a refusal without a credential to pass, since a closed target returns that too', () => {
    const refused = result('pass', { operation: 'updateUser', needs: ['credential'] });

    expect(judge([result('pass'), refused]).verdict).toBe('conforms');
    expect(judge([result('pass'), refused, writes('inconclusive', 'x')]).verdict).toBe('inconclusive');
  });

  it('conforms where some write passed, or none was selected', () => {
    expect(judge([result('pass'), writes('inconclusive', 'x'), writes('pass')]).verdict).toBe('conforms');
    expect(judge([result('pass'), writes('excluded', 'needs --allow-writes')]).verdict).toBe('conforms');
  });
});

describe('a run without coverage', () => {
  it('is inconclusive where nothing was decided, with the reason that most checks give', () => {
    const results = [
      result('inconclusive', { id: 'a.a' }, 'rare'),
      result('inconclusive', { id: 'a.b' }, 'common'),
      result('not-applicable', { id: 'a.c' }, 'common'),
      result('excluded', { id: 'a.d' }, 'not among the selected rules'),
      result('excluded', { id: 'a.e' }, 'not among the selected rules'),
      result('excluded', { id: 'a.f' }, 'not among the selected rules'),
    ];

    expect(judge(results)).toEqual({ verdict: 'inconclusive', reason: 'no requirement could be decided: common' });
  });

  it('is inconclusive where nothing but the levels below must was decided', () => {
    const results = [result('pass', { level: 'should' }), result('pass', { level: 'gap' })];

    expect(judge(results, { strict: true }).verdict).toBe('inconclusive');
    expect(judge(results).reason).toBe('no MUST check is selected, and only those decide whether a target conforms');
  });

  it('is inconclusive where no request was answered with a success', () => {
    expect(judge([result('pass', { needs: [] })], { answered: false }).verdict).toBe('inconclusive');
  });

  it('is inconclusive where records were to be judged and none was seen', () => {
    const hollow = [result('pass', { needs: ['answer'] }), result('inconclusive', {}, 'no record to check')];

    const { verdict, reason } = judge(hollow);

    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('tenant that holds data');
  });

  it('is inconclusive where only the records of totals were to be judged and none was seen', () => {
    const operation = 'getUserKpis';
    const results = [
      result('pass', { operation, needs: [] }),
      result('inconclusive', { operation }, 'no record to check'),
    ];

    expect(judge(results).verdict).toBe('inconclusive');
  });

  it('does not result from a selection without rules on records', () => {
    expect(judge([result('pass', { needs: ['credential'] })]).verdict).toBe('conforms');
  });
});

describe('the gate of a run with a baseline', () => {
  const accepted = [failedCheck({ rule: 'law.rule', accepted: true })];
  const baseline = { allowFixed: false, entries: [] };
  const gate = (results: readonly Result[], given: Partial<Parameters<typeof verdictOf>[0]> = {}) =>
    gateOf(
      { results, unjudged: null, answered: true, interrupted: false, strict: false, ...given },
      accepted,
      baseline,
    );

  it('is green where all that failed is accepted', () => {
    expect(gate([result('pass', { id: 'law.kept' }), result('fail')]).state).toBe('green');
  });

  it('says how many failed checks are accepted', () => {
    expect(gate([result('pass', { id: 'law.kept' }), result('fail')]).reason).toBe(
      'the baseline accepts all that failed: 1 failed check',
    );
  });

  it('is that of the verdict where nothing is accepted', () => {
    const given = { unjudged: null, answered: true, interrupted: false, strict: false };
    const checks = [failedCheck({ rule: 'law.rule' })];

    expect(gateOf({ ...given, results: [result('pass')] }, checks, baseline)).toEqual({
      state: 'green',
      reason: 'the only MUST check that ran passed',
    });
    expect(gateOf({ ...given, results: [result('fail')] }, checks, baseline)).toEqual({
      state: 'red',
      reason: '1 check failed',
    });
  });

  it.each([
    [{ expired: true }, false, 'the baseline entry for "c" expired on 2020-01-01: remove it, or set a later date'],
    [
      { fixed: ['getUsers/a.b'] },
      false,
      'the baseline accepts "f" in getUsers/a.b, where it is no longer found: remove the entry, or narrow it',
    ],
    [{ fixed: ['getUsers/a.b'] }, true, null],
    [{}, false, null],
  ])('is red for an entry that has to change: %j, with fixed ones allowed: %s', (changed, allowFixed, reason) => {
    const known = {
      check: 'c',
      finding: 'f',
      reason: 'r',
      expires: '2020-01-01',
      expired: false,
      fixed: [],
      accepts: 1,
    };
    const entries = [known, { ...known, ...changed }] as unknown as typeof baseline.entries;
    const given = { unjudged: null, answered: true, interrupted: false, strict: false };

    const { state, reason: why } = gateOf({ ...given, results: [result('pass')] }, accepted, { allowFixed, entries });

    expect(state).toBe(reason === null ? 'green' : 'red');
    if (reason !== null) expect(why).toBe(reason);
  });

  it('is red where something else failed', () => {
    expect(gate([result('fail'), result('fail', { id: 'law.other' })])).toEqual({
      state: 'red',
      reason: '1 check failed that the baseline does not accept',
    });
  });

  it.each([
    [
      'internal error in touchstone',
      [result('fail'), result('pass', { id: 'a.b' }), result('error', { id: 'law.odd' }, 'x')],
      {},
    ],
    ['the target was not reached', [result('inconclusive', {}, 'x')], { unjudged: 'unreachable' }],
    ['the run was interrupted', [result('fail'), result('pass', { id: 'a.b' })], { interrupted: true }],
    ['nothing but what is accepted was decided', [result('fail')], {}],
  ])('is inconclusive where %s, whatever is accepted', (_name, results, given) => {
    expect(gate(results, given).state).toBe('inconclusive');
  });
});
