import type { Context, Hook } from '../behaviour.js';
import { where } from '../hooks.js';
import type { Row } from '../model.js';
import type { Filter } from '../query/filter.js';
import { evaluator } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './variant.js';

/** Compares strings like a store that folds them, with some operators or with all. */
const foldedFilter = (fold: (text: string) => string, folding?: readonly string[]): Hook =>
  evaluator(({ field, type, operator, value }, row, right) => {
    const own = row[field];
    if (type !== 'string' || typeof own !== 'string' || folding?.includes(operator) === false) return right;
    const [actual, wanted] = [fold(own), fold(String(value))];
    if (operator === '-eq' || operator === '-ne') return (actual === wanted) === (operator === '-eq');
    return actual.includes(wanted) === (operator === '-contains');
  });

const byUnits = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The order of texts as lists of numbers and other parts. */
function byParts(one: string, other: string): number {
  const partsOf = (text: string): readonly string[] => text.match(/[0-9]+|[^0-9]+/g) ?? [];
  const [left, right] = [partsOf(one), partsOf(other)];
  for (const [at, part] of left.entries()) {
    const against = right[at];
    if (against === undefined) return 1;
    const [isNumber, isOther] = [/^[0-9]/.test(part), /^[0-9]/.test(against)];
    const order = isNumber && isOther ? Number(part) - Number(against) : byUnits(part, against);
    if (order !== 0) return isNumber === isOther ? order : isNumber ? -1 : 1;
  }
  return left.length - right.length;
}

const sortedBy = (compare: (left: string, right: string) => number): Hook => {
  return (steps) => ({
    compareBy: (key, left, right, context) => {
      const [a, b] = [left[key.field], right[key.field]];
      if (typeof a !== 'string' || typeof b !== 'string') return steps.compareBy(key, left, right, context);
      return (key.direction === 'asc' ? 1 : -1) * compare(a, b);
    },
  });
};

/** Sorts nulls to a fixed end of the list; `descending` is that of a descending sort. */
const nullsAt = (ascending: 'first' | 'last', descending: 'first' | 'last'): Hook => {
  return (steps) => ({
    compareBy: (key, left, right, context) => {
      const [a, b] = [left[key.field] ?? null, right[key.field] ?? null];
      if (a !== null && b !== null) return steps.compareBy(key, left, right, context);
      const first = (key.direction === 'asc' ? ascending : descending) === 'first';
      return (first ? 1 : -1) * (Number(b === null) - Number(a === null));
    },
  });
};

const fieldsIn = (filter: Filter): readonly string[] => {
  if (filter.kind === 'comparison') return [filter.field];
  return filter.kind === '-not' ? fieldsIn(filter.operand) : filter.operands.flatMap(fieldsIn);
};

/** Rejects filters by other fields, in whatever part of an expression. */
const onlyFields = (...names: readonly string[]): Hook => {
  return (steps) => ({
    parseFilter: (text, schema, context) => {
      const filter = steps.parseFilter(text, schema, context);
      if (!fieldsIn(filter).every((one) => names.includes(one))) throw new Refusal(400, 'not filterable');
      return filter;
    },
  });
};

const SORTED_NAMES = ['name', 'displayName', 'email'];

/** How a store interprets filters and sorts. */
export const queries = family('queries', [
  {
    id: 'a-filter-takes-only-the-name-and-the-display-name',
    title: 'filters support only name and displayName',
    chooses: ['filter.fields'],
    hooks: [onlyFields('name', 'displayName', 'touchstoneNoSuchField')],
  },
  {
    id: 'a-filter-takes-only-the-id',
    title: 'filters support only id',
    chooses: ['filter.fields'],
    hooks: [onlyFields('id')],
  },
  {
    id: 'a-filter-takes-single-comparisons-with-eq-alone',
    title: 'filters support only single comparisons with -eq',
    chooses: ['filter.collation'],
    hooks: [
      (steps) => ({
        parseFilter: (text, schema, context) => {
          const filter = steps.parseFilter(text, schema, context);
          if (filter.kind !== 'comparison' || filter.operator !== '-eq') throw new Refusal(400, 'only -eq is taken');
          return filter;
        },
      }),
    ],
  },
  {
    id: 'names-that-are-not-known-are-refused-in-a-filter',
    title: 'a filter rejects unknown names',
    chooses: ['filter.fields'],
    hooks: [
      (steps) => ({
        parseFilter: (text, schema, context) => {
          const filter = steps.parseFilter(text, schema, context);
          if (/^(?:name|username|displayName) -eq 'no such/.test(text)) throw new Refusal(400, 'no such name');
          return filter;
        },
      }),
    ],
  },
  {
    title: 'no field can be filtered',
    chooses: ['filter.fields', 'filter.offered'],
    warnings: {
      rules: ['filter.offered'],
      because: 'The document describes the parameter but names no field that it supports.',
    },
    hooks: [
      (steps) => ({
        readFilter: (context) => {
          if (context.query.filter !== undefined) throw new Refusal(400, 'not filterable');
          return steps.readFilter(context);
        },
      }),
    ],
  },
  {
    id: 'no-field-can-be-sorted-by',
    title: 'lists cannot be sorted by any field',
    chooses: ['sort.fields', 'sort.offered'],
    warnings: {
      rules: ['sort.offered'],
      because: 'The document describes the parameter but names no field that it supports.',
    },
    hooks: [
      (steps) => ({
        readSort: (context) => {
          if (context.query.sort !== undefined) throw new Refusal(400, 'not sortable');
          return steps.readSort(context);
        },
      }),
    ],
  },
  {
    id: 'only-ascending-sorts-by-one-key-are-taken',
    title: 'sorts support only one ascending key',
    chooses: ['sort.fields'],
    hooks: [
      (steps) => ({
        readSort: (context) => {
          const keys = steps.readSort(context);
          if (keys.length > 1 || keys.some(({ direction }) => direction === 'desc')) throw new Refusal(400, 'asc only');
          return keys;
        },
      }),
    ],
  },
  {
    title: 'of several sort keys the first alone counts',
    chooses: ['sort.fields'],
    warnings: {
      rules: ['sort.several-keys', 'sort.grammar'],
      because: 'The document shows one key; a target that takes several and reads one of them misleads its clients.',
    },
    hooks: [(steps) => ({ order: (records, keys, context) => steps.order(records, keys.slice(0, 1), context) })],
  },
  {
    title: 'sorts by anything but a few names are ignored',
    chooses: ['sort.fields'],
    warnings: {
      rules: ['sort.unknown-field', 'sort.every-order', 'sort.every-descending', 'sort.natural', 'sort.grammar'],
      because:
        'The document names no field that a list can be sorted by, but a client expects an error in place of another order.',
    },
    hooks: [
      (steps) => ({
        order: (records, keys, context) =>
          steps.order(
            records,
            keys.filter(({ field }) => SORTED_NAMES.includes(field)),
            context,
          ),
      }),
    ],
  },
  {
    id: 'users-alone-can-be-sorted',
    title: 'only the list of users can be sorted',
    chooses: ['sort.fields', 'sort.offered'],
    warnings: {
      rules: ['sort.offered'],
      because: 'The document describes the parameter but names no field that it supports.',
    },
    hooks: [
      where(
        ({ operation, query }) => operation.id !== 'getUsers' && query.sort !== undefined,
        () => ({
          readSort: () => {
            throw new Refusal(400, 'not sortable');
          },
        }),
      ),
    ],
  },
  {
    id: 'texts-are-filtered-without-case',
    title: 'filters ignore case',
    chooses: ['filter.collation'],
    hooks: [foldedFilter((text) => text.toLowerCase())],
  },
  {
    id: 'texts-are-filtered-without-case-and-accents',
    title: 'filters ignore case and accents',
    chooses: ['filter.collation'],
    hooks: [
      foldedFilter((text) =>
        text
          .normalize('NFD')
          .replace(/\p{M}+/gu, '')
          .toLowerCase(),
      ),
    ],
  },
  {
    id: 'texts-are-filtered-without-case-by-eq-alone',
    title: '-eq and -ne ignore case, and -contains does not',
    chooses: ['filter.collation'],
    hooks: [foldedFilter((text) => text.toLowerCase(), ['-eq', '-ne'])],
  },
  {
    id: 'texts-are-filtered-without-case-by-contains-alone',
    title: '-contains and -notcontains ignore case, and -eq does not',
    chooses: ['filter.collation'],
    hooks: [foldedFilter((text) => text.toLowerCase(), ['-contains', '-notcontains'])],
  },
  {
    id: 'texts-are-filtered-by-their-normal-form',
    title: 'strings are compared in their Unicode normal form',
    chooses: ['filter.collation'],
    hooks: [foldedFilter((text) => text.normalize('NFC'))],
  },
  {
    id: 'a-null-differs-from-nothing',
    title: 'a comparison with a null is never true, as in SQL',
    chooses: ['filter.collation'],
    hooks: [evaluator(({ field }, row, right) => (row[field] ?? null) !== null && right)],
  },
  {
    id: 'texts-are-sorted-without-case-and-accents',
    title: 'sorts ignore case and accents',
    chooses: ['sort.collation'],
    hooks: [sortedBy((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }))],
  },
  {
    id: 'texts-are-sorted-by-their-parts',
    title: 'strings are sorted by their parts, numbers by value and before all else',
    chooses: ['sort.collation'],
    hooks: [sortedBy(byParts)],
  },
  {
    id: 'texts-are-sorted-in-swedish',
    title: 'strings are sorted in Swedish order',
    chooses: ['sort.collation'],
    hooks: [sortedBy((a, b) => a.localeCompare(b, 'sv'))],
  },
  {
    id: 'texts-are-sorted-in-turkish',
    title: 'strings are sorted in Turkish order',
    chooses: ['sort.collation'],
    hooks: [sortedBy((a, b) => a.localeCompare(b, 'tr'))],
  },
  {
    id: 'texts-are-sorted-by-code-unit',
    title: 'strings are sorted by UTF-16 code unit',
    chooses: ['sort.collation'],
    hooks: [sortedBy(byUnits)],
  },
  {
    title: 'nulls are sorted first',
    chooses: ['sort.collation'],
    hooks: [nullsAt('first', 'first')],
  },
  {
    id: 'nulls-are-the-smallest-value',
    title: 'nulls are sorted as the smallest value: first, and last where the sort descends',
    chooses: ['sort.collation'],
    hooks: [nullsAt('first', 'last')],
  },
  {
    id: 'nulls-are-the-largest-value',
    title: 'nulls are sorted as the largest value: last, and first where the sort descends',
    chooses: ['sort.collation'],
    hooks: [nullsAt('last', 'first')],
  },
  {
    title: 'ties of a sort are in descending order of the id',
    chooses: ['sort.collation'],
    hooks: [
      (steps) => ({
        order: (all, keys, context) =>
          keys.length === 0
            ? all
            : all.toSorted(
                (one: Row, other: Row) =>
                  keys.map((key) => steps.compareBy(key, one, other, context)).find((result) => result !== 0) ??
                  (String(one.id) < String(other.id) ? 1 : -1),
              ),
      }),
    ],
  },
  {
    title: 'the last of several filters or sorts counts',
    chooses: ['filter.fields', 'sort.fields'],
    hooks: [
      (steps) => {
        const last = (context: Context): Context => {
          const single = (name: 'filter' | 'sort') => [context.query[name] ?? []].flat().slice(-1);
          const [[filter], [sort]] = [single('filter'), single('sort')];
          const { filter: _filter, sort: _sort, ...query } = context.query;
          const own = { ...query, ...(filter !== undefined && { filter }), ...(sort !== undefined && { sort }) };
          return { ...context, query: own };
        };
        return {
          readFilter: (context) => steps.readFilter(last(context)),
          readSort: (context) => steps.readSort(last(context)),
        };
      },
    ],
  },
]);
