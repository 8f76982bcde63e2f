import type { Behaviour, Context, Hook, Row } from '../../reference/index.js';
import { Refusal } from '../../reference/index.js';
import type { Filter } from '../../reference/query/filter.js';
import { where } from './hooks.js';

/** The reference with one defect of its query language. */
export interface QueryMutant {
  readonly name: string;
  readonly hook: Hook;
  /** The list that is broken; the others stay as they are. */
  readonly operation: string;
  /** A rule that must find it. */
  readonly rule: string;
  /** The smallest filter that shows it is one comparison. */
  readonly single?: boolean;
}

type Comparison = Extract<Filter, { kind: 'comparison' }>;
type Leaf = (comparison: Comparison, row: Row, right: boolean) => boolean;

interface Joins {
  readonly and?: (operands: readonly boolean[]) => boolean;
  readonly or?: (operands: readonly boolean[]) => boolean;
  readonly not?: (operand: boolean, inner: Filter) => boolean;
}

/** An evaluator with other leaves or other joins than the reference. */
export function evaluator(leaf: Leaf, joins: Joins = {}): Hook {
  const { and = (all) => all.every(Boolean), or = (all) => all.some(Boolean), not = (one) => !one } = joins;
  return (steps: Behaviour) => {
    const matches = (filter: Filter, row: Row, context: Context): boolean => {
      if (filter.kind === '-not') return not(matches(filter.operand, row, context), filter.operand);
      if (filter.kind === 'comparison') return leaf(filter, row, steps.matches(filter, row, context));
      const operands = filter.operands.map((operand) => matches(operand, row, context));
      return filter.kind === '-and' ? and(operands) : or(operands);
    };
    return { matches };
  };
}

type Operator = Comparison['operator'];

/** Another meaning of one operator, for values of some type. */
function operator(
  name: Operator,
  change: (actual: unknown, value: Comparison['value'], right: boolean) => boolean,
  type?: Comparison['type'],
): Hook {
  return evaluator((comparison, row, right) =>
    comparison.operator === name &&
    (type === undefined || comparison.type === type) &&
    row[comparison.field] !== null &&
    row[comparison.field] !== undefined
      ? change(row[comparison.field], comparison.value, right)
      : right,
  );
}

const text = (value: unknown): string => String(value);
const lower = (value: unknown): string => text(value).toLowerCase();
const joins = (changed: Joins): Hook => evaluator((_comparison, _row, right) => right, changed);

/** Changes the text of a filter before it is understood. */
const rewritten =
  (change: (filter: string) => string): Hook =>
  (steps) => ({
    parseFilter: (given, schema, context) => steps.parseFilter(change(given), schema, context),
  });

const filterOf = (context: Context): string => text(context.query.filter ?? '');
const filtered = (context: Context): boolean => context.query.filter !== undefined;
const sorted = (context: Context): boolean => context.query.sort !== undefined;
const hash = (value: unknown): number =>
  [...text(value)].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);

const users = 'getUsers';
const applications = 'getApplications';
const consumptions = 'getSubscriptionUserConsumptions';
const grammar = 'filter.grammar';

export const queryMutants: readonly QueryMutant[] = [
  // Operators on texts
  {
    name: '-eq matches a prefix',
    operation: users,
    rule: 'filter.grammar',
    single: true,
    hook: operator('-eq', (a, v) => text(a).startsWith(text(v)), 'string'),
  },
  {
    name: '-eq matches what contains the value',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-eq', (a, v) => text(a).includes(text(v)), 'string'),
  },
  {
    name: '-eq compares four characters',
    operation: users,
    rule: 'filter.every-value',
    single: true,
    hook: operator('-eq', (a, v) => text(a).slice(0, 4) === text(v).slice(0, 4), 'string'),
  },
  {
    name: '-eq matches nothing',
    operation: consumptions,
    rule: 'filter.every-value',
    single: true,
    hook: operator('-eq', () => false, 'string'),
  },
  {
    name: '-eq loses one value in two hundred',
    operation: users,
    rule: 'filter.every-value',
    single: true,
    hook: operator('-eq', (_a, v, right) => right && hash(v) % 67 !== 3, 'string'),
  },
  {
    name: '-eq loses values with an apostrophe',
    operation: users,
    rule: 'filter.every-value',
    single: true,
    hook: operator('-eq', (_a, v, right) => right && !text(v).includes("'"), 'string'),
  },
  {
    name: '-ne matches everything',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-ne', () => true),
  },
  { name: '-ne matches nothing', operation: users, rule: grammar, single: true, hook: operator('-ne', () => false) },
  {
    name: '-ne is -eq',
    operation: consumptions,
    rule: grammar,
    single: true,
    hook: operator('-ne', (_a, _v, right) => !right),
  },
  {
    name: '-contains matches a prefix alone',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-contains', (a, v) => text(a).startsWith(text(v))),
  },
  {
    name: '-contains matches a suffix alone',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-contains', (a, v) => text(a).endsWith(text(v))),
  },
  {
    name: '-contains is -eq',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-contains', (a, v) => a === v),
  },
  {
    name: '-contains matches everything',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-contains', () => true),
  },
  {
    name: '-notcontains is -contains',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-notcontains', (a, v) => text(a).includes(text(v))),
  },
  {
    name: '-notcontains matches everything',
    operation: consumptions,
    rule: grammar,
    single: true,
    hook: operator('-notcontains', () => true),
  },
  {
    name: '-notcontains is -ne',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-notcontains', (a, v) => a !== v),
  },
  // Operators on numbers, dates and booleans
  {
    name: '-gt is -ge',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-gt', (a, v, right) => right || a === v, 'number'),
  },
  {
    name: '-ge is -gt',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-ge', (a, v, right) => right && a !== v, 'number'),
  },
  {
    name: '-lt is -le',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-lt', (a, v, right) => right || a === v, 'number'),
  },
  {
    name: '-le is -lt',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-le', (a, v, right) => right && a !== v, 'number'),
  },
  {
    name: '-gt is -lt',
    operation: consumptions,
    rule: grammar,
    single: true,
    hook: operator('-gt', (a, v) => Number(a) < Number(v), 'number'),
  },
  {
    name: '-lt is reversed',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-lt', (_a, _v, right) => !right),
  },
  { name: '-ge matches nothing', operation: users, rule: grammar, single: true, hook: operator('-ge', () => false) },
  {
    name: '-le matches everything',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-le', () => true),
  },
  {
    name: 'numbers are compared as text',
    operation: applications,
    rule: grammar,
    single: true,
    hook: evaluator((c, row, right) => {
      const a = row[c.field];
      if (c.type !== 'number' || typeof a !== 'number') return right;
      const [x, y] = [text(a), text(c.value)];
      return { '-gt': x > y, '-ge': x >= y, '-lt': x < y, '-le': x <= y }[c.operator as string] ?? right;
    }),
  },
  {
    name: 'numbers are compared without their fraction',
    operation: users,
    rule: grammar,
    single: true,
    hook: evaluator((c, row, right) => {
      const a = row[c.field];
      if (c.type !== 'number' || typeof a !== 'number' || typeof c.value !== 'number') return right;
      const [x, y] = [Math.trunc(a), Math.trunc(c.value)];
      return (
        { '-eq': x === y, '-ne': x !== y, '-gt': x > y, '-ge': x >= y, '-lt': x < y, '-le': x <= y }[
          c.operator as string
        ] ?? right
      );
    }),
  },
  {
    name: 'equal numbers differ',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-eq', () => false, 'number'),
  },
  {
    name: 'a number that equals does not differ from others',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-ne', () => true, 'number'),
  },
  {
    name: 'dates are compared by day',
    operation: users,
    rule: grammar,
    single: true,
    hook: evaluator((c, row, right) => {
      const a = row[c.field];
      if (c.type !== 'date' || typeof a !== 'string') return right;
      const [x, y] = [a.slice(0, 10), new Date(Number(c.value)).toISOString().slice(0, 10)];
      return (
        { '-eq': x === y, '-ne': x !== y, '-gt': x > y, '-ge': x >= y, '-lt': x < y, '-le': x <= y }[
          c.operator as string
        ] ?? right
      );
    }),
  },
  {
    name: 'dates are a year late',
    operation: users,
    rule: grammar,
    single: true,
    hook: evaluator((c, row, right) => {
      const a = row[c.field];
      if (c.type !== 'date' || typeof a !== 'string') return right;
      const [x, y] = [Date.parse(a), Number(c.value) + 31_536_000_000];
      return { '-gt': x > y, '-ge': x >= y, '-lt': x < y, '-le': x <= y }[c.operator as string] ?? right;
    }),
  },
  {
    name: 'dates are never before',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-lt', () => false, 'date'),
  },
  {
    name: 'dates are always after',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-gt', () => true, 'date'),
  },
  {
    name: 'true equals false',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-eq', () => true, 'boolean'),
  },
  {
    name: 'a boolean never differs',
    operation: applications,
    rule: grammar,
    single: true,
    hook: operator('-ne', () => false, 'boolean'),
  },
  // Joins
  { name: '-or is -and', operation: users, rule: grammar, hook: joins({ or: (all) => all.every(Boolean) }) },
  { name: '-and is -or', operation: users, rule: grammar, hook: joins({ and: (all) => all.some(Boolean) }) },
  {
    name: '-and takes the first operand alone',
    operation: applications,
    rule: grammar,
    hook: joins({ and: (all) => all[0] === true }),
  },
  {
    name: '-or takes the last operand alone',
    operation: consumptions,
    rule: grammar,
    hook: joins({ or: (all) => all.at(-1) === true }),
  },
  {
    name: '-or is exclusive',
    operation: users,
    rule: grammar,
    hook: joins({ or: (all) => all.filter(Boolean).length === 1 }),
  },
  { name: '-not is ignored', operation: users, rule: grammar, hook: joins({ not: (one) => one }) },
  { name: '-not matches everything', operation: applications, rule: grammar, hook: joins({ not: () => true }) },
  {
    name: '-not of a compound is ignored',
    operation: users,
    rule: grammar,
    hook: joins({ not: (one, inner) => (inner.kind === 'comparison' ? !one : one) }),
  },
  // Texts
  {
    name: 'escapes are not undone',
    operation: users,
    rule: 'filter.every-value',
    single: true,
    hook: rewritten((filter) => filter.replaceAll('\\', '\\\\')),
  },
  {
    name: 'an apostrophe is a 500',
    operation: users,
    rule: 'filter.hard-values',
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        if (/\\'|"[^"]*'/.test(given)) throw new Error('sql');
        return steps.parseFilter(given, schema, context);
      },
    }),
  },
  {
    name: 'letters outside ASCII are lost',
    operation: users,
    rule: 'filter.every-value',
    single: true,
    hook: rewritten((filter) => filter.replace(/[^\0-\x7f]/gu, '?')),
  },
  {
    name: 'characters outside the basic plane are lost',
    operation: users,
    rule: 'filter.every-value',
    single: true,
    hook: rewritten((filter) => filter.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  },
  {
    name: 'a value is decoded twice',
    operation: users,
    rule: 'filter.every-value',
    single: true,
    hook: rewritten((filter) => filter.replace(/%[0-9a-f]{2}|%/gi, '')),
  },
  {
    name: 'a value is cut at twelve characters',
    operation: users,
    rule: 'filter.every-value',
    single: true,
    hook: rewritten((filter) => filter.replace(/'((?:[^'\\]|\\.){12})(?:[^'\\]|\\.)+'/gu, "'$1'")),
  },
  {
    name: 'double quotes are taken for a part of the value',
    operation: users,
    rule: 'filter.quotes',
    hook: rewritten((filter) => filter.replace(/"((?:[^"\\]|\\.)*)"/gu, "'\\\\$1'")),
  },
  // Where filter, paging and sort meet
  {
    name: 'totals are those of the unfiltered list',
    operation: users,
    rule: 'filter.totals',
    hook: (steps) => ({
      paginationObject: (page, total, context) =>
        steps.paginationObject(page, filtered(context) ? context.tenant.users.records.length : total, context),
    }),
  },
  {
    name: 'the second page of a filtered list is not filtered',
    operation: users,
    rule: 'filter.paging',
    hook: (steps) => ({
      matches: (filter, row, context) =>
        Number(context.query.page_number ?? 1) > 1 || steps.matches(filter, row, context),
    }),
  },
  {
    name: 'a filtered list begins with its second record',
    operation: applications,
    rule: 'filter.complete',
    hook: (steps) => ({
      paginate: (all, page, context) => steps.paginate(filtered(context) ? all.slice(1) : all, page, context),
    }),
  },
  {
    name: 'a filtered list repeats its last record',
    operation: users,
    rule: grammar,
    hook: (steps) => ({
      order: (all, keys, context) =>
        filtered(context) && all.length > 1
          ? [...steps.order(all, keys, context), all.at(-1) as Row]
          : steps.order(all, keys, context),
    }),
  },
  {
    name: 'a sort drops the filter',
    operation: users,
    rule: 'filter.sorted',
    hook: (steps) => ({ readFilter: (context) => (sorted(context) ? undefined : steps.readFilter(context)) }),
  },
  {
    name: 'a filter drops the sort',
    operation: users,
    rule: 'sort.grammar',
    hook: (steps) => ({ readSort: (context) => (filtered(context) ? [] : steps.readSort(context)) }),
  },
  {
    name: 'the third page of a sorted list is not sorted',
    operation: users,
    rule: 'sort.ordered',
    hook: (steps) => ({
      order: (all, keys, context) => (context.query.page_number === '3' ? all : steps.order(all, keys, context)),
    }),
  },
  // Sorts
  {
    name: 'numbers are sorted as text',
    operation: applications,
    rule: 'sort.natural',
    hook: (steps) => ({
      compareBy: (key, left, right, context) => {
        const [a, b] = [left[key.field], right[key.field]];
        if (typeof a !== 'number' || typeof b !== 'number') return steps.compareBy(key, left, right, context);
        const order = text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0;
        return key.direction === 'asc' ? order : -order;
      },
    }),
  },
  {
    name: 'ties are in another order on every page',
    operation: users,
    rule: 'sort.permutation',
    hook: (steps) => ({
      order: (all, keys, context) =>
        keys.length === 0
          ? all
          : all.toSorted(
              (one, other) =>
                keys.map((key) => steps.compareBy(key, one, other, context)).find((result) => result !== 0) ??
                hash(`${one.id}${text(context.query.page_number)}`) -
                  hash(`${other.id}${text(context.query.page_number)}`),
            ),
    }),
  },
  {
    name: 'a sort drops records without a value',
    operation: consumptions,
    rule: 'sort.grammar',
    hook: (steps) => ({
      order: (all, keys, context) =>
        steps.order(keys.length === 0 ? all : all.filter((row) => hash(row.id) % 17 !== 0), keys, context),
      paginationObject: (page, total, context) => steps.paginationObject(page, total, context),
    }),
  },
  {
    name: 'desc is asc',
    operation: users,
    rule: 'sort.descending',
    hook: (steps) => ({
      compareBy: (key, left, right, context) => steps.compareBy({ ...key, direction: 'asc' }, left, right, context),
    }),
  },
  {
    name: 'the second key is descending whatever it says',
    operation: users,
    rule: 'sort.several-keys',
    hook: (steps) => ({
      readSort: (context) =>
        steps.readSort(context).map((key, index) => (index === 1 ? { ...key, direction: 'desc' as const } : key)),
    }),
  },
  {
    name: 'one record is out of place',
    operation: users,
    rule: 'sort.ordered',
    hook: (steps) => ({
      order: (all, keys, context) => {
        const own = steps.order(all, keys, context);
        return keys.length === 0 || own.length < 40 ? own : [own[30] as Row, ...own.slice(0, 30), ...own.slice(31)];
      },
    }),
  },
  // Malformed
  {
    name: 'a missing parenthesis is forgiven',
    operation: users,
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
    name: 'a quote that is not closed is closed',
    operation: users,
    rule: 'filter.malformed',
    hook: rewritten((filter) => (/^[^']*'[^']*$/.test(filter) ? `${filter}'` : filter)),
  },
  {
    name: 'an unknown operator is -eq',
    operation: applications,
    rule: 'filter.malformed',
    hook: rewritten((filter) => filter.replace(/-touchstone/g, '-eq')),
  },
  {
    name: 'malformed filters are answered with 500',
    operation: users,
    rule: 'filter.malformed',
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        try {
          return steps.parseFilter(given, schema, context);
        } catch {
          throw new Error('parse');
        }
      },
    }),
  },
  {
    name: 'malformed filters match everything',
    operation: consumptions,
    rule: 'filter.malformed',
    hook: (steps) => ({
      readFilter: (context) => {
        try {
          return steps.readFilter(context);
        } catch {
          return undefined;
        }
      },
    }),
  },
  {
    name: 'malformed filters are refused with 422',
    operation: applications,
    rule: 'filter.malformed',
    hook: (steps) => ({
      parseFilter: (given, schema, context) => {
        try {
          return steps.parseFilter(given, schema, context);
        } catch {
          throw new Refusal(422, 'malformed');
        }
      },
    }),
  },
  {
    name: 'a malformed sort is ignored',
    operation: users,
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
    name: '-contains is case-insensitive and -notcontains is not',
    operation: users,
    rule: grammar,
    single: true,
    hook: operator('-contains', (a, v) => lower(a).includes(lower(v))),
  },
  {
    name: 'a filter is a 500 for -lt alone',
    operation: users,
    rule: grammar,
    single: true,
    hook: where(
      (context) => filterOf(context).includes('-lt'),
      () => ({
        matches: () => {
          throw new Error('lt');
        },
      }),
    ),
  },
];
