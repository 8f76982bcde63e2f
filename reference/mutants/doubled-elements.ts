import { presented, record } from '../hooks.js';
import type { Row } from '../model.js';
import { each, family } from './mutant.js';

/** Doubles each array of objects or texts of a record, as a join with another table may. */
const twice = record((one: Row) =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, Array.isArray(value) ? [...value, ...value] : value]),
  ),
);

const asText = (value: unknown): unknown => (value === null || value === undefined ? 'null' : value);

/** Defects of arrays within records, and of texts that stand for no value. */
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
  ...each(['getSubscriptionUsers', 'getUsers'], 'a missing department is the text null', {
    rule: 'records.null-texts',
    also: ['relations.one-truth'],
    hook: presented((one) => ({ ...one, department: asText(one.department) })),
  }),
]);
