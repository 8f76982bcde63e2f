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
    expect(report.verdictReason).not.toContain('not be restored');
    expect(report.verdict).toBe('conforms');
  });

  it('sends few requests for what it checks', () => {
    expect(report.requests.sent).toBeLessThanOrEqual(4650);
  });

  it('has no check with an internal error', () => {
    expect(idsOf(report, 'error')).toEqual([]);
  });

  it('is conclusive for every check but those that need a long task, or more records that can be restored', async () => {
    // An update has to return before a task ends, on a busy machine too; longer tasks are polled more often.
    const { checks } = await checkWrites({ reference: { taskDurationMs: 60 } });
    // All values of few applications can be restored, and checks that come first have written to those.
    const open = ['bulkUpdateUsers/bulk.concurrent', 'bulkUpdateApplications/bulk.concurrent']
      .concat(['updateUser/bulk.with-update', 'updateApplication/bulk.with-update'])
      .concat('updateApplication/updates.first-update');
    const inconclusive = checks.filter(
      ({ outcome, id }) => (outcome === 'inconclusive' && !open.includes(id)) || outcome === 'not-applicable',
    );
    expect(inconclusive.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  }, 60_000);

  it('reports unspecified behaviour of the target', () => {
    const observed = report.observations.map(({ clause, value }) => `${clause}: ${value}`).join('\n');
    expect(observed).toContain('deletion.status: a deletion of one user returned 204 and no body');
    expect(observed).toContain('bulk.scopes: a bulk update with the scope "Only" returned 202');
    expect(observed).toMatch(/bulk\.unknown-ids: .* returned 202/);
    expect(observed).toMatch(/tasks\.states: a task was (Running, then )?Complete/);
  });
});
