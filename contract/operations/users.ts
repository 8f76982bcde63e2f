import { answers, list, path, read, required, SAAS, write } from './parts.js';

const one = path('userId', 'userId');
const byId = [200, 400, 404, 500];

/** The ten operations of "Endpoints / Users area". */
export const users = [
  read('users', answers('task'), {
    id: 'getUsersTask',
    title: 'Get task (users area)',
    path: `${SAAS}/tasks/{id}`,
    parameters: [path('id', null)],
    statuses: [200, 404, 500],
  }),
  list('users', 'user', ['filter', 'sort'], {
    id: 'getUsers',
    title: 'Get users',
    path: `${SAAS}/users`,
    statuses: [200, 400, 500],
  }),
  read('users', answers('user-kpis'), {
    id: 'getUserKpis',
    title: 'Get user KPIs',
    path: `${SAAS}/users/kpi`,
    parameters: [required('fromDate', 'date-time', 30), required('toDate', 'date-time', 0)],
    statuses: [200, 500],
  }),
  read('users', answers('user'), {
    id: 'getUser',
    title: 'Get user',
    path: `${SAAS}/users/{userId}`,
    parameters: [one],
    statuses: byId,
  }),
  write('users', 'write', {
    id: 'updateUser',
    title: 'Update user',
    binding: { method: 'PATCH', path: `${SAAS}/users/{userId}` },
    parameters: [one],
    body: { mediaType: 'application/merge-patch+json', schema: 'update-user-body' },
    success: answers('user'),
    statuses: byId,
  }),
  list('users', 'user-application', ['filter', 'sort'], {
    id: 'getUserApplications',
    title: 'Get user applications',
    path: `${SAAS}/users/{userId}/applications`,
    parameters: [one],
    statuses: byId,
  }),
  list('users', 'user-subscription', ['filter', 'sort'], {
    id: 'getUserSubscriptions',
    title: 'Get user subscriptions',
    path: `${SAAS}/users/{userId}/subscriptions`,
    parameters: [one],
    statuses: byId,
  }),
  list('users', 'user-discovery-source', ['filter', 'sort'], {
    id: 'getUserDiscoverySources',
    title: 'Get user discovery sources',
    path: `${SAAS}/users/{userId}/discovery-sources`,
    parameters: [one],
    statuses: byId,
  }),
  write('users', 'write', {
    id: 'bulkUpdateUsers',
    title: 'Bulk update users',
    binding: { method: 'POST', path: `${SAAS}/users/bulk-update` },
    parameters: [],
    body: { mediaType: 'application/json', schema: 'bulk-update-users-body' },
    success: answers('task-reference', 202),
    statuses: [202, 400, 500],
  }),
  read('users', answers('bulk-update-users-summary'), {
    id: 'getBulkUpdateUsersSummary',
    title: 'Get bulk update users summary',
    path: `${SAAS}/users/bulk-update/{id}`,
    parameters: [path('id', null)],
    statuses: byId,
  }),
];
