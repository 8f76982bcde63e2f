import { evaluator, operator, rewritten } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { type Defect, each, eachRarely, family } from './mutant.js';

function decodedAgain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text without the letters outside ASCII. */
const ascii = (value: unknown): string => String(value).replace(/[^ -~]/gu, '?');

const UUID = /^[0-9a-f]{8}-/i;

/** The part of an e-mail address before its domain. */
const localPart = (value: unknown): string => String(value).split('@')[0] ?? '';

/** Defects of string values in filters. */
export const filterTexts = family('filter-texts', [
  {
    id: 'an-apostrophe-is-a-500-in-queries',
    title: 'an apostrophe in a filter returns 500',
    operation: 'getUsers',
    rule: 'filter.hard-values',
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        if (/\\'|"[^"]*'/.test(given)) throw new Error('sql');
        return steps.parseFilter(given, schema, context);
      },
    }),
  },
  {
    title: 'an emoji in a filter is a 500',
    operation: 'getUsers',
    rule: 'filter.hard-values',
    rarity: 'rare',
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        if (/[\u{10000}-\u{10ffff}]/u.test(given)) throw new Error('incorrect string value');
        return steps.parseFilter(given, schema, context);
      },
    }),
  },
  ...eachRarely(
    ['getUsers', 'getUserApplications', 'getContracts'],
    'a text in quotes that reads like a flag, a number or a date is a 400',
    {
      rule: 'filter.hard-values',
      also: ['filter.every-type'],
      hook: (steps) => ({
        parseFilter: (given, schema, context) => {
          if (/(?:name|assignedId|Name) -eq ['"](?:true|false|\d+|\d{4}-\d\d-\d\d)['"]/.test(given))
            throw new Refusal(400, 'the value has another type than the field');
          return steps.parseFilter(given, schema, context);
        },
      }),
    },
  ),
  {
    title: 'the percent signs of a filter are decoded twice',
    operation: 'getUsers',
    rule: 'filter.hard-values',
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        try {
          return steps.parseFilter(decodeURIComponent(given), schema, context);
        } catch (error) {
          throw error instanceof URIError ? new Refusal(400, 'the filter cannot be decoded') : error;
        }
      },
    }),
  },
  ...each(
    ['getUsers', 'getContracts', 'getSubscriptionUserConsumptions'],
    'a filter that can be decoded again is decoded twice',
    {
      rule: 'filter.every-value',
      rarity: 'rare',
      hook: (steps) => ({
        parseFilter: (given, schema, context) => steps.parseFilter(decodedAgain(given), schema, context),
      }),
    },
  ),
  ...eachRarely(
    ['getUsers', 'getAgreements', 'getApplicationUsers'],
    'an -eq compares the first eight signs of an id',
    {
      rule: 'filter.sound',
      rules: ['filter.near-misses'],
      also: ['filter.every-value', 'filter.every-field', 'filter.grammar'],
      hook: evaluator(({ type, operator: own, value }, row, right) =>
        type === 'string' && own === '-eq' && UUID.test(String(value))
          ? String(row.id).startsWith(String(value).slice(0, 8).toLowerCase()) || right
          : right,
      ),
    },
  ),
  ...eachRarely(['getApplications'], 'an -eq with a value of more than 32 signs compares the first 32', {
    rule: 'filter.sound',
    rules: ['filter.near-misses'],
    also: ['filter.every-value', 'filter.every-field', 'filter.grammar'],
    hook: evaluator(({ field, type, operator: own, value }, row, right) =>
      type === 'string' && own === '-eq' && String(value).length > 32
        ? String(row[field] ?? '').slice(0, 32) === String(value).slice(0, 32)
        : right,
    ),
  }),
  ...eachRarely(['getUsers', 'getAgreements'], 'the text null finds nulls', {
    rule: 'filter.hard-values',
    hook: evaluator(
      ({ operator: name, value, field }, row, right) =>
        right || (name === '-eq' && value === 'null' && row[field] === null),
    ),
  }),
  {
    title: 'letters outside ASCII are lost',
    operation: 'getUsers',
    rule: 'filter.every-value',
    hook: rewritten((filter) => filter.replace(/[^\0-\x7f]/gu, '?')),
  },
  {
    title: 'letters outside ASCII are not compared',
    operation: 'getUsers',
    rule: 'filter.hard-values',
    rarity: 'rare',
    hook: operator('-eq', (actual, value) => ascii(actual) === ascii(value), 'string'),
  },
  {
    title: 'an empty value matches everything',
    operation: 'getUsers',
    rule: 'filter.hard-values',
    rarity: 'rare',
    hook: operator('-eq', (_actual, value, right) => right || value === '', 'string'),
  },
  {
    title: 'characters outside the basic plane are lost',
    operation: 'getUsers',
    rule: 'filter.every-value',
    hook: rewritten((filter) => filter.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  },
  {
    title: 'the domain of an e-mail address is not compared',
    operation: 'getApplicationUsers',
    rule: 'filter.sound',
    rules: ['filter.near-misses'],
    rarity: 'rare',
    hook: evaluator(({ field, operator: own, value }, row, right) =>
      field === 'email' && own === '-eq' && row.email !== null ? localPart(row.email) === localPart(value) : right,
    ),
  },
  {
    title: 'a text is compared with all fields of a record',
    operation: 'getUsers',
    rule: 'filter.sound',
    rules: ['filter.near-misses'],
    also: ['filter.sound', 'filter.grammar'],
    rarity: 'rare',
    hook: evaluator(({ type, operator: own, value }, row, right) =>
      type === 'string' && own === '-eq' ? right || Object.values(row).includes(value) : right,
    ),
  },
  {
    title: 'a flag in quotes returns 500',
    operation: 'getUsers',
    rule: 'filter.every-type',
    rarity: 'rare',
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        if (/\bis\w+ -eq ['"]/.test(given)) throw new Error('cannot cast');
        return steps.parseFilter(given, schema, context);
      },
    }),
  },
  {
    title: 'a value is decoded twice',
    operation: 'getUsers',
    rule: 'filter.every-value',
    hook: rewritten((filter) => filter.replace(/%[0-9a-f]{2}|%/gi, '')),
  },
  {
    title: 'a value is cut at twelve characters',
    operation: 'getUsers',
    rule: 'filter.every-value',
    hook: rewritten((filter) => filter.replace(/'((?:[^'\\]|\\.){12})(?:[^'\\]|\\.)+'/gu, "'$1'")),
  },
  {
    id: 'double-quotes-are-taken-for-a-part-of-the-value',
    title: 'double quotes are read as part of the value',
    operation: 'getUsers',
    rule: 'filter.quotes',
    hook: rewritten((filter) => filter.replace(/"((?:[^"\\]|\\.)*)"/gu, "'\\\\$1'")),
  },
  {
    title: 'an escaped apostrophe returns 500',
    operation: 'getUsers',
    rule: 'filter.hard-values',
    rarity: 'rare',
    hook: rewritten((filter) => {
      if (filter.includes("\\'")) throw new Error('unterminated');
      return filter;
    }),
  },
  {
    title: 'the filter of a request applies to the next one without parameters',
    operation: 'getApplications',
    rule: 'answers.repeatable',
    rarity: 'rare',
    // What other requests return depends on those before them.
    also: ['answers.success-status', 'paging.default-size', 'filter.unknown-field', 'paging.unknown-parameter'],
    hook: (steps) => {
      let kept: string | undefined;
      return {
        perform: (context) => {
          const { query } = context;
          if (query.filter !== undefined) kept = String(query.filter);
          else if (kept !== undefined && Object.keys(query).length === 0) {
            const filter = kept;
            kept = undefined;
            return steps.perform({ ...context, query: { filter } });
          }
          return steps.perform(context);
        },
      };
    },
  },
  ...(
    [
      ['a comma', ',', 'getApplicationUsers'],
      ['a parenthesis', '(', 'getApplications'],
    ] as const
  ).map(
    ([name, sign, operation]): Defect => ({
      title: `values with ${name} are never found`,
      operation,
      rule: ['filter.hard-values', 'filter.every-value'],
      also: ['filter.grammar', 'filter.every-field', 'filter.complete'],
      rarity: 'rare',
      hook: operator('-eq', (_actual, value, right) => right && !String(value).includes(sign), 'string'),
    }),
  ),
  ...(
    [
      ['a hyphen between letters', 'Mary-Kate Ashe', /[g-z]-[g-z]/i],
      ['the word and', 'Salt and Pepper', /and Pepper/],
      ['a slash', 'Client/Server', /Client\/Server/],
      ['a sign of comparison', 'Lead <Temp>', /<Temp>/],
    ] as const
  ).map(
    ([name, value, pattern]): Defect => ({
      title: `a value with ${name} is rejected`,
      operation: 'getUsers',
      rule: 'filter.hard-values',
      rules: ['filter.hard-values', 'filter.grammar'],
      rarity: 'rare',
      hook: (steps) => ({
        prepare: (tenant) => {
          steps.prepare(tenant);
          tenant.users.replace({ ...tenant.users.at(2), displayName: value });
        },
        parseFilter: (given, schema, context) => {
          if (pattern.test(given)) throw new Refusal(400, 'the filter is malformed');
          return steps.parseFilter(given, schema, context);
        },
      }),
    }),
  ),
]);
