import { describe, expect, it } from 'vitest';
import { on } from '../../reference/hooks.js';
import { failures, idsOf } from './check-reference.js';
import { checkWrites } from './check-writes.js';
import { writeMutants } from './write-mutants.js';

/** The operations that a broken one is seen from: those of its area that write, or that read what a write makes. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  updateApplication: ['updateApplication'],
  updateUser: ['updateUser'],
  bulkUpdateApplications: ['bulkUpdateApplications'],
  bulkUpdateUsers: ['bulkUpdateUsers'],
  getApplicationsTask: ['bulkUpdateApplications', 'getApplicationsTask'],
  getUsersTask: ['bulkUpdateUsers', 'getUsersTask'],
  getBulkUpdateUsersSummary: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
  deleteSubscriptionUsers: ['deleteSubscriptionUsers'],
};

/** Rules that send much; each runs for the mutants that it must find, and for the reference and its variants. */
const LONG = [
  'updates.member-types',
  'updates.hostile-bodies',
  'updates.texts',
  'writes.sequences',
  'bulk.hostile-bodies',
  'bulk.scope-all',
  'bulk.filter',
  'bulk.scopes',
  'bulk.unknown-ids',
  'tasks.states',
];

describe('a reference whose writes have one defect', () => {
  it.each(writeMutants)('$operation: $name', async (mutant) => {
    const { operation, rule, seenFrom = operation, also = [] } = mutant;
    // Where two writes are to meet, a task takes a little longer.
    const together = rule === 'bulk.concurrent' || rule === 'bulk.with-update';
    const report = await checkWrites({
      reference: { hooks: [on(mutant.operation, mutant.hook)], ...(together && { taskDurationMs: 80 }) },
      options: {
        rules: [`!(${LONG.filter((one) => one !== rule).join('|')})`],
        operations: [...new Set([...(AREAS[operation] ?? []), seenFrom])],
      },
    });

    expect(idsOf(report, 'fail')).toContain(`${seenFrom}/${rule}`);
    const related = new Set([rule, ...also]);
    expect(failures(report).filter((one) => !related.has(one.split(/[/:]/)[1] ?? ''))).toEqual([]);
    expect(idsOf(report, 'error')).toEqual([]);
  });
});
