import type { Context, Hook } from '../../behaviour.js';
import { record } from '../../hooks.js';
import type { Row } from '../../model.js';
import { family } from '../mutant.js';

type Seats = Context['tenant']['assignmentsOfSubscriptions'][number];

/** Filters by the records as the list first had them, or by some fields of them. */
const filteringBefore =
  (fields?: readonly string[]): Hook =>
  (steps) => {
    let first: ReadonlyMap<unknown, Row> | undefined;
    const before = (one: Row): Row => {
      const own = first?.get(one.id) ?? one;
      return fields === undefined ? own : { ...one, ...Object.fromEntries(fields.map((field) => [field, own[field]])) };
    };
    return {
      collect: (context) => {
        const records = steps.collect(context);
        first ??= new Map(records.map((one) => [one.id, { ...one }]));
        return records;
      },
      matches: (filter, one, context) => steps.matches(filter, before(one), context),
    };
  };

/** Returns the records as the list first had them for a filter. */
const copyingForFilters: Hook = (steps) => {
  let first: readonly Row[] | undefined;
  return {
    collect: (context) => {
      const records = steps.collect(context);
      first ??= records.map((one) => ({ ...one }));
      return context.query.filter === undefined ? records : first;
    },
  };
};

/** Fields that refer to something, in words. */
const KEPT = [
  ['category', 'categoryName'],
  ['owner', 'primaryOwnerId'],
  ['name of the owner', 'primaryOwnerName'],
  ['AI category', 'aiCategory'],
  ['AI subcategory', 'aiSubcategory'],
] as const;

/** Shows the value of a field that a record had first. */
const showingFirst =
  (field: string): Hook =>
  (steps) => {
    const first = new Map<unknown, unknown>();
    return record((one: Row) => {
      if (!first.has(one.id)) first.set(one.id, one[field]);
      return { ...one, [field]: first.get(one.id) };
    })(steps);
  };

/** Sorts by the records as the list first had them, and returns them as they are. */
const sortingBefore: Hook = (steps) => {
  const first = new Map<unknown, Row>();
  return {
    order: (records, keys, context) => {
      for (const one of records) if (!first.has(one.id)) first.set(one.id, { ...one });
      const now = new Map(records.map((one) => [one.id, one]));
      const before = records.map((one) => first.get(one.id) ?? one);
      return steps.order(before, keys, context).map((one) => now.get(one.id) ?? one);
    },
  };
};

/** Answers each filter by what it matched first. */
const keepingMatches: Hook = (steps) => {
  const kept = new Map<string, boolean>();
  return {
    matches: (filter, one, context) => {
      const key = `${context.query.filter} ${one.id}`;
      const matched = kept.get(key) ?? steps.matches(filter, one, context);
      kept.set(key, matched);
      return matched;
    },
  };
};

/** Sets the flags of a record back to their values before an update as soon as the record has been read. */
const undoing: Hook = (steps) => {
  const undone = new Map<unknown, Row>();
  return {
    applyPatch: (one, patch, context) => {
      undone.set(one.id, one);
      return steps.applyPatch(one, patch, context);
    },
    read: (context) => {
      const { users, applications } = context.tenant;
      const shown = steps.read(context);
      const id = String(shown.id);
      const { isQualified = false, sanctioned = false } = undone.get(id) ?? {};
      const [user, application] = [users.get(id), applications.get(id)];
      if (undone.delete(id)) {
        if (user !== undefined) users.replace({ ...user, isQualified: isQualified === true });
        if (application !== undefined) applications.replace({ ...application, sanctioned: sanctioned === true });
      }
      return shown;
    },
  };
};

/** Defects of what a write leaves behind. */
export const lateEffects = family(
  'late-effects',
  [
    {
      title: 'removed users come back with the second read',
      operation: ['deleteSubscriptionUsers', 'getSubscriptionUsers'],
      seenFrom: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      rules: ['deletion.lasting'],
      also: ['deletion.effect', 'deletion.totals', 'deletion.user-side'],
      rarity: 'rare',
      hook: (steps) => {
        let kept: { readonly position: number; readonly seats: Seats } | null = null;
        let reads = 0;
        return {
          removeUsers: (subscription, ids, context) => {
            const position = context.tenant.subscriptions.positionOf(subscription.id) ?? 0;
            kept = { position, seats: context.tenant.assignmentsOfSubscriptions[position] ?? [] };
            reads = 0;
            steps.removeUsers(subscription, ids, context);
          },
          collect: (context) => {
            reads += 1;
            if (kept !== null && reads > 1) context.tenant.assignmentsOfSubscriptions[kept.position] = kept.seats;
            return steps.collect(context);
          },
        };
      },
    },
    ...(['User', 'Application'] as const).map((name) => ({
      title: `an update of ${name} is undone after the first read`,
      operation: [`update${name}`, `get${name}`],
      seenFrom: `update${name}`,
      rule: 'updates.lasting' as const,
      hook: undoing,
    })),
    {
      title: 'a deletion inverts the flags of one user',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.own-fields',
      rarity: 'rare',
      hook: (steps) => {
        let isFirst = true;
        return {
          removeUsers: (subscription, ids, context) => {
            steps.removeUsers(subscription, ids, context);
            const { users } = context.tenant;
            const user = users.records[users.positionOf(ids[0] ?? '') ?? -1];
            if (!isFirst || user === undefined) return;
            isFirst = false;
            const { isInReview, isOnline, isQualified } = user;
            users.replace({ ...user, isInReview: !isInReview, isOnline: !isOnline, isQualified: !isQualified });
          },
        };
      },
    },
    {
      title: 'a deletion removes the discovery sources of the users',
      operation: ['deleteSubscriptionUsers', 'getUserDiscoverySources'],
      seenFrom: 'deleteSubscriptionUsers',
      rule: 'deletion.own-fields',
      rarity: 'rare',
      hook: (steps) => {
        const removed = new Set<string>();
        return {
          removeUsers: (subscription, ids, context) => {
            steps.removeUsers(subscription, ids, context);
            for (const id of ids) removed.add(id);
          },
          collect: (context) => (removed.has(context.params.userId?.toLowerCase() ?? '') ? [] : steps.collect(context)),
        };
      },
    },
    ...KEPT.map(([words, field]) => ({
      title: `the list of applications keeps the ${words} that it showed first`,
      operation: 'getApplications',
      seenFrom: 'updateApplication',
      rule: 'updates.listed' as const,
      rarity: 'rare' as const,
      hook: showingFirst(field),
    })),
    ...(
      [
        ['application', 'getApplicationUsers', 'isInReview', 'updateUser'],
        ['subscription', 'getSubscriptionUsers', 'isQualified', 'updateUser'],
        ['subscription', 'getSubscriptionUserConsumptions', 'isOnline', 'updateUser'],
        ['application', 'getApplicationUsersConsumptions', 'isQualified', 'bulkUpdateUsers'],
      ] as const
    ).map(([parent, operation, field, seenFrom]) => ({
      title: `${operation} of each ${parent} keeps the ${field} that it showed first`,
      operation,
      seenFrom,
      rule: 'updates.listed-elsewhere' as const,
      rules: [`${seenFrom === 'updateUser' ? 'updates' : 'bulk'}.listed-elsewhere`],
      rarity: 'rare' as const,
      hook: showingFirst(field),
    })),
    ...(['User', 'Application'] as const).map((name) => ({
      title: `filters of the list read the flags from before an update of ${name}`,
      operation: `get${name}s`,
      seenFrom: `update${name}`,
      rule: 'updates.listed' as const,
      rarity: 'rare' as const,
      hook: filteringBefore(),
    })),
    ...(
      [
        ['User', 'isQualified'],
        ['Application', 'singleSignOn'],
        ['Application', 'categoryName'],
      ] as const
    ).map(([name, field]) => ({
      title: `filters by ${field} find what it was before an update of ${name}`,
      operation: `get${name}s` as const,
      seenFrom: `update${name}` as const,
      rule: 'updates.listed' as const,
      rarity: 'rare' as const,
      hook: filteringBefore([field]),
    })),
    ...(['User', 'Application'] as const).map((name) => ({
      title: `filters of the list return the records from before an update of ${name}`,
      operation: `get${name}s`,
      seenFrom: `update${name}`,
      rule: 'updates.listed' as const,
      rarity: 'rare' as const,
      hook: copyingForFilters,
    })),
    {
      title: 'sorts of the list read the fields from before an update of Application',
      operation: 'getApplications',
      seenFrom: 'updateApplication',
      rule: 'updates.listed',
      rules: ['updates.sorted'],
      rarity: 'rare',
      hook: sortingBefore,
    },
    ...(['User', 'Application'] as const).map((name) => ({
      title: `the list keeps what a filter matched before an update of ${name}`,
      operation: `get${name}s`,
      seenFrom: `update${name}`,
      rule: 'updates.listed' as const,
      rarity: 'rare' as const,
      hook: keepingMatches,
    })),
    {
      title: 'an update with an empty owner returns 500',
      operation: 'updateApplication',
      rule: 'updates.hostile-bodies',
      rarity: 'rare',
      hook: (steps) => ({
        applyPatch: (one, patch, context) => {
          if (patch.primaryOwnerId === '') throw new Error('invalid input syntax for type uuid');
          return steps.applyPatch(one, patch, context);
        },
      }),
    },
  ],
  'writes',
);
