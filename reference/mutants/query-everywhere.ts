import type { Operation } from '../../contract/types.js';
import { fields } from '../../schemas/generated/fields.js';
import type { Hook } from '../behaviour.js';
import { filterText, refusal } from '../hooks.js';
import type { Row } from '../model.js';
import { evaluator, joins, operator, rewritten } from '../query-hooks.js';
import { recordShape } from '../record-shape.js';
import { Refusal } from '../refusal.js';
import { type Defect, family } from './mutant.js';
import { lists } from './reads.js';

const taking = (name: string): readonly Operation[] =>
  lists.filter(({ parameters }) => parameters.some((parameter) => parameter.name === name));
const FILTERED = taking('filter');
const SORTED = taking('sort');

/** The documented fields of a list with a single value, of one type or of any. */
function fieldsOf({ success }: Operation, type?: string): string[] {
  const { comparable } = recordShape(success.item ?? '');
  return [...comparable].flatMap(([field, own]) => (type === undefined || own === type ? [field] : []));
}

const lastOf = (fields: readonly string[]): string => fields.at(-1) ?? '';

const each = (operations: readonly Operation[], make: (operation: Operation) => Omit<Defect, 'operation'>): Defect[] =>
  operations.map((operation) => {
    const defect = make(operation);
    return { ...defect, title: `${defect.title} in ${operation.id}`, operation: operation.id };
  });

/** Rejects a filter, or fails with a server error, if a predicate matches its text. */
const filterFails =
  (finds: (text: string) => boolean, error: () => Error): Hook =>
  (steps) => ({
    readFilter: (context) => {
      if (finds(filterText(context))) throw error();
      return steps.readFilter(context);
    },
  });

const crash = () => new Error('sql');
const QUERIES = ['filter.grammar', 'filter.every-value', 'filter.hard-values'];
const ANSWERS = [...QUERIES, 'filter.sound', 'filter.complete', 'filter.totals', 'filter.paging', 'filter.sorted'];

/** What a comparison of parts of texts considers equal. */
const PARTS: readonly (readonly [how: string, matches: (actual: string, value: string) => boolean])[] = [
  ['contains', (actual, value) => actual.includes(value)],
  ['begins with', (actual, value) => actual.startsWith(value)],
  ['ends with', (actual, value) => actual.endsWith(value)],
];

/** Defects of filters and sorts, for each list that supports them. */
export const queryEverywhere = family('query-everywhere', [
  ...each(SORTED, (operation) => {
    const field = lastOf(fieldsOf(operation));
    return {
      title: `a sort by ${field} is a 500`,
      rule: 'sort.every-field',
      also: ['answers.success-status', 'sort.grammar'],
      rarity: 'rare',
      hook: (steps) => ({
        readSort: (context) => {
          if (String(context.query.sort).startsWith(`${field}:`)) throw crash();
          return steps.readSort(context);
        },
      }),
    };
  }),
  ...each(FILTERED, (operation) => {
    const field = lastOf(fieldsOf(operation, 'string'));
    return {
      title: `a filter on ${field} is a 500`,
      rule: 'filter.every-field',
      also: ['answers.success-status', ...QUERIES],
      rarity: 'rare',
      hook: filterFails((text) => text.startsWith(`${field} `), crash),
    };
  }),
  ...each(
    FILTERED.filter((operation) => fieldsOf(operation, 'string').length > 2),
    (operation) => {
      const fields = fieldsOf(operation, 'string');
      const [field, other] = [lastOf(fields), fields[1] ?? ''];
      return {
        title: `a filter on ${field} is one on ${other}`,
        rule: 'filter.every-field',
        also: ANSWERS,
        rarity: 'rare',
        hook: rewritten((text) => text.replaceAll(new RegExp(`(?<![\\w'"])${field} `, 'g'), `${other} `)),
      };
    },
  ),
  ...each(FILTERED, () => ({
    title: '-eq takes the beginning of a value',
    rule: 'filter.sound',
    rules: ['filter.near-misses'],
    also: ANSWERS,
    rarity: 'rare',
    hook: operator('-eq', (actual, value) => String(actual).startsWith(String(value)), 'string'),
  })),
  ...FILTERED.flatMap((operation) =>
    fieldsOf(operation, 'string').map((field, index): Defect => {
      const [how, matches] = PARTS[index % PARTS.length] as (typeof PARTS)[number];
      return {
        title: `-eq on ${field} matches what ${how} the value in ${operation.id}`,
        operation: operation.id,
        rule: 'filter.sound',
        rules: ['filter.near-misses'],
        also: ANSWERS,
        rarity: 'rare',
        hook: evaluator(({ field: own, operator, type, value }, row, right) =>
          own === field && operator === '-eq' && type === 'string'
            ? matches(String(row[field]).toLowerCase(), String(value).toLowerCase())
            : right,
        ),
      };
    }),
  ),
  ...each(FILTERED, () => ({
    title: 'a value ends at an ampersand',
    rule: 'filter.sound',
    rules: ['filter.near-misses'],
    also: ANSWERS,
    rarity: 'rare',
    hook: rewritten((text) => text.replace(/&[^'"]*/, '')),
  })),
  ...each(FILTERED, () => ({
    title: 'a value ends at an equals sign',
    rule: 'filter.sound',
    rules: ['filter.near-misses'],
    also: ANSWERS,
    rarity: 'rare',
    hook: rewritten((text) => text.replace(/=[^'"]*/, '')),
  })),
  ...each(FILTERED, () => ({
    title: 'an apostrophe in double quotes is refused',
    rule: 'filter.other-quote',
    also: QUERIES,
    rarity: 'rare',
    hook: filterFails(
      (text) => /"[^"]*'[^"]*"/.test(text),
      () => new Refusal(400, 'The filter is malformed'),
    ),
  })),
  ...each(
    FILTERED.filter(({ success }) => Object.values(fields[success.item ?? ''] ?? {}).includes('number')),
    () => ({
      title: 'a number with a fraction is refused',
      rule: 'filter.every-type',
      rarity: 'rare',
      hook: filterFails(
        (text) => /-\w+ -?\d+\.\d/.test(text),
        () => new Refusal(400, 'The filter is malformed'),
      ),
    }),
  ),
  ...each(FILTERED, () => ({
    title: 'a number is taken for a field name',
    rule: 'filter.field-name',
    rarity: 'rare',
    hook: (steps) => ({
      readFilter: (context) => (/^\d/.test(filterText(context)) ? undefined : steps.readFilter(context)),
    }),
  })),
  ...each(FILTERED, () => ({
    title: 'the message of a refusal is generic',
    rule: 'filter.message',
    hook: worded('Bad Request'),
  })),
  ...each(lists, () => ({ title: 'the message of a refusal is empty', rule: 'errors.message', hook: worded('') })),
  ...each(FILTERED, () => ({
    title: '-ne is -eq',
    rule: 'filter.grammar',
    also: QUERIES,
    rarity: 'rare',
    hook: operator('-ne', (_actual, _value, right) => !right),
  })),
  ...each(FILTERED, () => ({
    title: '-or is -and',
    rule: 'filter.grammar',
    also: QUERIES,
    rarity: 'rare',
    hook: joins({ or: (operands) => operands.every(Boolean) }),
  })),
  ...each(FILTERED, () => ({
    title: '-notcontains is -contains',
    rule: 'filter.grammar',
    also: QUERIES,
    rarity: 'rare',
    hook: operator('-notcontains', (_actual, _value, right) => !right),
  })),
]);

/** Replaces the message of each error. */
function worded(message: string): Hook {
  return refusal((answer) => {
    const error = (answer.body as { readonly error?: Row } | undefined)?.error;
    return error === undefined ? answer : { ...answer, body: { error: { ...error, message } } };
  });
}
