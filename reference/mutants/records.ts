import { record } from '../hooks.js';
import type { Row } from '../model.js';
import { family } from './mutant.js';

/** What can be wrong with a record. */
export const records = family(
  'records',
  [
    {
      title: 'an integer is a text',
      operation: 'getApplications',
      rule: 'records.types',
      also: ['relations.detail-agrees', 'sort.natural'],
      hook: record((one) => ({ ...one, licenseCount: String(one.licenseCount) })),
    },
    {
      title: 'an integer is a fraction',
      operation: 'getSubscriptionUserConsumptions',
      rule: 'records.types',
      hook: record((one) => ({ ...one, activityThreshold: 1.5 })),
    },
    {
      title: 'a nested field has a wrong type',
      operation: 'getApplication',
      rule: 'records.types',
      also: ['relations.detail-agrees'],
      hook: record((one) => ({
        ...one,
        licenses: (one.licenses as Row[]).map((license) => ({ ...license, total: `${license.total}` })),
      })),
    },
    {
      title: 'a chart is an object',
      operation: 'getUserKpis',
      rule: 'records.types',
      hook: record((one) => ({ ...one, totalChartData: {} })),
    },
    {
      title: 'a chart point has a text for a count',
      operation: 'getUserKpis',
      rule: 'records.types',
      hook: record((one) => ({ ...one, noActivityChartData: [{ noActivity: 'many', total: 3 }] })),
    },
    {
      id: 'discoverytypes-of-a-user-is-an-array',
      title: 'discoveryTypes of a user is an array',
      operation: 'getUsers',
      rule: 'records.containers',
      also: ['relations.detail-agrees'],
      hook: record((one) => ({ ...one, discoveryTypes: [1, 2] })),
    },
    {
      id: 'discoverytypes-of-an-application-is-index-keyed',
      title: 'discoveryTypes of an application is index-keyed',
      operation: 'getApplications',
      rule: 'records.containers',
      also: ['relations.detail-agrees'],
      hook: record((one) => ({ ...one, discoveryTypes: { 0: 1 } })),
    },
    {
      title: 'roles of a consumption is an array',
      operation: 'getApplicationUsersConsumptions',
      rule: 'records.containers',
      hook: record((one) => ({ ...one, roles: ['admin'] })),
    },
    {
      title: 'roles of an application user is index-keyed',
      operation: 'getApplicationUsers',
      rule: 'records.containers',
      hook: record((one) => ({ ...one, roles: { 0: 'admin' } })),
    },
    {
      title: 'index keys begin at 1',
      operation: 'getUserApplications',
      rule: 'records.index-holes',
      hook: record((one) => ({ ...one, discoveryTypes: { 1: 4 } })),
    },
    {
      title: 'index keys are words',
      operation: 'getUserApplications',
      rule: 'records.index-keys',
      hook: record((one) => ({ ...one, discoveryTypes: { first: 4 } })),
    },
    {
      title: 'a date does not exist',
      operation: 'getApplication',
      rule: 'records.dates',
      also: ['relations.detail-agrees'],
      hook: record((one) => ({ ...one, discoveryDate: '2025-02-31' })),
    },
    {
      title: 'a date-time is a date',
      operation: 'getUserDiscoverySources',
      rule: 'records.dates',
      also: ['filter.grammar', 'sort.natural'],
      hook: record((one) => ({ ...one, created: '2025-02-01' })),
    },
    {
      id: 'createddate-of-a-consumption-is-a-date-time',
      title: 'createdDate of a consumption is a date-time',
      operation: 'getSubscriptionUserConsumptions',
      rule: 'records.dates',
      also: ['sort.natural'],
      hook: record((one) => ({ ...one, createdDate: '2025-02-01T00:00:00Z' })),
    },
    {
      id: 'lastactive-of-a-consumption-has-a-zone',
      title: 'lastActive of a consumption has a zone',
      operation: 'getApplicationUsersConsumptions',
      rule: 'records.zones',
      also: ['sort.natural'],
      hook: record((one) => ({ ...one, lastActive: '2025-02-01T00:00:00Z' })),
    },
    {
      id: 'lastactive-of-a-user-has-no-zone',
      title: 'lastActive of a user has no zone',
      operation: 'getUser',
      rule: 'records.zones',
      also: ['relations.detail-agrees'],
      hook: record((one) => ({ ...one, lastActive: '2025-02-01T00:00:00' })),
    },
    {
      title: 'an id is no UUID',
      operation: 'getUserDiscoverySources',
      rule: 'records.id-form',
      hook: record((one) => ({ ...one, id: `${one.id}`.slice(1) })),
    },
    {
      id: 'a-vendorid-is-no-uuid',
      title: 'a vendorId is no UUID',
      operation: 'getUserApplications',
      rule: 'records.identifier-form',
      hook: record((one) => ({ ...one, vendorId: 'v-17' })),
    },
    {
      title: 'a record has no id',
      operation: 'getContractPeriods',
      rule: 'records.id-present',
      hook: record(({ id: _id, ...one }) => one),
    },
  ],
  'few',
);
