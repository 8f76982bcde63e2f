import type { Hook } from '../behaviour.js';
import type { Row } from '../model.js';
import { hash } from '../query-hooks.js';
import { eachRarely, family } from './mutant.js';

/** Defects of orders. */
export const sortOrders = family('sort-orders', [
  {
    title: 'a sort by id is ignored',
    operation: 'getApplicationUsers',
    rule: 'sort.unknown-field',
    rarity: 'rare',
    hook: (steps) => ({
      order: (all, keys, context) => (keys[0]?.field === 'id' ? all : steps.order(all, keys, context)),
    }),
  },
  {
    title: 'few applications are sorted by the id of their vendor in place of its name',
    operation: 'getApplications',
    rule: 'sort.every-order',
    also: ['sort.ordered', 'sort.descending', 'sort.several-keys', 'sort.grammar'],
    rarity: 'rare',
    reference: { sizes: { applications: 7 } },
    hook: (steps) => ({
      compareBy: (key, left, right, context) =>
        steps.compareBy(key.field === 'vendor' ? { ...key, field: 'vendorId' } : key, left, right, context),
    }),
  },
  {
    title: 'times without a zone are sorted by the day of the month',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'sort.every-order',
    rarity: 'rare',
    hook: (steps) => ({
      compareBy: (key, left, right, context) => {
        if (key.field !== 'lastActive') return steps.compareBy(key, left, right, context);
        const [a, b] = [left, right].map((row) => String(row.lastActive ?? '').slice(8));
        return String(a) < String(b) ? -1 : 1;
      },
    }),
  },
  {
    title: 'the third and later keys of a sort are ignored',
    operation: 'getUsers',
    rule: 'sort.several-keys',
    also: ['sort.grammar'],
    rarity: 'rare',
    hook: (steps) => ({ order: (all, keys, context) => steps.order(all, keys.slice(0, 2), context) }),
  },
  {
    id: 'numbers-are-sorted-as-text-in-queries',
    title: 'numbers are sorted as strings',
    operation: 'getApplications',
    rule: 'sort.natural',
    hook: (steps) => ({
      compareBy: (key, left, right, context) => {
        const [a, b] = [left[key.field], right[key.field]];
        if (typeof a !== 'number' || typeof b !== 'number') return steps.compareBy(key, left, right, context);
        const order = String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
        return key.direction === 'asc' ? order : -order;
      },
    }),
  },
  {
    id: 'ties-are-in-another-order-on-every-page',
    title: 'the order of ties differs between pages',
    operation: 'getUsers',
    rule: 'sort.permutation',
    hook: (steps) => ({
      order: (all, keys, context) =>
        keys.length === 0
          ? all
          : all.toSorted(
              (one, other) =>
                keys.map((key) => steps.compareBy(key, one, other, context)).find((result) => result !== 0) ??
                hash(`${one.id}${String(context.query.page_number)}`) -
                  hash(`${other.id}${String(context.query.page_number)}`),
            ),
    }),
  },
  ...eachRarely(
    ['getSubscriptionInsightUsers', 'getApplicationUsersConsumptions'],
    'ties are in another order each time a sort is read',
    {
      rule: 'answers.repeatable',
      rules: ['sort.repeatable'],
      also: ['sort.permutation', 'sort.grammar', 'sort.descending'],
      hook: (steps) => {
        let reads = 0;
        return {
          order: (all, keys, context) => {
            if (keys.length === 0) return steps.order(all, keys, context);
            reads += 1;
            const shuffled = all.toSorted((one, other) => hash(`${reads}${one.id}`) - hash(`${reads}${other.id}`));
            const isBefore = (one: Row, other: Row) =>
              keys.map((key) => steps.compareBy(key, one, other, context)).find((result) => result !== 0) ?? 0;
            return shuffled.toSorted(isBefore);
          },
        };
      },
    },
  ),
  {
    title: 'a sort drops records without a value',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'sort.grammar',
    hook: (steps) => ({
      order: (all, keys, context) =>
        steps.order(keys.length === 0 ? all : all.filter((row) => hash(row.id) % 17 !== 0), keys, context),
      paginationObject: (page, total, context) => steps.paginationObject(page, total, context),
    }),
  },
  {
    id: 'desc-is-asc-in-queries',
    title: 'desc sorts in ascending order',
    operation: 'getUsers',
    rule: 'sort.descending',
    hook: (steps) => ({
      compareBy: (key, left, right, context) => steps.compareBy({ ...key, direction: 'asc' }, left, right, context),
    }),
  },
  ...(
    [
      ['getUsers', 'email', 'texts'],
      ['getSubscriptionInsightUsers', 'status', 'few texts'],
      ['getSubscriptionUserConsumptions', 'lastActive', 'times'],
      ['getApplicationUsers', 'isQualified', 'flags'],
    ] as const
  ).map(([operation, field, kind]) => ({
    title: `desc sorts ${kind} of one field in ascending order`,
    operation,
    rule: 'sort.descending' as const,
    rules: ['sort.every-descending'],
    also: ['sort.grammar', 'sort.several-keys'] as const,
    rarity: 'rare' as const,
    hook: ((steps) => ({
      compareBy: (key, left, right, context) =>
        steps.compareBy(key.field === field ? { ...key, direction: 'asc' } : key, left, right, context),
    })) satisfies Hook,
  })),
  {
    id: 'the-second-key-is-descending-whatever-it-says',
    title: 'the second key always sorts in descending order',
    operation: 'getUsers',
    rule: 'sort.several-keys',
    hook: (steps) => ({
      readSort: (context) =>
        steps.readSort(context).map((key, index) => (index === 1 ? { ...key, direction: 'desc' as const } : key)),
    }),
  },
  {
    title: 'a sort counts one page alone',
    operation: 'getSubscriptionUserConsumptions',
    rule: 'sort.permutation',
    rarity: 'rare',
    hook: (steps) => ({
      paginationObject: (page, total, context) =>
        steps.paginationObject(page, context.query.sort === undefined ? total : Math.min(total, page.size), context),
    }),
  },
  {
    title: 'one record is out of place',
    operation: 'getUsers',
    rule: 'sort.ordered',
    hook: (steps) => ({
      order: (all, keys, context) => {
        const own = steps.order(all, keys, context);
        return keys.length === 0 || own.length < 40 ? own : [own[30] as Row, ...own.slice(0, 30), ...own.slice(31)];
      },
    }),
  },
]);
