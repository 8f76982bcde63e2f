import type { Context, Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { type Defect, family } from '../mutant.js';

type Seats = Context['tenant']['assignmentsOfSubscriptions'][number];

/** Takes seats of a subscription away, on both sides or on one. */
function take(
  { tenant }: Context,
  subscription: number,
  gone: (seat: Seats[number]) => boolean,
  { userSide = true, subscriptionSide = true } = {},
): void {
  const seats = tenant.assignmentsOfSubscriptions[subscription] ?? [];
  if (subscriptionSide) tenant.assignmentsOfSubscriptions[subscription] = seats.filter((seat) => !gone(seat));
  if (!userSide) return;
  for (const { user } of seats.filter(gone)) {
    const own = tenant.assignmentsOfUsers[user] ?? [];
    tenant.assignmentsOfUsers[user] = own.filter((seat) => seat.subscription !== subscription);
  }
}

/** Removes users in another way: gets the positions of the users and of the subscription. */
const removing =
  (change: (users: ReadonlySet<number>, subscription: number, context: Context, remove: () => void) => void): Hook =>
  (steps) => ({
    removeUsers: (subscription, ids, context) => {
      const users = new Set(ids.map((id) => context.tenant.users.positionOf(id) ?? -1));
      const position = context.tenant.subscriptions.positionOf(subscription.id) ?? -1;
      change(users, position, context, () => steps.removeUsers(subscription, ids, context));
    },
  });

const everywhere = (context: Context) => [...context.tenant.subscriptions.records.keys()];
/** Counts removed users in the totals of lists. */
/** Removed users still count when the users of their subscription are cut into pages. */
const keptPlaces: Hook = (steps) => {
  const removed = new Map<string, number>();
  return {
    removeUsers: (subscription, ids, context) => {
      steps.removeUsers(subscription, ids, context);
      removed.set(subscription.id, (removed.get(subscription.id) ?? 0) + ids.length);
    },
    paginate: (records, page, context) => {
      const places = Array.from({ length: removed.get(context.params.subscriptionId ?? '') ?? 0 }, (): Row => ({}));
      return steps.paginate([...places, ...records], page, context).filter(({ id }) => id !== undefined);
    },
  };
};

const totalStays: Hook = (steps) => {
  let removed = 0;
  return {
    removeUsers: (subscription, ids, context) => {
      steps.removeUsers(subscription, ids, context);
      removed += ids.length;
    },
    paginationObject: (page, total, context) => steps.paginationObject(page, total + removed, context),
  };
};

/** What a removal can set in the users who stay. */
const STAYING: readonly (readonly [title: string, change: Readonly<Record<string, unknown>>])[] = [
  ['a removal clears the department of the users who stay', { department: 'none' }],
  ['a removal resets the flags of the users who stay', { isInReview: false, isOnline: false, isQualified: false }],
  ['a removal sets the status of the users who stay', { status: 'Inactive' }],
];

/** What can be wrong with how far a removal reaches. */
export const removalReach = family(
  'removal-reach',
  [
    {
      title: 'a removal takes users out of every subscription',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.other-subscriptions',
      hook: removing((users, _subscription, context, remove) => {
        remove();
        for (const position of everywhere(context)) take(context, position, ({ user }) => users.has(user));
      }),
    },
    {
      title: 'a removal takes users out of one other subscription',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.other-subscriptions',
      rarity: 'rare',
      hook: removing((users, subscription, context, remove) => {
        const [user = -1] = users;
        remove();
        const other = context.tenant.assignmentsOfUsers[user]?.find((seat) => seat.subscription !== subscription);
        if (other !== undefined) take(context, other.subscription, (seat) => seat.user === user);
      }),
    },
    {
      title: 'a removal takes users out of every subscription, seen from the subscriptions alone',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.other-subscriptions',
      rarity: 'rare',
      hook: removing((users, _subscription, context, remove) => {
        remove();
        for (const position of everywhere(context)) {
          take(context, position, ({ user }) => users.has(user), { userSide: false });
        }
      }),
    },
    {
      title: 'a user who is removed still lists the subscription',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.user-side',
      hook: removing((users, subscription, context) =>
        take(context, subscription, ({ user }) => users.has(user), { userSide: false }),
      ),
    },
    {
      title: 'a removal is carried out in what the user lists alone',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      hook: removing((users, subscription, context) =>
        take(context, subscription, ({ user }) => users.has(user), { subscriptionSide: false }),
      ),
    },
    {
      title: 'a removal puts the users into another subscription',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.own-fields',
      hook: removing((users, subscription, context, remove) => {
        const { assignmentsOfUsers, assignmentsOfSubscriptions } = context.tenant;
        const moved = (assignmentsOfSubscriptions[subscription] ?? []).filter(({ user }) => users.has(user));
        remove();
        for (const seat of moved) {
          const own = assignmentsOfUsers[seat.user] ?? [];
          const taken = new Set([subscription, ...own.map((one) => one.subscription)]);
          const other = everywhere(context).find((position) => !taken.has(position)) ?? subscription;
          const { user, assigned, manual, usage } = seat;
          assignmentsOfUsers[user] = [...own, { user, assigned, manual, usage, subscription: other }];
        }
      }),
    },
    ...STAYING.map(
      ([title, change]): Defect => ({
        title,
        operation: 'deleteSubscriptionUsers',
        rule: 'deletion.own-fields',
        hook: removing((_users, subscription, context, remove) => {
          remove();
          const { users, assignmentsOfSubscriptions } = context.tenant;
          for (const { user } of assignmentsOfSubscriptions[subscription] ?? [])
            users.replace({ ...users.at(user), ...change });
        }),
      }),
    ),
    {
      title: 'a removal marks the users who stay as manually assigned',
      operation: ['deleteSubscriptionUsers', 'getSubscriptionUserConsumptions'],
      seenFrom: 'deleteSubscriptionUsers',
      rule: 'deletion.own-fields',
      hook: removing((_users, subscription, { tenant: { assignmentsOfSubscriptions } }, remove) => {
        remove();
        const left = assignmentsOfSubscriptions[subscription] ?? [];
        assignmentsOfSubscriptions[subscription] = left.map((seat) => ({ ...seat, manual: true }));
      }),
    },
    {
      title: 'the list of users leaves out those whom a removal lists',
      operation: ['deleteSubscriptionUsers', 'getUsers'],
      seenFrom: 'deleteSubscriptionUsers',
      rule: 'deletion.own-fields',
      rarity: 'rare',
      hook: (steps) => {
        const gone = new Set<unknown>();
        return {
          removeUsers: (subscription, ids, context) => {
            steps.removeUsers(subscription, ids, context);
            for (const id of ids) gone.add(id);
          },
          collect: (context) => steps.collect(context).filter(({ id }) => !gone.has(id)),
        };
      },
    },
    {
      title: 'a removal of two users takes a third one along',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      rarity: 'rare',
      // It takes two lists to tell it from another client.
      removable: 7,
      hook: removing((users, subscription, context, remove) => {
        remove();
        const seats = context.tenant.assignmentsOfSubscriptions[subscription] ?? [];
        const [third] = users.size > 1 ? seats : [];
        if (third !== undefined) take(context, subscription, ({ user }) => user === third.user);
      }),
    },
    {
      title: 'a removal of two users removes the last one alone',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      rarity: 'rare',
      hook: removing((users, subscription, context) =>
        take(context, subscription, ({ user }) => user === [...users].at(-1)),
      ),
    },
    {
      title: 'a removal of three users keeps the one in the middle',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      rarity: 'rare',
      hook: (steps) => ({
        removeUsers: (subscription, ids, context) => {
          const ends = ids.filter((_id, index) => index === 0 || index === ids.length - 1);
          steps.removeUsers(subscription, ends, context);
        },
      }),
    },
    {
      title: 'a removal of more than two users removes the first two alone',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      rarity: 'rare',
      hook: (steps) => ({
        removeUsers: (subscription, ids, context) => steps.removeUsers(subscription, ids.slice(0, 2), context),
      }),
    },
    {
      title: 'a removal of more than two users returns 500',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      rarity: 'rare',
      hook: (steps) => ({
        removeUsers: (subscription, ids, context) => {
          if (ids.length > 2) throw new Error('too many parameters');
          steps.removeUsers(subscription, ids, context);
        },
      }),
    },
    ...(['getSubscriptionUsers', 'getSubscriptionUserConsumptions'] as const).map(
      (operation): Defect => ({
        title: `removed users keep their place on the pages of ${operation}`,
        operation: ['deleteSubscriptionUsers', operation],
        seenFrom: 'deleteSubscriptionUsers',
        rule: 'deletion.totals',
        hook: keptPlaces,
      }),
    ),
    {
      title: 'the total of the users of a subscription stays after a removal',
      operation: ['deleteSubscriptionUsers', 'getSubscriptionUsers'],
      seenFrom: 'deleteSubscriptionUsers',
      rule: 'deletion.totals',
      hook: totalStays,
    },
    {
      title: 'the total of the consumptions of a subscription stays after a removal',
      operation: ['deleteSubscriptionUsers', 'getSubscriptionUserConsumptions'],
      seenFrom: 'deleteSubscriptionUsers',
      rule: 'deletion.totals',
      hook: totalStays,
    },
  ],
  'writes',
);
