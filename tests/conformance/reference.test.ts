import { beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { checkReference, failures, idsOf } from './check-reference.js';

describe('a run against the reference implementation', () => {
  let report: RunReport;
  beforeAll(async () => {
    report = await checkReference({});
  }, 60_000);

  it('finds that it conforms', () => {
    expect(failures(report)).toEqual([]);
    expect(report.verdict).toBe('conforms');
  });

  it('sends few requests: what one request can show is not requested twice', () => {
    expect(report.requests.sent).toBeLessThanOrEqual(2520);
  });

  it('has no check with an internal error', () => {
    expect(idsOf(report, 'error')).toEqual([]);
  });

  it('exercises or explains all 34 operations', () => {
    expect(report.operations).toHaveLength(34);
    expect(report.operations.filter(({ state, reason }) => state !== 'exercised' && reason === null)).toEqual([]);
    const explained = report.operations.filter(({ state }) => state === 'explained').map(({ id }) => id);
    expect(explained).toEqual([
      'updateApplication',
      'bulkUpdateApplications',
      'updateUser',
      'bulkUpdateUsers',
      'deleteSubscriptionUsers',
    ]);
  });

  it('is conclusive for every read-only rule in some operation', () => {
    const decided = new Set(report.checks.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule));
    const asked = report.checks.filter(({ outcome }) => outcome !== 'excluded');
    const rules = new Set(asked.map(({ rule }) => rule));
    // The reference rejects larger pages, and its licenses have ids of their own: mutants and a variant decide these.
    expect([...rules].filter((rule) => !decided.has(rule)).sort()).toEqual([
      'paging.maximum-echo',
      'relations.empty-subscription',
    ]);
  });
});
