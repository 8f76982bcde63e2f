import type { Hook } from '../behaviour.js';
import { both, record, stored } from '../hooks.js';
import { withMilliseconds } from '../milliseconds.js';
import { evaluator, rewritten } from '../query-hooks.js';
import { type Defect, eachRarely, family } from './mutant.js';

/** Times with milliseconds, which filters read in their own way. */
const precise = (hook: Hook): Hook => both(stored(withMilliseconds), hook);

const LISTS = ['getUsers', 'getUserSubscriptions', 'getApplicationUsers'];

/** Drops the fraction of each second in a filter, after some operators or after all. */
const withoutFraction = (operators = '-\\w+'): Hook =>
  rewritten((filter) => filter.replace(new RegExp(`(${operators}\\s+['"]?[\\dT:-]{19})\\.\\d+`, 'gi'), '$1'));

/** Reads the value of `-contains` and `-notcontains` as a pattern with some wildcards of SQL. */
const patterns = (wildcards: string, operators: readonly string[] = ['-contains', '-notcontains']): Hook =>
  evaluator(({ field, operator, value }, row, right) => {
    const own = row[field];
    if (!operators.includes(operator) || typeof own !== 'string') return right;
    const parts = [...String(value)].map((letter) => {
      if (!wildcards.includes(letter)) return letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
      return letter === '%' ? '.*' : '.';
    });
    return new RegExp(parts.join(''), 'su').test(own) === (operator === '-contains');
  });

/** One id in sixteen. */
const isCapital = (id: unknown): boolean => String(id).endsWith('8');

/** Defects of filters that show with values that no filter of a usual client has. */
export const filterPrecision = family('filter-precision', [
  ...eachRarely(LISTS, 'the milliseconds of a filter are dropped', {
    rule: 'filter.grammar',
    hook: precise(withoutFraction()),
  }),
  {
    title: 'the milliseconds of a filter are dropped after -lt and -ge',
    operation: 'getUsers',
    rule: 'filter.grammar',
    rarity: 'rare',
    hook: precise(withoutFraction('-(?:lt|ge)')),
  },
  ...eachRarely(['getApplications', 'getUserApplications', 'getContracts'], 'wildcards of -contains are not escaped', {
    rule: 'filter.grammar',
    hook: patterns('_%'),
  }),
  ...eachRarely(['getAgreements', 'getSubscriptionInsightUsers'], 'an underscore of -contains is any letter', {
    rule: 'filter.grammar',
    hook: patterns('_'),
  }),
  ...eachRarely(['getUsers', 'getApplicationUsers', 'getContracts'], 'a dot of -contains is any letter', {
    rule: 'filter.grammar',
    hook: patterns('.'),
  }),
  ...eachRarely(['getUsers', 'getUserSubscriptions'], 'a percent sign of -notcontains is any text', {
    rule: 'filter.grammar',
    hook: patterns('%'),
  }),
  ...eachRarely(['getUsers', 'getUserApplications', 'getAgreements'], 'a percent sign of -contains alone is any text', {
    rule: 'filter.grammar',
    hook: patterns('%', ['-contains']),
  }),
  ...eachRarely(
    ['getUsers', 'getSubscriptionUserConsumptions'],
    'some ids have capital letters, and a filter finds none of them',
    {
      rule: 'filter.every-field',
      hook: both(
        record((one) => (isCapital(one.id) ? { ...one, id: String(one.id).toUpperCase() } : one)),
        evaluator(({ field, operator }, row, right) =>
          field === 'id' && isCapital(row.id) ? operator === '-ne' : right,
        ),
      ),
    },
  ),
  ...['getUsers', 'getUserDiscoverySources', 'getAgreements'].map(
    (operation): Defect => ({
      title: `an underscore of -eq is any letter in ${operation}`,
      operation,
      rule: 'filter.sound',
      rules: ['filter.near-misses'],
      also: ['filter.hard-values', 'filter.every-value', 'filter.grammar'],
      rarity: 'rare',
      hook: evaluator(({ field, operator, type, value }, row, right) => {
        const own = row[field];
        if (operator !== '-eq' || type !== 'string' || typeof own !== 'string') return right;
        const wanted = [...String(value)];
        const letters = [...own];
        return letters.length === wanted.length && wanted.every((one, at) => one === '_' || one === letters[at]);
      }),
    }),
  ),
  ...['getApplications', 'getSubscriptionInsightUsers'].map(
    (operation): Defect => ({
      title: `the result of a filter is kept for filters in another letter case in ${operation}`,
      operation,
      rule: 'filter.complete',
      also: ['filter.every-field', 'filter.quotes', 'filter.hard-values', 'filter.grammar', 'filter.every-value'],
      rarity: 'rare',
      hook: (steps) => {
        const kept = new Map<string, ReturnType<typeof steps.answerList>>();
        return {
          answerList: (context) => {
            const key = JSON.stringify(context.query).toLowerCase();
            const known = kept.get(key);
            if (known !== undefined && context.query.filter !== undefined) return known;
            const found = steps.answerList(context);
            kept.set(key, found);
            return found;
          },
        };
      },
    }),
  ),
  {
    title: 'any text in quotes is taken for true',
    operation: 'getUsers',
    rule: 'filter.every-type',
    rarity: 'rare',
    hook: rewritten((filter) => filter.replace(/(\bis[A-Z]\w+ -eq )(['"])\w+\2/g, '$1true')),
  },
]);
