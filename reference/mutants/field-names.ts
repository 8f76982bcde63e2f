import { body, pagination, record } from '../hooks.js';
import type { Row } from '../model.js';
import { hash } from '../query-hooks.js';
import { type Defect, family } from './mutant.js';

type Respell = (name: string) => string;

const SNAKE: Respell = (name) => name.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, '_').toLowerCase();
const PASCAL: Respell = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const PLURAL: Respell = (name) => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`);

/** Renames a field of a record, if present. */
function renamed(one: Row, field: string, respell: Respell): Row {
  return Object.fromEntries(Object.entries(one).map(([name, value]) => [name === field ? respell(name) : name, value]));
}

/** Changes the one or more records nested in a field. */
function within(one: Row, field: string, change: (nested: Row) => Row): Row {
  const value = one[field];
  if (typeof value !== 'object' || value === null) return one;
  const each = (nested: unknown) => (typeof nested === 'object' && nested !== null ? change(nested as Row) : nested);
  const changed = Array.isArray(value)
    ? value.map(each)
    : Object.values(value).some((member) => typeof member === 'object' && member !== null)
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, each(member)]))
      : change(value as Row);
  return { ...one, [field]: changed };
}

const without = (one: Row, field: string): Row =>
  Object.fromEntries(Object.entries(one).filter(([name]) => name !== field));

/** An operation, the path of fields to a nested record, empty for the record itself, and the field. */
type Where = readonly [operation: string, path: readonly string[], field: string];

const at = ([, path]: Where, change: (one: Row) => Row) => {
  const [outer] = path;
  return record((one) => (outer === undefined ? change(one) : within(one, outer, change)));
};

const RESPELLED: readonly (readonly [...Where, Respell])[] = [
  ['getApplications', [], 'totalUniqueUsers', SNAKE],
  ['getApplications', ['licenses'], 'productId', SNAKE],
  ['getApplications', [], 'singleSignOn', () => 'isSingleSignOn'],
  ['getApplication', [], 'licenseCount', PASCAL],
  ['getApplication', [], 'licenses', (name) => name.slice(0, -1)],
  ['getApplicationKpis', [], 'monthlyCost', SNAKE],
  ['getApplicationKpis', ['subscriptions'], 'value30DaysAgo', SNAKE],
  ['getApplicationsOverviewKpis', [], 'notApproved', PASCAL],
  ['getApplicationsOverviewKpis', ['applicationDiscoveryLastSevenDays'], 'ssoCount', PLURAL],
  ['getApplicationsKpis', [], 'appCategories', SNAKE],
  ['getApplicationsKpis', ['activeUserApplications'], 'totalUsers', SNAKE],
  ['getApplicationUsers', [], 'hireDate', SNAKE],
  ['getApplicationUsersConsumptions', [], 'envelopeusage', () => 'envelopeUsage'],
  ['getUsers', [], 'lastActive', SNAKE],
  ['getUser', [], 'discoveryTypes', (name) => name.slice(0, -1)],
  ['getUserKpis', [], 'activeChartData', SNAKE],
  ['getUserKpis', ['totalChartData'], 'added', PASCAL],
  ['getUserApplications', [], 'vendorId', (name) => name.toUpperCase()],
  ['getUserSubscriptions', [], 'lastActivity', PLURAL],
  ['getUserDiscoverySources', [], 'created', PASCAL],
  ['getSubscriptionInsightUsers', ['details'], 'subscriptionName', SNAKE],
  ['getSubscriptionInsightUsers', [], 'details', (name) => name.slice(0, -1)],
  ['getSubscriptionUsers', [], 'employmentStatus', SNAKE],
  ['getSubscriptionUserConsumptions', [], 'activityThreshold', SNAKE],
  ['getAgreementPeriods', [], 'validFrom', SNAKE],
  ['getAgreements', [], 'typeId', SNAKE],
  ['getAgreement', [], 'isUpgradable', SNAKE],
  ['getAgreementTypes', [], 'description', PLURAL],
  ['getAgreementType', [], 'description', PASCAL],
  ['getContractPeriods', [], '_links', () => 'links'],
  ['getContracts', [], 'contactId', SNAKE],
  ['getContract', [], 'renewalDays', SNAKE],
  ['getContract', [], 'isUpgradable', () => 'upgradable'],
  ['getContractTypes', [], 'name', PASCAL],
  ['getContractType', [], 'name', PLURAL],
];

const NEVER: readonly Where[] = [
  ['getApplications', [], 'riskScore'],
  ['getApplications', ['licenses'], 'collectionTargetId'],
  ['getApplication', [], 'certifications'],
  ['getApplicationKpis', [], 'totalUsers'],
  ['getApplicationKpis', ['monthlyCost'], 'valueCurrent'],
  ['getApplicationsOverviewKpis', ['total'], 'trend'],
  ['getApplicationsKpis', [], 'aiAppCategories'],
  ['getApplicationUsers', [], 'roles'],
  ['getApplicationUsersConsumptions', [], 'isMonitored'],
  ['getUsers', [], 'userCostPerMonth'],
  ['getUser', [], 'department'],
  ['getUserKpis', [], 'currentTotalChartData'],
  ['getUserKpis', ['inactiveChartData'], 'date'],
  ['getUserApplications', [], 'discoveryTypes'],
  ['getUserSubscriptions', [], 'firstDiscovered'],
  ['getUserDiscoverySources', [], 'created'],
  ['getSubscriptionInsightUsers', [], 'details'],
  ['getSubscriptionUsers', [], 'employmentStatus'],
  ['getSubscriptionUserConsumptions', [], 'manuallyAssigned'],
  ['getAgreementPeriods', [], '_links'],
  ['getAgreements', [], 'parentId'],
  ['getAgreement', [], 'contactPhone'],
  ['getAgreementTypes', [], 'description'],
  ['getAgreementType', [], 'description'],
  ['getContractPeriods', [], 'validTo'],
  ['getContracts', [], 'assignedId'],
  ['getContract', [], 'manufacturerLink'],
  ['getContractTypes', [], 'name'],
  ['getContractType', [], 'description'],
];

const RESPELLED_IN_FEW: typeof RESPELLED = [
  ['getApplications', ['licenses'], 'productId', (name) => name.replace('Id', 'ID')],
  ['getSubscriptionUsers', [], 'employmentStatus', SNAKE],
  ['getContracts', [], 'assignedId', PASCAL],
];

const ABBREVIATED_IN_SOME: typeof RESPELLED = [
  ['getApplications', [], 'description', () => 'desc'],
  ['getApplicationsOverviewKpis', ['applicationDiscoveryLastSevenDays'], 'manuallyAddedCount', () => 'manualCount'],
  ['getSubscriptionInsightUsers', ['details'], 'applicationName', () => 'appName'],
];

const NULL_CHARTS: readonly Where[] = [
  ['getUserKpis', [], 'noActivityChartData'],
  ['getApplicationsKpis', [], 'activeUserApplicationsUnsanctioned'],
  ['getApplicationsOverviewKpis', [], 'total'],
  ['getApplicationKpis', [], 'subscriptionTypes'],
];

const WRAPPED: readonly (readonly [operation: string, member: string])[] = [
  ['getApplication', 'application'],
  ['getApplicationKpis', 'data'],
  ['getApplicationsOverviewKpis', 'result'],
  ['getApplicationsKpis', 'kpis'],
  ['getUser', 'data'],
  ['getUserKpis', 'data'],
  ['getAgreement', 'agreement'],
  ['getAgreementType', 'data'],
  ['getContract', 'value'],
  ['getContractType', 'type'],
];

const WRAPPED_ITEMS: readonly (readonly [operation: string, member: string])[] = [
  ['getUsers', 'user'],
  ['getApplicationUsersConsumptions', 'consumption'],
  ['getContractPeriods', 'period'],
];

const ALSO = ['relations.detail-agrees', 'relations.one-truth', 'sort.natural', 'sort.ordered', 'filter.grammar'];

/** Fields that are renamed or missing. */
export const fieldNames = family('field-names', [
  ...['getApplications', 'getContract', 'getSubscriptionUserConsumptions'].map(
    (operation): Defect => ({
      title: `all fields of ${operation} start with a capital letter`,
      operation,
      rule: 'records.renamed',
      also: [...ALSO, 'records.id-present'],
      hook: record((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [PASCAL(name), value]))),
    }),
  ),
  ...RESPELLED.map(([operation, path, field, respell]): Defect => {
    return {
      title: `${[...path, field].join('.')} of ${operation} is sent as ${respell(field)}`,
      operation,
      rule: 'records.renamed',
      also: [...ALSO, 'relations.links', 'records.id-present'],
      hook: at([operation, path, field], (one) => renamed(one, field, respell)),
    };
  }),
  ...RESPELLED_IN_FEW.map(
    ([operation, path, field, respell]): Defect => ({
      title: `${[...path, field].join('.')} of ${operation} is sent as ${respell(field)} in few records`,
      operation,
      rule: 'records.renamed',
      also: ALSO,
      rarity: 'rare',
      hook: at([operation, path, field], (one) =>
        hash(String(one.id)) % 7 === 0 ? renamed(one, field, respell) : one,
      ),
    }),
  ),
  ...ABBREVIATED_IN_SOME.map(
    ([operation, path, field, respell]): Defect => ({
      title: `${[...path, field].join('.')} of ${operation} is sent as ${respell(field)} in some records`,
      operation,
      rule: 'records.shown',
      also: ALSO,
      hook: at([operation, path, field], (one) =>
        hash(JSON.stringify(one)) % 3 === 0 ? renamed(one, field, respell) : one,
      ),
    }),
  ),
  {
    title: 'the pagination object of getContractPeriods has pageSize and pageNumber',
    operation: 'getContractPeriods',
    rule: 'records.renamed',
    also: ['paging.members'],
    hook: pagination(({ page_size: pageSize, page_number: pageNumber, ...rest }) => ({
      pageSize,
      pageNumber,
      ...rest,
    })),
  },
  ...NEVER.map((where): Defect => {
    const [operation, path, field] = where;
    return {
      title: `${[...path, field].join('.')} is in no record of ${operation}`,
      operation,
      rule: 'records.shown',
      also: ALSO,
      hook: at(where, (one) => without(one, field)),
    };
  }),
  ...NULL_CHARTS.map((where): Defect => {
    const [operation, , field] = where;
    return {
      title: `${field} is always null in ${operation}`,
      operation,
      rule: 'records.shown',
      hook: at(where, (one) => ({ ...one, [field]: null })),
    };
  }),
  ...WRAPPED.map(
    ([operation, member]): Defect => ({
      title: `the record of ${operation} is wrapped in an object with the member ${member}`,
      operation,
      rule: 'records.bare',
      also: ['relations.links'],
      hook: body((given) => ({ [member]: given })),
    }),
  ),
  ...WRAPPED_ITEMS.map(
    ([operation, member]): Defect => ({
      title: `each record of ${operation} is wrapped in an object with the member ${member}`,
      operation,
      rule: 'records.bare',
      also: ['records.id-present', ...ALSO],
      hook: record((one) => ({ [member]: one })),
    }),
  ),
]);
