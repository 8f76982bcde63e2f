import { fields } from '../../schemas/generated/fields.js';
import type { Context, Hook } from '../behaviour.js';
import { presented, stored } from '../hooks.js';
import { withMilliseconds } from '../milliseconds.js';
import { timeOf } from '../query/filter-values.js';
import { evaluator, QUOTED, rewritten, scale } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './variant.js';

/** Compares times as other numbers than milliseconds; `isStored` is false for the value of a filter. */
const timesAs = (change: (time: number, isStored: boolean) => number): Hook =>
  scale((actual, value, type) =>
    type !== 'date' || typeof actual !== 'string' ? null : [change(timeOf(actual), true), change(Number(value), false)],
  );

/** Rejects well-formed filters by their text. */
const refusing = (refuses: (text: string, context: Context) => boolean, status = 400): Hook => {
  return (steps) => ({
    parseFilter: (text, schema, context) => {
      const filter = steps.parseFilter(text, schema, context);
      if (refuses(text, context)) throw new Refusal(status, 'this is not taken here');
      return filter;
    },
  });
};

/** Shows costs, savings and utilizations as multiples of a step, and filters and sorts by what is stored. */
const roundedTo = (step: number): Hook => {
  const perUnit = 1 / step;
  return presented((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [
        name,
        /Cost|Savings|utilization/.test(name) && typeof value === 'number'
          ? Math.round(value * perUnit) / perUnit
          : value,
      ]),
    ),
  );
};

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trimEnd() : value);
const seconds = (value: unknown): number => Math.floor(new Date(String(value)).getTime() / 1000);

/** An expression without its values in quotes, which may have the same words as operators. */
const unquoted = (text: string): string => text.replace(QUOTED, "''");

/** How much of the grammar of the conventions a target supports, and how its store interprets it. */
export const dialects = family('dialects', [
  {
    id: 'spaces-at-the-end-of-texts-do-not-count',
    title: 'comparisons ignore trailing spaces',
    chooses: ['filter.collation'],
    hooks: [
      evaluator(({ field, type, operator, value }, row, right) =>
        type === 'string' && (operator === '-eq' || operator === '-ne') && typeof row[field] === 'string'
          ? (trimmed(row[field]) === trimmed(value)) === (operator === '-eq')
          : right,
      ),
    ],
  },
  {
    id: 'an-asterisk-in-a-value-is-a-wildcard',
    title: 'an asterisk in the value of -eq and -ne stands for any text',
    chooses: ['filter.collation'],
    hooks: [
      evaluator(({ field, type, operator, value }, row, right) => {
        if (type !== 'string' || !/^-(?:eq|ne)$/.test(operator) || !String(value).includes('*')) return right;
        const parts = String(value)
          .split('*')
          .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
        return new RegExp(`^${parts.join('.*')}$`, 'su').test(String(row[field] ?? '')) === (operator === '-eq');
      }),
    ],
    warnings: {
      rules: ['filter.hard-values'],
      because: 'The document does not say how characters with a special meaning are matched.',
    },
  },
  {
    id: 'notcontains-leaves-out-nulls',
    title: '-notcontains does not match null, but -ne does',
    chooses: ['filter.collation'],
    hooks: [
      evaluator(({ field, operator }, row, right) => right && (operator !== '-notcontains' || row[field] !== null)),
    ],
  },
  {
    id: 'dates-are-compared-by-the-second',
    title: 'dates are compared to the second',
    chooses: ['filter.collation'],
    hooks: [
      evaluator(({ field, type, operator, value }, row, right) => {
        const own = row[field] ?? null;
        if (type !== 'date' || own === null) return right;
        const difference = seconds(own) - Math.floor(Number(value) / 1000);
        const holds = {
          '-eq': difference === 0,
          '-ne': difference !== 0,
          '-gt': difference > 0,
          '-lt': difference < 0,
        };
        if (operator === '-ge') return difference >= 0;
        if (operator === '-le') return difference <= 0;
        return holds[operator as keyof typeof holds] ?? right;
      }),
    ],
  },
  {
    title: 'numbers and dates cannot be filtered',
    chooses: ['filter.fields'],
    hooks: [
      refusing((text, { operation: { success } }) => {
        const kinds = fields[success.item ?? ''] ?? {};
        const compared = [...unquoted(text).matchAll(/(\w+)\s+-(?:eq|ne)\b/g)].map(
          ([, field = '']) => kinds[field] ?? '',
        );
        return /-(?:gt|ge|lt|le)\b/.test(unquoted(text)) || compared.some((kind) => /number|integer|date/.test(kind));
      }),
    ],
  },
  {
    title: 'expressions cannot be joined',
    chooses: ['filter.collation'],
    hooks: [refusing((text) => /-(?:and|or|not)\b/.test(unquoted(text)))],
  },
  {
    id: 'nothing-can-be-negated',
    title: 'expressions cannot be negated',
    chooses: ['filter.collation'],
    hooks: [refusing((text) => /-(?:not|ne|notcontains)\b/.test(unquoted(text)))],
  },
  {
    id: 'values-have-to-be-quoted',
    title: 'all values must be quoted, including numbers and booleans',
    chooses: ['filter.collation'],
    hooks: [refusing((text) => /-(?:eq|ne|gt|ge|lt|le|contains|notcontains)\s+[^'"\s]/.test(unquoted(text)))],
  },
  {
    id: 'white-space-is-one-space',
    title: 'filters allow only single spaces between words',
    chooses: ['filter.collation'],
    hooks: [refusing((text) => /\s{2}|\(\s|\s\)|^\s|\s$/.test(text))],
  },
  {
    id: 'parentheses-stand-around-operands-alone',
    title: 'filters allow parentheses only around operands',
    chooses: ['filter.collation'],
    hooks: [refusing((text) => /^\s*\(/.test(text) && !/\)\s*-(?:and|or)/.test(text))],
  },
  {
    id: 'escapes-are-not-taken',
    title: 'values with an escape are rejected',
    chooses: ['filter.hard-values'],
    hooks: [refusing((text) => text.includes('\\'))],
  },
  {
    id: 'a-backslash-in-a-value-stands-for-itself',
    title: 'a backslash in a value is literal',
    chooses: ['filter.escapes'],
    hooks: [rewritten((filter) => filter.replaceAll('\\', '\\\\'))],
  },
  {
    id: 'a-quote-in-a-value-is-written-twice-and-a-backslash-stands-for-itself',
    title: 'a quote in a value is doubled, and a backslash is literal',
    chooses: ['filter.escapes'],
    hooks: [
      rewritten((filter) =>
        filter
          .replaceAll('\\', '\\\\')
          .replace(/"((?:[^"]|"")*)"|'((?:[^']|'')*)'/g, (_match, double?: string, single?: string) =>
            double === undefined ? `'${single?.replaceAll("''", "\\'")}'` : `"${double.replaceAll('""', '\\"')}"`,
          ),
      ),
    ],
  },
  {
    id: 'long-filters-are-refused',
    title: 'filters of more than 500 characters are rejected with 414',
    chooses: ['filter.hard-values'],
    hooks: [refusing((text) => text.length > 500, 414)],
  },
  {
    title: 'true is sorted before false',
    chooses: ['sort.collation'],
    hooks: [
      (steps) => ({
        compareBy: (key, left, right, context) => {
          const order = steps.compareBy(key, left, right, context);
          return typeof left[key.field] === 'boolean' && typeof right[key.field] === 'boolean' ? -order : order;
        },
      }),
    ],
  },
  {
    id: 'a-sort-has-two-keys-at-most',
    title: 'a sort has at most two keys',
    chooses: ['sort.fields'],
    hooks: [
      (steps) => ({
        readSort: (context) => {
          const keys = steps.readSort(context);
          if (keys.length > 2) throw new Refusal(400, 'two keys at most');
          return keys;
        },
      }),
    ],
  },
  {
    id: 'numbers-in-texts-are-sorted-by-value',
    title: 'numbers within strings are sorted by value',
    chooses: ['sort.collation'],
    hooks: [
      (steps) => ({
        compareBy: (key, left, right, context) => {
          const [a, b] = [left[key.field], right[key.field]];
          if (typeof a !== 'string' || typeof b !== 'string' || /Date|last/.test(key.field)) {
            return steps.compareBy(key, left, right, context);
          }
          const order = a.localeCompare(b, 'en', { sensitivity: 'base', numeric: true });
          return key.direction === 'asc' ? order : -order;
        },
      }),
    ],
  },
  {
    title: 'times have milliseconds',
    liberty: 'ISO 8601: a time may have a fraction',
    hooks: [stored(withMilliseconds)],
  },
  {
    title: 'times have milliseconds, which filters do not compare',
    chooses: ['filter.collation'],
    hooks: [stored(withMilliseconds), timesAs((time) => Math.floor(time / 1000))],
  },
  {
    title: 'times have more digits than the milliseconds that are shown',
    chooses: ['filter.collation'],
    hooks: [stored(withMilliseconds), timesAs((time, isStored) => (isStored ? time + 0.5 : time))],
  },
  {
    id: 'costs-are-shown-with-one-digit',
    title: 'costs and savings are shown with one digit after the point, and compared exactly',
    chooses: ['filter.collation'],
    hooks: [roundedTo(0.1)],
  },
  {
    id: 'costs-are-shown-as-whole-numbers',
    title: 'costs and savings are shown as whole numbers, and compared exactly',
    chooses: ['filter.collation'],
    hooks: [roundedTo(1)],
  },
]);
