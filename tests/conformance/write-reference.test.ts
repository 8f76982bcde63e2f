import { beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failures, idsOf } from './check-reference.js';
import { checkWrites } from './check-writes.js';

describe('a run that writes to the reference implementation', () => {
  let report: RunReport;
  beforeAll(async () => {
    report = await checkWrites({});
  }, 60_000);

  it('finds that it conforms', () => {
    expect(failures(report)).toEqual([]);
    expect(report.verdictReason).not.toContain('put back');
    expect(report.verdict).toBe('conforms');
  });

  it('has no check in which touchstone failed itself', () => {
    expect(idsOf(report, 'error')).toEqual([]);
  });

  it('decides every check', () => {
    const inconclusive = report.checks.filter(
      ({ outcome }) => outcome === 'inconclusive' || outcome === 'not-applicable',
    );
    expect(inconclusive.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  });

  it('tells what the target does where the document is silent', () => {
    const told = report.observations.map(({ clause, value }) => `${clause}: ${value}`).join('\n');
    expect(told).toContain('deletion.status: a deletion of one user is answered with 204 and no body');
    expect(told).toContain('bulk.scopes: the scope "Only" is answered with 202');
    expect(told).toMatch(/bulk\.unknown-ids: .* is answered with 202/);
    expect(told).toMatch(/tasks\.states: a task is (Running, then )?Complete/);
  });
});
