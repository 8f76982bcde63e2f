import type { Mutant } from '../reference/mutants/index.js';
import type { Job } from './trial.js';

/** The operations whose checks detect a mutant of an operation that reads what a write creates. */
const SEEING: Readonly<Record<string, readonly string[]>> = {
  getApplicationsTask: ['bulkUpdateApplications', 'getApplicationsTask'],
  getUsersTask: ['bulkUpdateUsers', 'getUsersTask'],
  getBulkUpdateUsersSummary: ['bulkUpdateUsers', 'getBulkUpdateUsersSummary'],
};

/** Expensive rules: each runs only for mutants that name it, and in the tests of the reference and its variants. */
const LONG = [
  'updates.member-types',
  'updates.hostile-bodies',
  'updates.texts',
  'writes.sequences',
  'bulk.hostile-bodies',
  'bulk.hundred-ids',
  'bulk.scope-all',
  'bulk.scope-except',
  'bulk.filter',
  'bulk.filter-exact',
  'bulk.filter-joined',
  'bulk.filter-nothing',
  'bulk.malformed-filter',
  'bulk.listed',
  'updates.crash',
  'bulk.scopes',
  'bulk.unknown-ids',
  'tasks.states',
];

/** The expensive rules whose writes a rule judges. */
const JUDGED: Readonly<Record<string, readonly string[]>> = {
  'tasks.each-completes': ['bulk.filter'],
  'answers.writes-response': ['updates.crash', 'updates.hostile-bodies'],
};

/** Rules that need two overlapping writes, so that a task must take a little longer. */
const MEETING = new Set(['bulk.concurrent', 'bulk.with-update']);
const MEETING_MS = 80;

/** How long a bulk update takes among concurrent clients, in milliseconds. */
const CONCURRENT_MS = 60;

/** Whether all of these rules judge concurrent clients, which they make themselves: nothing else is needed. */
const areOfConcurrency = (rules: readonly string[]): boolean =>
  rules.length > 0 && rules.every((rule) => rule.startsWith('consistency.'));

/** The job of a mutant of writes: the checks of the operations that detect it, without expensive rules that it does not name. */
export function writeJob(broken: readonly Mutant[]): Pick<Job, 'operations' | 'rules' | 'budget' | 'taskDurationMs'> {
  const rules = broken.flatMap((mutant) => mutant.rules);
  if (areOfConcurrency(rules)) {
    const operations = broken.flatMap(({ seenFrom }) => seenFrom);
    return { operations: [...new Set(operations)], rules, budget: 'thorough', taskDurationMs: CONCURRENT_MS };
  }
  const needed = [...rules, ...rules.flatMap((rule) => JUDGED[rule] ?? [])];
  const operations = broken.flatMap((mutant) => [
    ...mutant.operations.flatMap((operation) => SEEING[operation] ?? [operation]),
    ...mutant.seenFrom,
  ]);
  return {
    operations: [...new Set(operations)],
    rules: [`!(${LONG.filter((rule) => !needed.includes(rule)).join('|')})`],
    ...(rules.some((rule) => MEETING.has(rule)) && { taskDurationMs: MEETING_MS }),
  };
}
