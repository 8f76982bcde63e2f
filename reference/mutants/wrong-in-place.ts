import type { Tenant } from '../../generators/tenant/tenant.js';
import { record, sentText } from '../hooks.js';
import type { Row } from '../model.js';
import { userDiscoverySources } from '../records/children-of-users.js';
import { type Defect, family } from './mutant.js';

/** Declares a charset that the body does not have. */
const CHARSETS = [
  ['getUsers', 'iso-8859-1'],
  ['getApplication', 'windows-1252'],
  ['getAgreements', 'ISO-8859-15'],
] as const;

const LAST_KEY = [
  ['getUserApplications', {}],
  ['getApplicationUsers', {}],
  ['getApplications', { applications: 7 }],
] as const;

const FLAGS = [
  ['the users of an application are never qualified', 'getApplicationUsers', { isQualified: false }],
  ['the users of a subscription are always enabled', 'getSubscriptionUsers', { isEnabled: true }],
  ['the users of an insight are never in review', 'getSubscriptionInsightUsers', { isInReview: false }],
] as const;

const OPPOSED = ['getSubscriptionUsers', 'getApplicationUsersConsumptions'] as const;

/** The details of users have other ids in a field. */
const detailIds = (field: 'applicationId' | 'subscriptionId', idOf: (one: Row, tenant: Tenant) => unknown) =>
  record(({ details, ...user }, _index, { tenant }) => ({
    ...user,
    details: (details as readonly Row[]).map((one) => ({ ...one, [field]: idOf(one, tenant) })),
  }));

/** The id of a subscription that is far from one in the order of the tenant. */
function farFrom({ subscriptions }: Tenant, id: unknown): unknown {
  const ids = subscriptions.records.map((one) => one.id);
  return ids[(ids.indexOf(String(id)) + Math.floor(ids.length / 2)) % ids.length];
}

/** Defects that other lists, another sort or the headers of the same response show. */
export const wrongInPlace = family('wrong-in-place', [
  ...CHARSETS.map(
    ([operation, charset]): Defect => ({
      title: `a content-type declares ${charset} for a body in UTF-8`,
      operation,
      rule: 'answers.charset',
      hook: sentText((given) => given, { 'content-type': `application/json; charset=${charset}` }),
    }),
  ),
  ...LAST_KEY.map(
    ([operation, sizes]): Defect => ({
      title: `only the last key of a sort counts in ${operation}`,
      operation,
      rule: ['sort.several-keys', 'sort.grammar'],
      also: ['filter.sorted', 'sort.every-field', 'sort.every-order'],
      reference: { sizes },
      hook: (steps) => ({ readSort: (context) => steps.readSort(context).slice(-1) }),
    }),
  ),
  ...FLAGS.map(
    ([title, operation, flag]): Defect => ({
      title,
      operation,
      rule: 'relations.one-truth',
      hook: record((one) => ({ ...one, ...flag })),
    }),
  ),
  ...OPPOSED.map(
    (operation): Defect => ({
      title: `users who are online are not in ${operation}, and the other way round`,
      operation,
      rule: 'relations.one-truth',
      // What is shown contradicts the filters.
      also: ['filter.every-type', 'filter.grammar'],
      hook: record(({ isOnline, ...one }) => ({ ...one, isOnline: isOnline === false })),
    }),
  ),
  {
    title: 'the details of users name other subscriptions',
    operation: 'getSubscriptionInsightUsers',
    rule: 'relations.own-details',
    hook: detailIds('subscriptionId', ({ subscriptionId }, tenant) => farFrom(tenant, subscriptionId)),
  },
  {
    title: 'the applications in the details of users have the ids of their subscriptions',
    operation: 'getSubscriptionInsightUsers',
    rule: 'relations.one-application',
    hook: detailIds('applicationId', ({ subscriptionId }) => subscriptionId),
  },
  {
    title: 'the applications of the subscriptions of a user have the ids of those',
    operation: 'getUserSubscriptions',
    rule: 'relations.one-application',
    hook: record((one) => ({ ...one, applicationId: one.id })),
  },
  {
    title: 'the subscriptions in the details of users have the ids of their applications',
    operation: 'getSubscriptionInsightUsers',
    rule: 'relations.own-details',
    hook: detailIds('subscriptionId', ({ applicationId }) => applicationId),
  },
  {
    title: 'each user has the discovery sources of all users',
    operation: 'getUserDiscoverySources',
    rule: 'relations.own-sources',
    hook: (steps) => ({
      collect: (context) => {
        steps.collect(context);
        const { tenant } = context;
        return [...tenant.users.records.keys()].flatMap((user) => userDiscoverySources(tenant, user));
      },
    }),
  },
]);
