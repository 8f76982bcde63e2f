import { joins } from '../query-hooks.js';
import { family } from './mutant.js';

/** Defects of -and, -or and -not. */
export const filterJoins = family('filter-joins', [
  {
    title: '-not before -contains is ignored',
    operation: 'getApplicationUsers',
    rule: 'filter.grammar',
    hook: joins({
      not: (operand, inner) => (inner.kind === 'comparison' && inner.operator === '-contains' ? operand : !operand),
    }),
  },
  {
    title: '-or is -and',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ or: (all) => all.every(Boolean) }),
  },
  {
    title: '-and is -or',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ and: (all) => all.some(Boolean) }),
  },
  {
    title: '-and takes the first operand alone',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: joins({ and: (all) => all[0] === true }),
  },
  {
    title: '-or takes the last operand alone',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.grammar',
    hook: joins({ or: (all) => all.at(-1) === true }),
  },
  {
    title: '-or is exclusive',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ or: (all) => all.filter(Boolean).length === 1 }),
  },
  {
    title: '-not is ignored',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ not: (one) => one }),
  },
  {
    title: '-not matches everything',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: joins({ not: () => true }),
  },
  {
    title: '-not of a compound is ignored',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: joins({ not: (one, inner) => (inner.kind === 'comparison' ? !one : one) }),
  },
]);
