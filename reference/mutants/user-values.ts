import { record } from '../hooks.js';
import type { Row } from '../model.js';
import { each, family } from './mutant.js';

/** What filters and sorts notice too: they read the values that the list does not show. */
const ALSO = [
  'filter.complete',
  'filter.every-type',
  'filter.every-value',
  'filter.grammar',
  'sort.natural',
  'filter.sound',
];

const changed = (name: string, change: (value: unknown) => unknown) =>
  record((one: Row) => (one[name] === undefined || one[name] === null ? one : { ...one, [name]: change(one[name]) }));

const inCapitals = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.toUpperCase()
    : Object.fromEntries(Object.entries(value as object).map(([key, word]) => [key, String(word).toUpperCase()]));

/** Defects of values of users that differ between the lists of users. */
export const userValues = family('user-values', [
  ...each(['getApplicationUsers', 'getSubscriptionUsers'], 'the monthly cost of a user is that of a year', {
    rule: 'relations.one-truth',
    also: ALSO,
    hook: changed('userCostPerMonth', (value) => Number(value) * 12),
  }),
  ...each(['getSubscriptionUsers', 'getSubscriptionUserConsumptions'], 'the number of licenses is one too many', {
    rule: 'relations.one-truth',
    also: ALSO,
    hook: changed('licenseCount', (value) => Number(value) + 1),
  }),
  ...each(['getSubscriptionInsightUsers', 'getApplicationUsersConsumptions'], 'the status is in capitals', {
    rule: 'relations.one-truth',
    also: ALSO,
    hook: changed('status', inCapitals),
  }),
  ...each(['getApplicationUsers', 'getSubscriptionUsers'], 'the status of employment is in capitals', {
    rule: 'relations.one-truth',
    also: ALSO,
    hook: changed('employmentStatus', inCapitals),
  }),
  ...each(['getApplicationUsersConsumptions', 'getSubscriptionUserConsumptions'], 'roles are in capitals', {
    rule: 'relations.one-truth',
    hook: changed('roles', inCapitals),
  }),
]);
