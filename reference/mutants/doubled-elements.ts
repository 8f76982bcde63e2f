import { record } from '../hooks.js';
import type { Row } from '../model.js';
import { each, family } from './mutant.js';

/** Doubles each array of objects or texts of a record, as a join with another table may. */
const twice = record((one: Row) =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, Array.isArray(value) ? [...value, ...value] : value]),
  ),
);

/** Defects of arrays within records. */
export const doubledElements = family('doubled-elements', [
  ...each(
    ['getSubscriptionInsightUsers', 'getApplications', 'getApplicationUsers'],
    'each element of an array is there twice',
    {
      rule: 'records.doubled',
      also: ['relations.detail-agrees', 'relations.kpi-values'],
      hook: twice,
    },
  ),
]);
