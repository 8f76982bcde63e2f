import { type ComparisonOperator, operator, rewritten } from '../query-hooks.js';
import { type Defect, eachRarely, family } from './mutant.js';

/** An operation, a field, an operator, and the one that it works as. */
type Exchanged = [operation: string, field: string, name: ComparisonOperator, other: ComparisonOperator];

const exchanged: readonly Exchanged[] = [
  ['getApplications', 'discoveryDate', '-lt', '-le'],
  ['getApplications', 'yearlyCost', '-ge', '-gt'],
  ['getApplicationUsers', 'lastActive', '-gt', '-ge'],
  ['getApplicationUsersConsumptions', 'lastActive', '-eq', '-lt'],
  ['getUsers', 'potentialSavings', '-le', '-lt'],
  ['getUserSubscriptions', 'totalCostPerMonth', '-ge', '-gt'],
  ['getUserDiscoverySources', 'created', '-ne', '-le'],
  ['getSubscriptionUserConsumptions', 'createdDate', '-ge', '-gt'],
];

const lower = (value: unknown): string => String(value).toLowerCase();

/** Operators that are wrong for one number with fractions, or for one date. */
export const filterComplements = family('filter-complements', [
  ...exchanged.map(
    ([operation, field, name, other]): Defect => ({
      title: `${name} works as ${other} for ${field} of ${operation} alone`,
      operation,
      rule: 'filter.complements',
      rarity: 'rare',
      hook: rewritten((filter) => filter.replaceAll(`${field} ${name} `, `${field} ${other} `)),
    }),
  ),
  ...eachRarely(['getUsers', 'getUserSubscriptions'], '-eq ignores letter case, and -ne does not', {
    rule: 'filter.complements',
    hook: operator('-eq', (actual, value) => lower(actual) === lower(value), 'string'),
  }),
  ...eachRarely(['getApplicationUsers', 'getAgreements'], '-ne ignores letter case, and -eq does not', {
    rule: 'filter.complements',
    hook: operator('-ne', (actual, value) => lower(actual) !== lower(value), 'string'),
  }),
  {
    title: '-ne leaves out texts that contain the value',
    operation: 'getUsers',
    rule: 'filter.complements',
    rarity: 'rare',
    hook: rewritten((filter) => filter.replace(/(\w+) -ne (('|").*?\3)/g, '($1 -ne $2) -and ($1 -notcontains $2)')),
  },
]);
