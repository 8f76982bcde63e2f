import type { Mutant } from '../reference/mutants/index.js';
import type { Job } from './trial.js';

/** The operations whose checks see a broken one that reads what a write makes. */
const SEEING: Readonly<Record<string, readonly string[]>> = {
  getApplicationsTask: ['bulkUpdateApplications', 'getApplicationsTask'],
  getUsersTask: ['bulkUpdateUsers', 'getUsersTask'],
  getBulkUpdateUsersSummary: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
};

/** Rules that send much: each runs for the mutants that name it, and in the tests of the reference and its variants. */
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

/** Rules by which two writes have to meet, so that a task has to take a little longer. */
const MEETING = new Set(['bulk.concurrent', 'bulk.with-update']);
const MEETING_MS = 80;

/** What a mutant that writes is asked: the checks of the operations that see it, the long ones that it does not name aside. */
export function writeJob(broken: readonly Mutant[]): Pick<Job, 'operations' | 'rules' | 'taskDurationMs'> {
  const rules = broken.flatMap((mutant) => mutant.rules);
  const operations = broken.flatMap((mutant) => [
    ...mutant.operations.flatMap((operation) => SEEING[operation] ?? [operation]),
    ...mutant.seenFrom,
  ]);
  return {
    operations: [...new Set(operations)],
    rules: [`!(${LONG.filter((rule) => !rules.includes(rule)).join('|')})`],
    ...(rules.some((rule) => MEETING.has(rule)) && { taskDurationMs: MEETING_MS }),
  };
}
