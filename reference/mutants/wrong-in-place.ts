import { record, sentText } from '../hooks.js';
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
