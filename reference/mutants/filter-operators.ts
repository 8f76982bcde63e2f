import { type ComparisonOperator, evaluator, hash, operator, scale } from '../query-hooks.js';
import { type Defect, eachRarely, family } from './mutant.js';

/** An operation, an operator that is wrong for one field, and what it does there. */
type OfOneField = [
  operation: string,
  name: ComparisonOperator,
  field: string,
  effect: string,
  change: (actual: unknown, value: unknown) => boolean,
];

/** Defects of the filter operators of the conventions. */
export const filterOperators = family('filter-operators', [
  {
    title: '-eq matches a prefix',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-eq', (a, v) => String(a).startsWith(String(v)), 'string'),
  },
  {
    title: '-eq matches what contains the value',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-eq', (a, v) => String(a).includes(String(v)), 'string'),
  },
  {
    title: '-eq compares four characters',
    operation: 'getUsers',
    rule: 'filter.every-value',
    hook: operator('-eq', (a, v) => String(a).slice(0, 4) === String(v).slice(0, 4), 'string'),
  },
  {
    title: '-eq matches nothing',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.every-value',
    hook: operator('-eq', () => false, 'string'),
  },
  ...eachRarely(['getSubscriptionUserConsumptions', 'getUsers', 'getApplicationUsers'], 'one flag is never false', {
    rule: 'filter.every-type',
    hook: evaluator(({ field, operator: name, type, value }, _row, right) =>
      field === 'isQualified' && name === '-eq' && type === 'boolean' && value === false ? false : right,
    ),
  }),
  ...eachRarely(
    ['getSubscriptionInsightUsers', 'getUserSubscriptions'],
    '-contains with one letter matches everything',
    {
      rule: 'filter.grammar',
      hook: operator('-contains', (_actual, value, right) => right || String(value).length === 1, 'string'),
    },
  ),
  ...eachRarely(['getApplications', 'getUserSubscriptions'], '-contains leaves out a text that equals the value', {
    rule: 'filter.grammar',
    hook: operator('-contains', (a, v, right) => right && String(a).length > String(v).length, 'string'),
  }),
  ...eachRarely(['getUsers', 'getSubscriptionUserConsumptions'], '-contains finds no letters beyond ASCII', {
    rule: 'filter.grammar',
    hook: operator('-contains', (_actual, value, right) => right && /^[\x20-\x7e]*$/.test(String(value)), 'string'),
  }),
  ...eachRarely(['getUsers', 'getSubscriptionInsightUsers'], '-contains leaves out a text that begins with the value', {
    rule: 'filter.grammar',
    hook: operator('-contains', (a, v, right) => right && !String(a).startsWith(String(v)), 'string'),
  }),
  ...eachRarely(
    ['getApplications', 'getUsers', 'getSubscriptionUserConsumptions'],
    '-gt with a negative number matches nothing',
    {
      rule: 'filter.grammar',
      hook: operator('-gt', (_actual, value, right) => right && Number(value) >= 0, 'number'),
    },
  ),
  {
    title: '-eq loses one value in two hundred',
    operation: 'getUsers',
    rule: 'filter.every-value',
    hook: operator('-eq', (_a, v, right) => right && hash(v) % 67 !== 3, 'string'),
  },
  {
    title: '-eq loses values with an apostrophe',
    operation: 'getUsers',
    rule: 'filter.every-value',
    hook: operator('-eq', (_a, v, right) => right && !String(v).includes("'"), 'string'),
  },
  {
    title: '-eq 0 matches nothing',
    operation: 'getUsers',
    rule: ['filter.every-type', 'filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (_actual, value, right) => right && value !== 0, 'number'),
  },
  {
    title: '-eq 0 matches every number',
    operation: 'getApplicationUsersConsumptions',
    rule: ['filter.every-type', 'filter.grammar'],
    rarity: 'rare',
    hook: operator('-eq', (_actual, value, right) => right || value === 0, 'number'),
  },
  {
    title: '-eq with the largest number returns 500',
    operation: 'getApplications',
    rule: ['filter.every-type', 'filter.grammar'],
    rarity: 'rare',
    hook: operator(
      '-eq',
      (_actual, value, right) => {
        if (Number(value) > 250) throw new Error('overflow');
        return right;
      },
      'number',
    ),
  },
  {
    title: 'a filter by a status that no user has returns 500',
    operation: 'getUsers',
    rule: 'filter.every-field',
    rarity: 'rare',
    hook: (steps) => ({
      parseFilter: (text, schema, context) => {
        const [, status] = /\bstatus -eq ["']([^"']*)["']/.exec(text) ?? [];
        const isKnown = context.tenant.users.records.some((one) => one.status === status);
        if (status !== undefined && !isKnown) throw new Error('no such member of the enumeration');
        return steps.parseFilter(text, schema, context);
      },
    }),
  },
  {
    title: '-contains with a record without the text returns 500',
    operation: ['getUsers', 'getApplications'],
    rule: 'filter.grammar',
    rarity: 'rare',
    hook: evaluator(({ operator: name, field }, row, right) => {
      if (name === '-contains' && row[field] === null) throw new Error('null');
      return right;
    }),
  },
  {
    title: '-gt compares days without their times',
    operation: 'getUsers',
    rule: 'filter.grammar',
    rarity: 'rare',
    hook: operator('-gt', (a, v) => String(a).slice(0, 10) > new Date(Number(v)).toISOString().slice(0, 10), 'date'),
  },
  ...(
    [
      [
        'getApplicationUsersConsumptions',
        '-lt',
        'envelopeusage',
        'a number works as -le',
        (a, v) => Number(a) <= Number(v),
      ],
      ['getApplications', '-gt', 'purchased', 'a number works as -ge', (a, v) => Number(a) >= Number(v)],
      [
        'getApplications',
        '-contains',
        'vendor',
        'a text finds beginnings alone',
        (a, v) => String(a).startsWith(String(v)),
      ],
      ['getUsers', '-notcontains', 'email', 'a text matches everything', () => true],
      ['getUsers', '-ne', 'department', 'a text matches everything', () => true],
    ] satisfies OfOneField[]
  ).map(
    ([operation, name, field, effect, change]): Defect => ({
      title: `${name} with ${effect}, for ${field} of ${operation} alone`,
      operation,
      rule: 'filter.grammar',
      rarity: 'rare',
      hook: evaluator((one, row, right) => {
        const actual = row[field];
        const isMeant = one.operator === name && one.field === field && actual !== null;
        return isMeant ? change(actual, one.value) : right;
      }),
    }),
  ),
  {
    title: '-ne matches everything',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-ne', () => true),
  },
  {
    title: '-ne matches nothing',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-ne', () => false),
  },
  {
    title: '-ne is -eq',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.grammar',
    hook: operator('-ne', (_a, _v, right) => !right),
  },
  {
    title: '-contains matches a prefix alone',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-contains', (a, v) => String(a).startsWith(String(v))),
  },
  {
    title: '-contains matches a suffix alone',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-contains', (a, v) => String(a).endsWith(String(v))),
  },
  {
    title: '-contains is -eq',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-contains', (a, v) => a === v),
  },
  {
    title: '-contains matches everything',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-contains', () => true),
  },
  {
    title: '-notcontains is -contains',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-notcontains', (a, v) => String(a).includes(String(v))),
  },
  {
    title: '-notcontains matches everything',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.grammar',
    hook: operator('-notcontains', () => true),
  },
  {
    title: '-notcontains is -ne',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-notcontains', (a, v) => a !== v),
  },
  {
    title: '-gt is -ge',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-gt', (a, v, right) => right || a === v, 'number'),
  },
  {
    title: '-ge is -gt',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-ge', (a, v, right) => right && a !== v, 'number'),
  },
  {
    title: '-lt is -le',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-lt', (a, v, right) => right || a === v, 'number'),
  },
  {
    title: '-le is -lt',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-le', (a, v, right) => right && a !== v, 'number'),
  },
  {
    title: '-gt is -lt',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'filter.grammar',
    hook: operator('-gt', (a, v) => Number(a) < Number(v), 'number'),
  },
  {
    title: '-lt is reversed',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-lt', (_a, _v, right) => !right),
  },
  {
    title: '-ge matches nothing',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-ge', () => false),
  },
  {
    title: '-le matches everything',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-le', () => true),
  },
  {
    id: 'numbers-are-compared-as-text',
    title: 'numbers are compared as strings',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: scale((actual, value, type) =>
      type === 'number' && typeof actual === 'number' ? [String(actual), String(value)] : null,
    ),
  },
  {
    title: 'numbers are compared without their fraction',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: scale((actual, value) =>
      typeof actual === 'number' && typeof value === 'number' ? [Math.trunc(actual), Math.trunc(value)] : null,
    ),
  },
  {
    title: 'equal numbers differ',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-eq', () => false, 'number'),
  },
  {
    title: 'a number that equals does not differ from others',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-ne', () => true, 'number'),
  },
  {
    title: 'dates are compared by day',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: scale((actual, value, type) =>
      type === 'date' && typeof actual === 'string'
        ? [actual.slice(0, 10), new Date(Number(value)).toISOString().slice(0, 10)]
        : null,
    ),
  },
  {
    title: 'dates are a year late',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: scale((actual, value, type) =>
      type === 'date' && typeof actual === 'string' ? [Date.parse(actual), Number(value) + 31_536_000_000] : null,
    ),
  },
  {
    id: 'dates-are-never-before',
    title: 'no date is before another',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-lt', () => false, 'date'),
  },
  {
    id: 'dates-are-always-after',
    title: 'every date is after any other',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-gt', () => true, 'date'),
  },
  {
    title: 'true equals false',
    operation: 'getUsers',
    rule: 'filter.grammar',
    hook: operator('-eq', () => true, 'boolean'),
  },
  {
    title: 'a boolean never differs',
    operation: 'getApplications',
    rule: 'filter.grammar',
    hook: operator('-ne', () => false, 'boolean'),
  },
]);
