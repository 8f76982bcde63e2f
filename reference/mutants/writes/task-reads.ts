import { answer, body } from '../../hooks.js';
import { family } from '../mutant.js';
import { replying, task } from './write-hooks.js';

/** Defects of the reads of tasks and summaries. */
export const taskReads = family(
  'task-reads',
  [
    {
      title: 'the status of a task is a number',
      operation: 'getUsersTask',
      rule: 'records.types',
      also: ['tasks.completes'],
      hook: task((given) => ({ ...given, name: 7 })),
    },
    {
      id: 'a-task-is-read-without-a-credential',
      title: 'a task can be read without a credential',
      operation: 'getApplicationsTask',
      rule: 'authorization.required',
      hook: () => ({ authorize: () => undefined }),
    },
    {
      id: 'an-unknown-task-is-answered',
      title: 'a read of an unknown task returns a task',
      // When the two Get task operations share a path, a request for an unknown id counts for the first one.
      operation: 'getApplicationsTask',
      rule: 'errors.unknown-id',
      also: ['errors.malformed-id', 'errors.unknown-id-404'],
      hook: replying((context) => ({ status: 200, body: { id: context.params.id, status: 'Complete', _links: {} } })),
    },
    {
      title: 'an unknown task is refused without a message',
      operation: 'getApplicationsTask',
      rule: 'errors.message',
      hook: () => ({
        errorBody: (code, message) => ({ error: { code, message: code === 404 ? '' : message } }),
      }),
    },
    {
      title: 'the links of a task are an array',
      operation: 'getApplicationsTask',
      seenFrom: 'bulkUpdateApplications',
      rule: 'tasks.summary-link',
      hook: task((given) => ({ ...given, _links: Object.values(given._links as object) })),
    },
    {
      id: 'a-count-of-the-summary-is-a-text',
      title: 'a count of the summary is a string',
      operation: 'getBulkUpdateUsersSummary',
      rule: 'records.types',
      also: ['tasks.summary'],
      hook: body((given) => ({ ...given, successCount: String(given.successCount) })),
    },
    {
      id: 'a-summary-is-answered-with-201',
      title: 'a read of a summary returns 201',
      operation: 'getBulkUpdateUsersSummary',
      rule: 'answers.success-status',
      also: ['tasks.summary', 'tasks.summary-link', 'answers.json', 'answers.media-type'],
      hook: answer((given) => ({ ...given, status: 201 })),
    },
  ],
  'writes',
);
