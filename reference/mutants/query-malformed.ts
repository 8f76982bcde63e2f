import { filterText, where } from '../hooks.js';
import { misunderstood, operator, rewritten } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './mutant.js';

/** What can become of an expression that means nothing. */
export const queryMalformed = family('query-malformed', [
  {
    title: 'a missing parenthesis is forgiven',
    operation: 'getUsers',
    rule: 'filter.malformed',
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        try {
          return steps.parseFilter(given, schema, context);
        } catch (error) {
          for (const repaired of [`${given})`, `(${given}`, given.replace(/\)$/, ''), given.replace(/^\(/, '')]) {
            try {
              return steps.parseFilter(repaired, schema, context);
            } catch {
              /* the next one */
            }
          }
          throw error;
        }
      },
    }),
  },
  {
    title: 'a quote that is not closed is closed',
    operation: 'getUsers',
    rule: 'filter.malformed',
    hook: rewritten((filter) => (/^[^']*'[^']*$/.test(filter) ? `${filter}'` : filter)),
  },
  {
    title: 'an unknown operator is -eq',
    operation: 'getApplications',
    rule: 'filter.malformed',
    hook: rewritten((filter) => filter.replace(/-touchstone/g, '-eq')),
  },
  {
    title: 'malformed filters are answered with 500',
    operation: 'getUsers',
    rule: 'filter.malformed',
    hook: misunderstood(() => {
      throw new Error('parse');
    }),
  },
  {
    title: 'malformed filters match everything',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.malformed',
    hook: misunderstood(() => undefined),
  },
  {
    title: 'malformed filters are refused with 422',
    operation: 'getApplications',
    rule: 'filter.malformed',
    hook: misunderstood(() => {
      throw new Refusal(422, 'malformed');
    }),
  },
  {
    id: 'a-malformed-sort-is-ignored-in-queries',
    title: 'a malformed sort is ignored',
    operation: 'getUsers',
    rule: 'sort.malformed',
    hook: (steps) => ({
      readSort: (context) => {
        try {
          return steps.readSort(context);
        } catch {
          return [];
        }
      },
    }),
  },
  {
    title: '-contains is case-insensitive and -notcontains is not',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-contains', (a, v) => String(a).toLowerCase().includes(String(v).toLowerCase())),
  },
  {
    title: 'a filter is a 500 for -lt alone',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: where(
      (context) => filterText(context).includes('-lt'),
      () => ({
        matches: () => {
          throw new Error('lt');
        },
      }),
    ),
  },
]);
