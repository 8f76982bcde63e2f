import { describe, expect, it } from 'vitest';
import { operation } from '../../contract/operations/index.js';
import { checkReference, failures, idsOf } from './check-reference.js';

/** Enough records for every rule that is concerned here. */
const sizes = { applications: 14, users: 40, subscriptions: 6, agreements: 12, contracts: 11 };

describe('index-keyed objects that are sent as arrays', () => {
  it('are accepted if the user declares it', async () => {
    const report = await checkReference({ reference: { sizes, wireForm: 'array' }, target: { wireForm: 'array' } });
    expect(failures(report)).toEqual([]);
    expect(report.verdict).toBe('conforms');
    expect(report.command).toContain('--wire-form array');
  });

  it('fail only the rule of containers if the user does not declare it', async () => {
    const report = await checkReference({ reference: { sizes, wireForm: 'array' } });
    const rules = report.checks.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);
    expect([...new Set(rules)]).toEqual(['records.containers']);
  });

  it('fail if arrays are declared and objects are returned', async () => {
    const report = await checkReference({ reference: { sizes }, target: { wireForm: 'array' } });
    const rules = report.checks.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);
    expect([...new Set(rules)]).toEqual(['records.containers']);
  });
});

describe('operations under other paths', () => {
  const getUsers = { ...operation('getUsers').binding, path: 'other/people' };

  it('are found if the user gives the binding', async () => {
    const report = await checkReference({
      reference: { bindings: { getUsers } },
      target: { bindings: { getUsers: 'GET /other/people' } },
      options: { operations: ['getUsers', 'getUser'] },
    });
    expect(failures(report)).toEqual([]);
    expect(report.verdict).toBe('conforms');
    expect(report.target.bindings).toEqual({ getUsers: 'GET /other/people' });
  });

  it('fail only the rule of the success status without a binding', async () => {
    const report = await checkReference({ reference: { sizes, bindings: { getUsers } } });
    expect(idsOf(report, 'fail')).toEqual(['getUsers/answers.success-status']);
  });
});

describe('samples', () => {
  it('are discovered if none is given', async () => {
    const report = await checkReference({ reference: { sizes }, target: { fixtures: {} } });
    expect(failures(report)).toEqual([]);
    const inconclusive = report.checks.filter(
      ({ outcome, operation: id }) => outcome === 'inconclusive' && id === 'getSubscriptionInsightUsers',
    );
    expect(report.verdict).toBe('conforms');
    expect(inconclusive.map(({ reason }) => reason)).toContain(
      'needs --fixture subscriptionId=ID and --fixture insightRuleId=ID, which belong together',
    );
  });

  it('that do not exist are refused', async () => {
    const refused = checkReference({
      target: { fixtures: { agreementId: '00000000-0000-4000-8000-000000000000' } },
      options: { operations: ['getAgreement', 'getAgreements'] },
    });
    await expect(refused).rejects.toThrow(/--fixture agreementId=\S+ getAgreement returned 404/);
  });
});
