import type { Hook } from '../behaviour.js';
import { both, stored } from '../hooks.js';
import type { Row } from '../model.js';
import { hash } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { family } from './mutant.js';

/** Drops the records without a value of the first key, if its direction is descending. */
const droppingNulls: Hook = (steps) => ({
  order: (all, keys, context) => {
    const [key] = keys;
    const own = steps.order(all, keys, context);
    return key?.direction === 'desc' ? own.filter((one) => (one[key.field] ?? null) !== null) : own;
  },
});

/** Changes the records of a sort by one field alone, as a join with another table may. */
const joined =
  (field: string, change: (own: readonly Row[]) => readonly Row[]): Hook =>
  (steps) => ({
    order: (all, keys, context) => {
      const own = steps.order(all, keys, context);
      return keys.length === 1 && keys[0]?.field === field ? change(own) : own;
    },
  });

/** Moves the records whose text of the first key has a sign to the end, if its direction is descending. */
const signsLast: Hook = (steps) => ({
  order: (all, keys, context) => {
    const own = steps.order(all, keys, context);
    const [key] = keys;
    const hasSign = (one: Row) => /[^\p{L}\d ]/u.test(String(key && one[key.field]));
    return key?.direction === 'desc' ? [...own.filter((one) => !hasSign(one)), ...own.filter(hasSign)] : own;
  },
});

/** A user whose department and country begin with a small letter. */
const withLowerCase = (one: Row): Row => ({
  ...one,
  ...Object.fromEntries(
    ['department', 'country', 'username', 'displayName'].flatMap((name) =>
      typeof one[name] === 'string' ? [[name, (one[name] as string).toLowerCase()]] : [],
    ),
  ),
});

/** Defects of sorts by one or two keys. */
export const sort = family('sort', [
  {
    title: 'a descending sort has texts with signs at the end',
    operation: 'getApplications',
    rule: 'sort.descending',
    rarity: 'rare',
    hook: signsLast,
  },
  {
    title: 'the sort is ignored',
    operation: 'getUsers',
    rule: 'sort.ordered',
    also: ['sort.natural'],
    hook: (_steps) => ({ order: (all) => all }),
  },
  {
    title: 'an ascending sort ignores case and a descending one does not',
    operation: 'getUsers',
    rule: 'sort.descending',
    rarity: 'rare',
    hook: both(
      stored((one) => (hash(one.id) % 2 === 0 ? withLowerCase(one) : one)),
      (steps) => ({
        compareBy: (key, left, right, context) => {
          const [one, other] = [left[key.field], right[key.field]];
          if (typeof one !== 'string' || typeof other !== 'string') return steps.compareBy(key, left, right, context);
          if (key.direction === 'desc') return one < other ? 1 : Number(one > other) * -1;
          const [lower, higher] = [one.toLowerCase(), other.toLowerCase()];
          return lower < higher ? -1 : Number(lower > higher);
        },
      }),
    ),
  },
  {
    id: 'the-sort-is-within-the-page',
    title: 'the sort orders each page by itself',
    operation: 'getApplications',
    rule: 'sort.ordered',
    also: ['sort.natural', 'sort.descending', 'sort.several-keys'],
    hook: (steps) => ({
      order: (all) => all,
      paginate: (all, page, context) =>
        steps.order(steps.paginate(all, page, context), steps.readSort(context), context),
    }),
  },
  {
    title: 'rows without a value are dropped by a sort',
    operation: 'getUsers',
    rule: 'sort.permutation',
    hook: (steps) => ({
      order: (all, keys, context) =>
        steps.order(
          keys.length === 0 ? all : all.filter((one) => one.displayName !== all[3]?.displayName),
          keys,
          context,
        ),
    }),
  },
  ...['getUsers', 'getApplications', 'getApplicationUsers'].map((operation) => ({
    title: `rows without a value are dropped by a descending sort of ${operation}`,
    operation,
    rule: 'sort.permutation' as const,
    hook: droppingNulls,
  })),
  ...(
    [
      ['getUsers', 'country'],
      ['getSubscriptionUserConsumptions', 'username'],
      ['getUserSubscriptions', 'applicationName'],
    ] as const
  ).map(([operation, field]) => ({
    title: `a sort by ${field} repeats records of ${operation}`,
    operation,
    rule: 'sort.permutation' as const,
    rules: ['sort.every-permutation'],
    also: ['sort.permutation', 'sort.grammar', 'filter.sorted', 'filter.totals', 'paging.other-parents'],
    rarity: 'rare' as const,
    hook: joined(field, (own) => own.flatMap((one, index) => (index % 4 === 0 ? [one, one] : [one]))),
  })),
  {
    title: 'a sort by the name of the owner leaves out applications without one',
    operation: 'getApplications',
    rule: 'sort.permutation',
    rules: ['sort.every-permutation'],
    also: ['sort.permutation', 'sort.grammar', 'filter.sorted'],
    rarity: 'rare',
    hook: joined('primaryOwnerName', (own) => own.filter((one) => (one.primaryOwnerName ?? null) !== null)),
  },
  {
    title: 'a sort by the country leaves out every third user',
    operation: 'getUsers',
    rule: 'sort.permutation',
    rules: ['sort.every-permutation'],
    rarity: 'rare',
    hook: joined('country', (own) => own.filter((_one, index) => index % 3 !== 0)),
  },
  {
    title: 'every sort of a list whose records are alike is rejected',
    operation: 'getUserApplications',
    rule: 'sort.offered',
    rarity: 'rare',
    hook: both(
      stored((one) => {
        if (!('vendorId' in one) || 'applicationId' in one) return one;
        const alike = { ...one, name: 'An application', vendor: 'A vendor' };
        return 'licenses' in one ? alike : { ...alike, lastActive: null };
      }),
      (steps) => ({
        readSort: (context) => {
          if (context.query.sort !== undefined) throw new Refusal(400, 'no sort');
          return steps.readSort(context);
        },
      }),
    ),
  },
  {
    id: 'numbers-are-sorted-as-text',
    title: 'numbers are sorted as strings',
    operation: 'getApplications',
    rule: 'sort.natural',
    also: ['sort.several-keys'],
    hook: (steps) => ({
      compareBy: (key, left, right, context) => {
        const [a, b] = [left[key.field], right[key.field]];
        return typeof a === 'number' && typeof b === 'number'
          ? String(a) < String(b)
            ? -1
            : String(a) > String(b)
              ? 1
              : 0
          : steps.compareBy(key, left, right, context);
      },
    }),
  },
  {
    id: 'desc-is-asc',
    title: 'desc sorts in ascending order',
    operation: 'getUserSubscriptions',
    rule: 'sort.descending',
    hook: (steps) => ({
      compareBy: (key, left, right, context) => steps.compareBy({ ...key, direction: 'asc' }, left, right, context),
    }),
  },
  {
    title: 'only the first key counts',
    operation: 'getUsers',
    rule: 'sort.several-keys',
    hook: (steps) => ({ readSort: (context) => steps.readSort(context).slice(0, 1) }),
  },
  {
    title: 'all keys of a sort have the direction of the first one',
    operation: 'getUsers',
    rule: 'sort.several-keys',
    hook: (steps) => ({
      readSort: (context) => {
        const [first, ...more] = steps.readSort(context);
        return first === undefined ? [] : [first, ...more.map((key) => ({ ...key, direction: first.direction }))];
      },
    }),
  },
  {
    title: 'a malformed sort is ignored',
    operation: 'getApplicationUsers',
    rule: 'sort.malformed',
    also: ['sort.unknown-field'],
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
]);
