import type { Hook } from '../behaviour.js';
import { body, both, filterText, refusal, sentText, stored } from '../hooks.js';
import { operator } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './mutant.js';

const dayOf = (time: unknown): string => new Date(time as string).toISOString().slice(0, 10);

/** Sorts records without a text as if they had the text "null". */
const nullsAsText: Hook = (steps) => ({
  order: (all, keys, context) => {
    const [field = ''] = keys.map((key) => key.field);
    const byId = new Map(all.map((one) => [one.id, one]));
    const named = all.map((one) => ({ ...one, [field]: one[field] ?? 'null' }));
    return steps.order(named, keys, context).map((one) => byId.get(one.id) ?? one);
  },
});

/** Defects that show with few values, such as an empty, a negative or a single one. */
export const hiddenValues = family('hidden-values', [
  {
    title: 'a credential with another last character is accepted',
    operation: 'getApplications',
    rule: 'authorization.required',
    rarity: 'rare',
    hook: (steps) => ({
      authorize: (context) => {
        const given = String(context.headers.authorization ?? '');
        const isAlike = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'].some((end) =>
          context.guard.accepts({ ...context.headers, authorization: given.slice(0, -1) + end }),
        );
        if (!isAlike) steps.authorize(context);
      },
    }),
  },
  {
    title: 'an object has two members with the same name',
    operation: 'getContract',
    rule: 'answers.unique-names',
    hook: sentText((text) => text.replace('"name":', '"name":"other","name":')),
  },
  {
    title: 'null is sorted as a text',
    operation: 'getApplications',
    rule: 'sort.every-order',
    also: ['sort.grammar'],
    rarity: 'rare',
    hook: nullsAsText,
  },
  {
    title: 'the sign of a number is ignored in a filter',
    operation: 'getApplications',
    rule: 'filter.every-type',
    rarity: 'rare',
    hook: both(
      stored((one) => ('available' in one ? { ...one, available: -Math.abs(Number(one.available)) } : one)),
      operator('-eq', (actual, value) => Math.abs(Number(actual)) === Math.abs(Number(value)), 'number'),
    ),
  },
  {
    title: 'a number in a filter matches all numbers that begin with it',
    operation: 'getApplications',
    rule: 'filter.every-type',
    also: ['filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (actual, value) => `${actual}`.startsWith(`${value}`), 'number'),
  },
  {
    title: 'the fraction of a number in a filter is ignored',
    operation: 'getUserSubscriptions',
    rule: 'filter.every-type',
    also: ['filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (actual, value) => Math.trunc(Number(actual)) === Math.trunc(Number(value)), 'number'),
  },
  {
    title: 'null is sorted as a text beyond the first page',
    operation: 'getUsers',
    rule: 'sort.every-order',
    also: ['sort.grammar', 'sort.ordered'],
    rarity: 'rare',
    hook: both(
      stored((one) => {
        if (!('displayName' in one)) return one;
        const name = String(one.displayName);
        return { ...one, displayName: /[0-3]$/.test(String(one.id)) ? null : name.replace(/^[B-R]/, 'A') };
      }),
      nullsAsText,
    ),
  },
  {
    title: 'a time without a fraction is rejected',
    operation: 'getUserKpis',
    rule: 'errors.valid-periods',
    rarity: 'rare',
    hook: (steps) => ({
      readDates: (context) => {
        if (!String(context.query.fromDate ?? '.').includes('.')) throw new Refusal(400, 'fromDate needs milliseconds');
        return steps.readDates(context);
      },
    }),
  },
  {
    title: 'a time in a filter is compared by its day',
    operation: 'getUserDiscoverySources',
    rule: 'filter.every-type',
    also: ['filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (actual, value) => dayOf(actual) === dayOf(value), 'date'),
  },
  {
    title: 'a filter by a text and a flag returns 500',
    operation: 'getUsers',
    rule: 'filter.grammar',
    rarity: 'rare',
    hook: (steps) => ({
      readFilter: (context) => {
        const text = filterText(context);
        if (/-and/i.test(text) && /\b(?:true|false)\b/i.test(text) && /-contains/i.test(text))
          throw new Error('operator does not exist: text = boolean');
        return steps.readFilter(context);
      },
    }),
  },
  {
    title: 'the KPIs of an application without users return 500',
    operation: 'getApplicationKpis',
    rule: 'answers.success-status',
    rarity: 'rare',
    hook: (steps) => ({
      read: (context) => {
        const { id } = steps.find('application', steps.readId('applicationId', context), context);
        const position = context.tenant.applications.positionOf(id) ?? 0;
        if (context.tenant.usagesOfApplications[position]?.length === 0) throw new Error('division by zero');
        return steps.read(context);
      },
    }),
  },
  {
    title: 'a caller who reads an unknown user gets a 403',
    operation: 'getUserSubscriptions',
    rule: 'errors.unknown-id-404',
    hook: refusal((given) => (given.status === 404 ? { ...given, status: 403 } : given)),
  },
  {
    title: 'a chart of one day is an object',
    operation: 'getUserKpis',
    rule: 'records.types',
    rarity: 'rare',
    hook: body((given, { query }) =>
      query.fromDate === query.toDate ? { ...given, activeChartData: { active: 0, total: 0 } } : given,
    ),
  },
]);
