import type { Behaviour, Context, Hook } from '../behaviour.js';
import { both, on, pagination } from '../hooks.js';
import type { Row } from '../model.js';
import { isFiltered } from '../query-hooks.js';
import { Refusal } from '../refusal.js';
import { unassignedLicenses } from '../unassigned-licenses.js';
import { type Defect, each, family } from './mutant.js';

/** Changes the children of a parent before they are filtered and paged. */
const collected =
  (change: (own: readonly Row[], context: Context, steps: Behaviour) => readonly Row[]): Hook =>
  (steps) => ({ collect: (context) => change(steps.collect(context), context, steps) });

const failing = (error: () => Error): Hook =>
  collected((own) => {
    if (own.length === 0) throw error();
    return own;
  });

const noneFound = failing(() => new Refusal(404, 'There is nothing'));

const countingOne = pagination((given) =>
  given.total_items === 0 ? { ...given, total_items: 1, total_pages: 1 } : given,
);

/** The records that include the parents of a child list. */
function parentsOf({ tenant, operation }: Context): readonly { readonly id: string }[] {
  if (operation.id.startsWith('getApplication')) return tenant.applications.records;
  if (operation.id.startsWith('getSubscription')) return tenant.subscriptions.records;
  if (operation.id.startsWith('getUser')) return tenant.users.records;
  return operation.id.startsWith('getAgreement') ? tenant.agreements.records.records : tenant.contracts.records.records;
}

/** The same request for a later parent. */
function neighbour(context: Context, places = 1): Context {
  const [parameter = ''] = Object.keys(context.params);
  const all = parentsOf(context);
  const at = all.findIndex(({ id }) => id === context.params[parameter]?.toLowerCase());
  return { ...context, params: { ...context.params, [parameter]: all[(at + places) % all.length]?.id ?? '' } };
}

const ofNeighbour: Hook = collected((_own, context, steps) => steps.collect(neighbour(context)));

const NEXT = [1, 2, 3, 4, 5];

/** A child list with the children of later parents too, where a request asks for some of them. */
const reaching = (isWide: (context: Context) => boolean): Hook =>
  collected((own, context, steps) =>
    isWide(context) ? [...own, ...NEXT.flatMap((places) => steps.collect(neighbour(context, places)))] : own,
  );

type Key = (query: Context['query']) => unknown;

/** Keeps records by a part of the query, and not by the parent; not where the key is undefined. */
function keeper(key: Key): (context: Context, read: () => readonly Row[]) => readonly Row[] {
  const kept = new Map<unknown, readonly Row[]>();
  return ({ query }, read) => {
    const by = key(query);
    if (by === undefined) return read();
    const known = kept.get(by) ?? read();
    kept.set(by, known);
    return known;
  };
}

/** A child list that is kept by a part of the query. */
const keptBy =
  (key: Key): Hook =>
  (steps) => {
    const keep = keeper(key);
    return { collect: (context) => keep(context, () => steps.collect(context)) };
  };

/** Pages of a sorted list that are kept by the query alone. */
const keptPages: Hook = (steps) => {
  const keep = keeper((query) => (query.sort === undefined ? undefined : JSON.stringify(query)));
  return { paginate: (all, page, context) => keep(context, () => steps.paginate(all, page, context)) };
};

const CHILDREN = [
  'getUserApplications',
  'getUserSubscriptions',
  'getApplicationUsers',
  'getApplicationUsersConsumptions',
];
const DETAILS = ['getUser', 'getApplication', 'getAgreement', 'getContract', 'getApplicationKpis'];

/** Defects of some parents or records, but not of the one that is checked first. */
export const childLists = family('child-lists', [
  ...each(['getApplicationUsers', 'getSubscriptionUsers'], 'users who are disabled are missing', {
    rule: 'relations.both-ways',
    hook: collected((own) => own.filter(({ isEnabled }) => isEnabled !== false)),
  }),
  ...each(['getUserApplications'], 'the last of several children is missing', {
    rule: 'relations.both-ways',
    hook: collected((own) => (own.length > 1 ? own.slice(0, -1) : own)),
  }),
  ...[
    ['getUserApplications', 'getApplicationUsers'] as const,
    ['getUserSubscriptions', 'getSubscriptionUsers'] as const,
  ].map(
    ([operation, seenFrom]): Defect => ({
      title: `a long list of ${operation} has one of another parent at its end`,
      operation,
      rule: 'relations.both-ways',
      seenFrom,
      rarity: 'rare',
      hook: collected((own, context, steps) => {
        const others = NEXT.flatMap((places) => steps.collect(neighbour(context, places)));
        const stranger = others.find(({ id }) => !own.some((one) => one.id === id));
        return own.length > 4 && stranger !== undefined ? [...own, stranger] : own;
      }),
    }),
  ),
  ...each(CHILDREN, 'an empty child list is a 500', {
    rule: 'relations.empty-parent',
    rarity: 'rare',
    hook: failing(() => new Error('no children')),
  }),
  ...each(CHILDREN, 'an empty child list is a 404', {
    rule: 'relations.empty-parent',
    rarity: 'rare',
    hook: noneFound,
  }),
  {
    title: 'the users of a subscription without users are a 404',
    operation: ['getSubscriptionUsers', 'getApplications', 'getApplication'],
    seenFrom: 'getSubscriptionUsers',
    rule: 'relations.empty-subscription',
    rarity: 'rare',
    hook: both(unassignedLicenses, on('getSubscriptionUsers', noneFound)),
  },
  {
    title: 'the users of a subscription without users count one item',
    operation: ['getSubscriptionUsers', 'getApplications', 'getApplication'],
    seenFrom: 'getSubscriptionUsers',
    rule: 'relations.empty-parent',
    rarity: 'rare',
    hook: both(unassignedLicenses, on('getSubscriptionUsers', countingOne)),
  },
  ...each(CHILDREN, 'an empty child list is a 401', {
    rule: 'relations.empty-parent',
    rarity: 'rare',
    hook: failing(() => new Refusal(401, 'Who are you?')),
  }),
  ...each(['getUserApplications'], 'a parent without children has those of a later one', {
    // Two lists of one parent may mean two relations, so relations.children needs a child that its list lacks.
    rule: 'relations.both-ways',
    seenFrom: 'getApplicationUsers',
    rarity: 'rare',
    hook: collected((own, context, steps) => {
      const others = NEXT.map((places) => steps.collect(neighbour(context, places)));
      return [own, ...others].find((list) => list.length > 0) ?? own;
    }),
  }),
  ...each(CHILDREN, 'an empty child list counts one item', {
    rule: 'relations.empty-parent',
    rarity: 'rare',
    hook: countingOne,
  }),
  ...each([...CHILDREN, 'getUserDiscoverySources'], 'a child list of few records counts one too many', {
    rule: 'paging.other-parents',
    rules: ['paging.other-parents', 'paging.partition'],
    rarity: 'rare',
    hook: pagination((given) => {
      const total = Number(given.total_items);
      return total > 0 && total <= 4 ? { ...given, total_items: total + 1 } : given;
    }),
  }),
  ...each(['getAgreementPeriods', 'getContractPeriods'], 'the periods are those of the neighbour', {
    rule: 'relations.own-periods',
    hook: ofNeighbour,
  }),
  ...each(['getAgreementPeriods', 'getContractPeriods'], 'a parent with one period has those of the next one', {
    rule: 'relations.own-periods',
    rarity: 'rare',
    hook: collected((own, context, steps) => (own.length === 1 ? steps.collect(neighbour(context)) : own)),
  }),
  ...each(
    ['getAgreementPeriods', 'getContractPeriods'],
    'only the last period is listed, and the pages are those of all',
    {
      rule: 'paging.other-parents',
      also: ['paging.total-pages'],
      rarity: 'rare',
      hook: (steps) => ({
        paginate: (records, page, context) => steps.paginate(records.slice(-1), page, context),
      }),
    },
  ),
  ...each(
    ['getApplicationUsersConsumptions', 'getSubscriptionUserConsumptions'],
    'the consumptions are those of the neighbour',
    { rule: 'relations.consumptions', hook: ofNeighbour },
  ),
  ...each(
    ['getApplicationUsersConsumptions', 'getSubscriptionUserConsumptions'],
    'users without a department have no consumption',
    {
      rule: 'relations.consumption-gaps',
      rarity: 'rare',
      hook: collected((own) => own.filter(({ department }) => department !== null && department !== '')),
    },
  ),
  ...each(
    ['getApplicationUsersConsumptions', 'getSubscriptionUserConsumptions'],
    'isOnline is whether the user is enabled',
    {
      rule: 'relations.one-truth',
      rarity: 'rare',
      hook: collected((own, { tenant }) =>
        own.map((one) => ({ ...one, isOnline: tenant.users.get(String(one.id))?.isEnabled ?? one.isOnline })),
      ),
    },
  ),
  ...each(['getApplicationUsersConsumptions'], 'all consumptions are those of the parent with the most', {
    rule: 'relations.consumptions',
    hook: collected((own, context, steps) =>
      [own, ...parentsOf(context).map((_one, places) => steps.collect(neighbour(context, places)))].reduce(
        (most, other) => (own.length > 0 && other.length > most.length ? other : most),
      ),
    ),
  }),
  ...each(
    [
      'getApplicationUsers',
      'getApplicationUsersConsumptions',
      'getUserApplications',
      'getSubscriptionUserConsumptions',
    ],
    'a filter reaches the children of the next parents too',
    {
      rule: 'filter.within',
      also: ['filter.grammar', 'filter.every-value', 'filter.totals', 'filter.paging'],
      hook: reaching(isFiltered),
    },
  ),
  ...each(['getApplicationUsers', 'getUserApplications'], 'an -ne alone reaches the children of the next parents too', {
    rule: 'filter.within',
    rarity: 'rare',
    hook: reaching(({ query }) => /^\w+ -ne '[^']*'$/.test(String(query.filter))),
  }),
  ...each(['getApplicationUsers', 'getUserApplications'], 'a -not alone reaches the children of the next parents too', {
    rule: 'filter.within',
    rarity: 'rare',
    hook: reaching(({ query }) => /^-not \([^()]*\)$/.test(String(query.filter))),
  }),
  ...each(
    ['getApplicationUsers', 'getApplicationUsersConsumptions'],
    'a flag alone reaches the children of the next parents too',
    {
      rule: 'filter.within',
      also: ['filter.grammar', 'filter.every-type'],
      rarity: 'rare',
      hook: reaching(({ query }) => /^is\w+ -eq (true|false)$/.test(String(query.filter))),
    },
  ),
  ...each(
    ['getApplicationUsers', 'getUserApplications'],
    'a -contains alone reaches the children of the next parents too',
    {
      rule: 'filter.within',
      also: ['filter.grammar'],
      rarity: 'rare',
      hook: reaching(({ query }) => /^\w+ -contains '[^']*'$/.test(String(query.filter))),
    },
  ),
  ...each(['getApplicationUsers', 'getUserApplications'], 'a filtered list is kept by its filter alone', {
    rule: 'filter.within',
    rarity: 'rare',
    hook: keptBy(({ filter }) => filter),
  }),
  ...each(['getApplicationUsers', 'getUserApplications'], 'a sorted list is kept by its sort alone', {
    rule: 'sort.permutation',
    rarity: 'rare',
    hook: keptBy(({ filter, sort }) => (filter === undefined ? sort : undefined)),
  }),
  ...each(['getApplicationUsers', 'getUserApplications'], 'a page of a sorted list is kept by its query alone', {
    rule: 'sort.permutation',
    rarity: 'rare',
    hook: keptPages,
  }),
  ...each(['getApplicationUsers', 'getUserApplications'], 'an -or reaches the children of the next parents too', {
    rule: 'filter.within',
    also: ['filter.grammar', 'filter.every-value', 'filter.every-type', 'filter.totals'],
    rarity: 'rare',
    hook: reaching(({ query }) => / -or /.test(String(query.filter))),
  }),
  ...each(['getApplicationUsers', 'getUserApplications', 'getAgreements'], 'a filter answers the first match alone', {
    rule: 'filter.complete',
    also: ['filter.grammar', 'filter.every-value', 'filter.totals', 'filter.paging'],
    hook: (steps) => ({
      order: (records, keys, context) =>
        steps.order(isFiltered(context) ? records.slice(0, 1) : records, keys, context),
    }),
  }),
  ...each(['getApplicationUsers', 'getUserApplications', 'getContracts'], 'a filter leaves out the last match', {
    rule: 'filter.complete',
    also: ['filter.grammar', 'filter.every-value', 'filter.totals', 'filter.paging'],
    hook: (steps) => ({
      order: (records, keys, context) =>
        steps.order(isFiltered(context) ? records.slice(0, -1) : records, keys, context),
    }),
  }),
  ...each(['getUser'], 'the details of a late page are a 404', {
    rule: 'answers.success-status',
    rarity: 'rare',
    hook: late(100),
  }),
  ...each(DETAILS, 'the details of the second half of the list are a 404', {
    rule: 'answers.success-status',
    rarity: 'rare',
    hook: late(20),
  }),
]);

/** Only the first records of a list can be read by id. */
function late(known: number): Hook {
  return (steps) => ({
    readId: (parameter, context) => {
      const id = steps.readId(parameter, context);
      if (parentsOf(context).findIndex((one) => one.id === id) >= known)
        throw new Refusal(404, 'There is no such record');
      return id;
    },
  });
}
