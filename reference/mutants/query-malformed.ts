import { filterText, where } from '../hooks.js';
import { misunderstood, operator, QUOTED, rewritten } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { each, family } from './mutant.js';

/** Defects in how malformed expressions are handled. */
export const queryMalformed = family('query-malformed', [
  {
    id: 'a-missing-parenthesis-is-forgiven',
    title: 'a filter with a missing parenthesis is accepted',
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
    id: 'a-quote-that-is-not-closed-is-closed',
    title: 'a filter with an unclosed quote is accepted',
    operation: 'getUsers',
    rule: 'filter.malformed',
    hook: rewritten((filter) => (/^[^']*'[^']*$/.test(filter) ? `${filter}'` : filter)),
  },
  {
    id: 'an-unknown-operator-is-eq',
    title: 'an unknown operator is read as -eq',
    operation: 'getApplications',
    rule: 'filter.malformed',
    hook: rewritten((filter) => filter.replace(/-touchstone/g, '-eq')),
  },
  {
    title: 'an unknown word that joins comparisons is read as -or',
    operation: 'getApplicationUsersConsumptions',
    rule: 'filter.malformed',
    hook: rewritten((filter) => filter.replace(') -touchstone (', ') -or (')),
  },
  {
    id: 'malformed-filters-are-answered-with-500',
    title: 'malformed filters return 500',
    operation: 'getUsers',
    rule: 'filter.malformed',
    hook: misunderstood(() => {
      throw new Error('parse');
    }),
  },
  {
    title: 'a filter that begins with an operator returns 500',
    operation: 'getApplicationUsersConsumptions',
    rule: 'filter.malformed',
    hook: rewritten((filter) => {
      if (filter.startsWith('-')) throw new Error('no field');
      return filter;
    }),
  },
  {
    title: 'a malformed filter is ignored if a page_size comes with it',
    operation: 'getUserSubscriptions',
    rule: 'filter.malformed',
    hook: where(
      ({ query }) => query.page_size !== undefined,
      misunderstood(() => undefined),
    ),
  },
  {
    title: 'malformed filters match everything',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.malformed',
    hook: misunderstood(() => undefined),
  },
  {
    id: 'malformed-filters-are-refused-with-422',
    title: 'malformed filters are rejected with 422',
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
    id: 'a-filter-is-a-500-for-lt-alone',
    title: 'only filters with -lt return 500',
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
  ...each(['getUserDiscoverySources', 'getAgreements'], 'a quoted text with an operator in it is rejected', {
    rule: 'filter.hard-values',
    rarity: 'rare',
    hook: rewritten((filter) => {
      if (filter.match(QUOTED)?.some((text) => text.includes(' -and ')))
        throw new Refusal(400, 'the filter field name must be a string');
      return filter;
    }),
  }),
  ...each(
    ['getApplications', 'getUserSubscriptions', 'getSubscriptionUserConsumptions'],
    'a word that is compared with a number, a boolean or a date is a 500',
    {
      rule: 'filter.wrong-type',
      hook: (steps) => ({
        parseFilter: (given, schema, context) => {
          try {
            return steps.parseFilter(given, schema, context);
          } catch (error) {
            if (/-eq 'touchstone'$/.test(given) && !given.includes('NoSuch'))
              throw new Error('no cast', { cause: error });
            throw error;
          }
        },
      }),
    },
  ),
  ...each(
    ['getApplications', 'getUsers', 'getSubscriptionUserConsumptions', 'getContracts'],
    'an operator that does not apply to the type of its field is a 500',
    {
      rule: 'filter.operator-types',
      hook: misunderstood((error) => {
        if (String(error).includes('does not apply to a')) throw new Error('no such method', { cause: error });
        throw error;
      }),
    },
  ),
  ...each(
    ['getApplicationUsers', 'getUserApplications'],
    'a malformed filter is accepted for a parent without children',
    {
      rule: 'filter.malformed',
      rarity: 'rare',
      hook: (steps) => ({
        readFilter: (context) => {
          if (context.query.filter === undefined || steps.collect(context).length > 0) return steps.readFilter(context);
          return undefined;
        },
      }),
    },
  ),
]);
