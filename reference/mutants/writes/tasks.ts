import { body } from '../../hooks.js';
import { Refusal } from '../../refusal.js';
import { family } from '../mutant.js';
import { links, task } from './write-hooks.js';

/** Defects of a task and its summary. */
export const tasks = family(
  'tasks',
  [
    {
      title: 'a task never completes',
      operation: 'getUsersTask',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.completes',
      hook: task((given) => ({ ...given, status: 'Running' })),
    },
    {
      title: 'a task fails',
      operation: 'getApplicationsTask',
      seenFrom: 'bulkUpdateApplications',
      rule: 'tasks.completes',
      hook: task((given) => ({ ...given, status: given.status === 'Complete' ? 'Failed' : given.status })),
    },
    {
      id: 'a-task-comes-back-from-complete',
      title: 'a completed task is Running again',
      operation: 'getUsersTask',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.completes',
      hook: (steps) => {
        const seen = new Map<unknown, number>();
        return {
          taskRecord: (given, context) => {
            const made = steps.taskRecord(given, context);
            if (made.status !== 'Complete') return made;
            seen.set(given.id, (seen.get(given.id) ?? 0) + 1);
            return { ...made, status: (seen.get(given.id) ?? 0) > 1 ? 'Running' : 'Complete' };
          },
        };
      },
    },
    {
      id: 'the-word-is-complete-in-small-letters',
      title: 'the status of a completed task is in lower case',
      operation: 'getApplicationsTask',
      seenFrom: 'bulkUpdateApplications',
      rule: 'tasks.completes',
      hook: task((given) => ({ ...given, status: String(given.status).toLowerCase() })),
    },
    {
      id: 'another-task-is-answered',
      title: 'a read of a task returns another task',
      operation: 'getUsersTask',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.answered',
      hook: task((given) => ({ ...given, id: '3a541836-17ed-4da2-8dee-0b7a1bf39e2d' })),
    },
    {
      id: 'a-task-is-not-found',
      title: 'a read of a task returns 404',
      operation: 'getApplicationsTask',
      seenFrom: 'bulkUpdateApplications',
      rule: 'tasks.answered',
      also: ['answers.success-status'],
      hook: () => ({
        perform: () => {
          throw new Refusal(404, 'There is no task with this id');
        },
      }),
    },
    {
      title: 'the link of a task has the rel self',
      operation: 'getUsersTask',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary-link',
      hook: links('taskLinks', (link) => ({ ...link, rel: 'self' })),
    },
    {
      id: 'the-link-of-a-task-of-applications-has-a-rel-of-its-own',
      title: 'the link of a task in the applications area has another rel',
      operation: 'getApplicationsTask',
      seenFrom: 'bulkUpdateApplications',
      rule: 'tasks.summary-link',
      hook: links('taskLinks', (link) => ({ ...link, rel: 'bulk-update-applications' })),
    },
    {
      title: 'the link of a task has the method POST',
      operation: 'getApplicationsTask',
      seenFrom: 'bulkUpdateApplications',
      rule: 'tasks.summary-link',
      hook: links('taskLinks', (link) => ({ ...link, method: 'POST' })),
    },
    {
      title: 'a task has no link',
      operation: 'getUsersTask',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary-link',
      hook: task(({ _links, ...rest }) => rest),
    },
    {
      id: 'the-link-of-a-task-leads-nowhere',
      title: 'the link of a task returns 404',
      operation: 'getUsersTask',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary-link',
      also: ['tasks.summary'],
      hook: links('taskLinks', (link) => ({ ...link, href: 'api/saas/consolidated-view/v1/nowhere' })),
    },
    {
      title: 'the summary counts one too many',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      also: ['tasks.unknown-counted'],
      hook: body((given) => ({ ...given, successCount: Number(given.successCount) + 1 })),
    },
    {
      title: 'the summary counts one too few',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: body((given) => ({ ...given, successCount: Number(given.successCount) - 1 })),
    },
    {
      id: 'the-summary-counts-nothing',
      title: 'all counts of the summary are 0',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: body((given) => ({ ...given, successCount: 0, failedCount: 0, failed: {} })),
    },
    {
      id: 'the-summary-lists-a-failed-id-and-counts-none',
      title: 'the summary lists a failed id but failedCount is 0',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: body((given) => ({ ...given, failedCount: 0 })),
    },
    {
      title: 'the failed ids of the summary are an array',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      also: ['records.containers'],
      hook: body((given) => ({ ...given, failed: Object.values(given.failed as object) })),
    },
    {
      id: 'the-keys-of-the-failed-ids-begin-at-one',
      title: 'the keys of the failed ids start at 1',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      also: ['records.index-holes'],
      hook: body((given) => ({
        ...given,
        failed: Object.fromEntries(Object.values(given.failed as object).map((id, index) => [String(index + 1), id])),
      })),
    },
    {
      title: 'the summary lists another id as failed',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: body((given) => ({
        ...given,
        failed: Object.fromEntries(
          Object.keys(given.failed as object).map((key) => [key, '3a541836-17ed-4da2-8dee-0b7a1bf39e2d']),
        ),
      })),
    },
  ],
  'writes',
);
