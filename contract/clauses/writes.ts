import type { Clause } from '../types.js';

const NO_WRITES = 'this version sends no writes';
const NO_TASK = 'a task is made only by a bulk update, and this version sends no writes';
const APPLICATIONS = 'Endpoints / Applications area';
const USERS = 'Endpoints / Users area';
const SUBSCRIPTIONS = 'Endpoints / Subscriptions area';

/** What the updates, the bulk updates with their tasks, and the deletion must do. */
export const writes = {
  'updates.media-type': {
    level: 'must',
    section: 'Endpoints',
    title: 'An update takes application/merge-patch+json',
    untested: NO_WRITES,
  },
  'updates.effect': {
    level: 'must',
    section: APPLICATIONS,
    title: 'An update answers the updated record, and a read shows it',
    untested: NO_WRITES,
  },
  'updates.untouched': {
    level: 'must',
    section: 'Endpoints',
    title: 'An update changes no field that it does not name, and no other record (RFC 7396)',
    untested: NO_WRITES,
  },
  'updates.idempotent': {
    level: 'must',
    section: 'Endpoints',
    title: 'The same patch twice gives the same record (RFC 7396)',
    untested: NO_WRITES,
  },
  'updates.required-members': {
    level: 'must',
    section: APPLICATIONS,
    title: 'A body without a required member is refused with 400, or changes only what it names',
    untested: NO_WRITES,
  },
  'updates.member-types': {
    level: 'must',
    section: APPLICATIONS,
    title: 'A member of a wrong type is refused with 400, and nothing changes',
    untested: NO_WRITES,
  },
  'updates.hostile-bodies': {
    level: 'should',
    section: 'RFC 7396 (the document: not shown)',
    title: 'null, unknown members, {}, an array, invalid JSON and other media types do no damage',
    untested: NO_WRITES,
  },
  'updates.unknown-id': {
    level: 'must',
    section: 'Errors',
    title: 'An update of an id that does not exist is refused, and creates nothing',
    untested: NO_WRITES,
  },
  'updates.category': {
    level: 'must',
    section: APPLICATIONS,
    title: 'websiteDate.categoryName of an update shows in categoryName',
    untested: NO_WRITES,
  },
  'bulk.accepted': {
    level: 'must',
    section: `${APPLICATIONS}; ${USERS}`,
    title: 'A bulk update answers 202 with a task reference',
    untested: NO_WRITES,
  },
  'bulk.task-link': {
    level: 'must',
    section: 'Resources and their fields / Task reference',
    title: 'The reference has a link with rel self and method GET whose href ends in tasks/ and the id',
    untested: NO_WRITES,
  },
  'bulk.effect': {
    level: 'must',
    section: `${APPLICATIONS}; ${USERS}`,
    title: 'After completion exactly the listed records have changed, in exactly the named flags',
    untested: NO_WRITES,
  },
  'bulk.required-members': {
    level: 'must',
    section: `${APPLICATIONS}; ${USERS}`,
    title: 'A bulk update without scope or body is refused with 400, and nothing changes',
    untested: NO_WRITES,
  },
  'bulk.hostile-bodies': {
    level: 'should',
    section: `${APPLICATIONS}; ${USERS} (not shown in words)`,
    title: 'Empty ids, a wrong scope and wrong types do no damage',
    untested: NO_WRITES,
  },
  'bulk.scopes': {
    level: 'gap',
    section: APPLICATIONS,
    title: 'The values of scope, and the full list of markers',
    untested: NO_WRITES,
  },
  'tasks.answered': {
    level: 'must',
    section: 'Resources and their fields / Task',
    title: 'Get task answers the task of a bulk update',
    untested: NO_TASK,
  },
  'tasks.completes': {
    level: 'must',
    section: 'States and transitions',
    title: 'A task reaches Complete and stays there',
    untested: NO_TASK,
  },
  'tasks.summary-link': {
    level: 'must',
    section: 'Endpoints / Users area',
    title: 'The link of a task has rel bulk-update-users and method GET and leads to the result of its area',
    untested: NO_TASK,
  },
  'tasks.summary': {
    level: 'must',
    section: 'Resources and their fields / Bulk update users summary',
    title: 'The summary counts every id given, and lists the failed ones by index',
    untested: NO_TASK,
  },
  'tasks.states': {
    level: 'gap',
    section: 'States and transitions',
    title: 'The other states of a task, and the transitions',
    untested: NO_TASK,
  },
  'deletion.effect': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'Delete subscription users removes the listed users from the subscription, and no others',
    untested: NO_WRITES,
  },
  'deletion.users-remain': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'A user who is removed from a subscription still exists',
    untested: NO_WRITES,
  },
  'deletion.status': {
    level: 'gap',
    section: SUBSCRIPTIONS,
    title: 'The success status and body of Delete subscription users',
    untested: NO_WRITES,
  },
} as const satisfies Record<string, Clause>;
