import { answers, list, path, read, required, SAAS, write } from './parts.js';

const one = path('applicationId', 'applicationId');
const collection = [200, 400, 500];
const byId = [200, 400, 404, 500];

/** The ten operations of "Endpoints / Applications area". */
export const applications = [
  list('applications', 'application', ['filter', 'sort'], {
    id: 'getApplications',
    title: 'Get applications',
    path: `${SAAS}/applications`,
    statuses: collection,
  }),
  read('applications', answers('application'), {
    id: 'getApplication',
    title: 'Get application',
    path: `${SAAS}/applications/{applicationId}`,
    parameters: [one],
    statuses: byId,
  }),
  write('applications', 'write', {
    id: 'updateApplication',
    title: 'Update application',
    binding: { method: 'PATCH', path: `${SAAS}/applications/{applicationId}` },
    parameters: [one],
    body: { mediaType: 'application/merge-patch+json', schema: 'update-application-body' },
    success: answers('application'),
    statuses: byId,
  }),
  read('applications', answers('application-kpis'), {
    id: 'getApplicationKpis',
    title: 'Get application KPIs',
    path: `${SAAS}/applications/{applicationId}/kpi`,
    parameters: [one],
    statuses: byId,
  }),
  read('applications', answers('applications-overview-kpis'), {
    id: 'getApplicationsOverviewKpis',
    title: 'Get applications overview KPIs',
    path: `${SAAS}/overview/applications/kpi`,
    parameters: [required('fromDate', 'date', 30), required('toDate', 'date', 0)],
    statuses: collection,
  }),
  read('applications', answers('applications-kpis'), {
    id: 'getApplicationsKpis',
    title: 'Get applications KPIs',
    path: `${SAAS}/applications/kpi`,
    parameters: [required('fromDate', 'date', 30), required('toDate', 'date', 0)],
    statuses: collection,
  }),
  list('applications', 'application-user', ['filter', 'sort'], {
    id: 'getApplicationUsers',
    title: 'Get application users',
    path: `${SAAS}/applications/{applicationId}/users`,
    parameters: [one],
    statuses: byId,
  }),
  list('applications', 'application-user-consumption', ['filter', 'sort'], {
    id: 'getApplicationUsersConsumptions',
    title: 'Get application users consumptions',
    path: `${SAAS}/applications/{applicationId}/users/consumption`,
    parameters: [one],
    statuses: byId,
  }),
  write('applications', 'write', {
    id: 'bulkUpdateApplications',
    title: 'Bulk update applications',
    binding: { method: 'POST', path: `${SAAS}/applications/bulk-update` },
    parameters: [],
    body: { mediaType: 'application/json', schema: 'bulk-update-applications-body' },
    success: answers('task-reference', 202),
    statuses: [202, 400, 500],
  }),
  read('applications', answers('task'), {
    id: 'getApplicationsTask',
    title: 'Get task (applications area)',
    path: `${SAAS}/tasks/{id}`,
    parameters: [path('id', null)],
    statuses: [200, 404, 500],
  }),
];
