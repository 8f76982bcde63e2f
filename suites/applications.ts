import type { Suite } from '../engine/run/plan.js';
import { bothWays } from './laws/both-ways.js';
import { children } from './laws/children.js';
import { consumptionGaps } from './laws/consumption-gaps.js';
import { kpiLists } from './laws/kpi-lists.js';
import { kpiRecord } from './laws/kpi-record.js';
import { kpiTotals } from './laws/kpi-totals.js';
import { listed } from './laws/listed.js';
import { consumptionTruth, oneTruth } from './laws/one-truth.js';
import { ownConsumptions } from './laws/own-children.js';
import { OWNERS, ownName } from './laws/own-name.js';
import { suite } from './suite.js';

/** The operations of the applications area, in the order of the document. */
export const applications: readonly Suite[] = [
  // The applications of users are applications.
  suite('getApplications', listed({ lists: ['getUserApplications'], read: 'getApplication' }), ownName(OWNERS)),
  suite('getApplication'),
  suite('updateApplication'),
  // They repeat figures of the application.
  suite('getApplicationKpis', kpiRecord),
  suite('getApplicationsOverviewKpis'),
  // One of the KPIs counts the applications, which another operation lists.
  suite('getApplicationsKpis', kpiTotals({ total: 'totalApplications', list: 'getApplications' }), kpiLists),
  // The relation can also be read from the user, and each user by its id.
  suite(
    'getApplicationUsers',
    children({ operation: 'getUserApplications', everything: 'getUsers' }),
    bothWays('getUserApplications'),
    oneTruth,
  ),
  suite(
    'getApplicationUsersConsumptions',
    ownConsumptions('getApplicationUsers'),
    consumptionGaps('getApplicationUsers'),
    consumptionTruth,
  ),
  suite('bulkUpdateApplications'),
  suite('getApplicationsTask'),
];
