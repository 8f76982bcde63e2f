import { body } from '../../hooks.js';
import { Refusal } from '../../refusal.js';
import { family } from '../mutant.js';
import { links, task } from './write-hooks.js';

/** What can be wrong with a task and its summary, as the way of a bulk update. */
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
      title: 'a task comes back from Complete',
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
      title: 'the word is complete in small letters',
      operation: 'getApplicationsTask',
      seenFrom: 'bulkUpdateApplications',
      rule: 'tasks.completes',
      hook: task((given) => ({ ...given, status: String(given.status).toLowerCase() })),
    },
    {
      title: 'another task is answered',
      operation: 'getUsersTask',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.answered',
      hook: task((given) => ({ ...given, id: '3a541836-17ed-4da2-8dee-0b7a1bf39e2d' })),
    },
    {
      title: 'a task is not found',
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
      title: 'the link of a task of applications has a rel of its own',
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
      title: 'the link of a task leads nowhere',
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
      title: 'the summary counts nothing',
      operation: 'getBulkUpdateUsersSummary',
      seenFrom: 'bulkUpdateUsers',
      rule: 'tasks.summary',
      hook: body((given) => ({ ...given, successCount: 0, failedCount: 0, failed: {} })),
    },
    {
      title: 'the summary lists a failed id and counts none',
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
      title: 'the keys of the failed ids begin at one',
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
