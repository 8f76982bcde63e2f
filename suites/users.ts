import type { Suite } from '../engine/run/plan.js';
import { bothWays } from './laws/both-ways.js';
import { children } from './laws/children.js';
import { kpiTotals } from './laws/kpi-totals.js';
import { listed } from './laws/listed.js';
import { byApplication, ofApplication, oneApplication } from './laws/one-application.js';
import { ownName, VENDORS } from './laws/own-name.js';
import { ownSources } from './laws/own-sources.js';
import { suite } from './suite.js';

/** The operations of the users area, in the order of the document. */
export const users: readonly Suite[] = [
  suite('getUsersTask'),
  // The users of applications and subscriptions are users.
  suite('getUsers', listed({ lists: ['getApplicationUsers', 'getSubscriptionUsers'], read: 'getUser' })),
  // One of the KPIs counts the users, which another operation lists.
  suite('getUserKpis', kpiTotals({ total: 'total', list: 'getUsers' })),
  suite('getUser'),
  suite('updateUser'),
  // The relation can also be read from the application.
  suite(
    'getUserApplications',
    children({ operation: 'getApplicationUsers', everything: 'getApplications' }),
    bothWays('getApplicationUsers'),
    // Its records repeat fields of applications.
    oneApplication(ofApplication),
  ),
  // The relation can also be read from the subscription; no operation lists all subscriptions.
  suite(
    'getUserSubscriptions',
    children({ operation: 'getSubscriptionUsers', everything: null }),
    bothWays('getSubscriptionUsers'),
    oneApplication(byApplication),
    ownName(VENDORS),
  ),
  suite('getUserDiscoverySources', ownSources),
  suite('bulkUpdateUsers'),
  suite('getBulkUpdateUsersSummary'),
];
