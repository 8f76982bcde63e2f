import type { User } from '../../../generators/tenant/stored.js';
import type { Context, Hook } from '../../behaviour.js';
import type { Row } from '../../model.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { unauthorized } from './write-hooks.js';

type Seats = Context['tenant']['assignmentsOfSubscriptions'][number];

/** Removes seats directly, bypassing the checks of the reference. */
function take(context: Context, subscriptionId: string, gone: (seat: Seats[number], index: number) => boolean): void {
  const { tenant } = context;
  const position = tenant.subscriptions.positionOf(subscriptionId) ?? 0;
  const seats = tenant.assignmentsOfSubscriptions[position] ?? [];
  tenant.assignmentsOfSubscriptions[position] = seats.filter((seat, index) => !gone(seat, index));
}

/** Replaces the effect of a deletion of certain users. */
const removing =
  (change: (ids: readonly string[], subscriptionId: string, context: Context, remove: () => void) => void): Hook =>
  (steps) => ({
    removeUsers: (subscription, ids, context) =>
      change(ids, subscription.id, context, () => steps.removeUsers(subscription, ids, context)),
  });

const OWN_FIELDS: readonly (readonly [title: string, change: (user: User) => Row])[] = [
  ['a deletion disables the users', () => ({ isEnabled: false })],
  ['a deletion clears the e-mail addresses of the users', () => ({ email: null })],
  ['a deletion resets the flags of the users', () => ({ isInReview: false, isOnline: false, isQualified: false })],
  ['a deletion inverts a flag of the users', ({ isQualified }) => ({ isQualified: !isQualified })],
];

/** Defects of the removal of users from a subscription. */
export const deletion = family(
  'deletion',
  [
    {
      id: 'a-deletion-removes-nobody',
      title: 'a deletion removes no user',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      hook: removing(() => undefined),
    },
    {
      id: 'a-deletion-removes-the-first-of-several-alone',
      title: 'a deletion removes only the first of several users',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      hook: (steps) => ({
        removeUsers: (subscription, ids, context) => steps.removeUsers(subscription, ids.slice(0, 1), context),
      }),
    },
    {
      id: 'a-deletion-removes-a-neighbour-too',
      title: 'a deletion also removes another user',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      hook: removing((ids, subscription, context, remove) => {
        const user = context.tenant.users.positionOf(ids[0] ?? '');
        const seats =
          context.tenant.assignmentsOfSubscriptions[context.tenant.subscriptions.positionOf(subscription) ?? 0];
        const next = seats?.[(seats.findIndex((seat) => seat.user === user) + 1) % seats.length];
        remove();
        take(context, subscription, (seat) => seat.user === next?.user);
      }),
    },
    {
      id: 'a-deletion-removes-everybody',
      title: 'a deletion removes all users',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      hook: removing((_ids, subscription, context, remove) => {
        remove();
        take(context, subscription, () => true);
      }),
    },
    {
      title: 'a deletion of a known and an unknown user returns 204 and removes no user',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.partly-unknown',
      hook: removing((ids, _subscription, _context, remove) => {
        try {
          remove();
        } catch (error) {
          if (ids.length === 1) throw error;
        }
      }),
    },
    {
      title: 'a deletion of a known and an unknown user returns 404 and removes the known one',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.partly-unknown',
      hook: removing((ids, subscription, context, remove) => {
        try {
          remove();
        } catch (error) {
          const users = ids.map((id) => context.tenant.users.positionOf(id));
          take(context, subscription, (seat) => users.includes(seat.user));
          throw error;
        }
      }),
    },
    {
      title: 'a deletion of a known and an unknown user removes everybody',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.unknown-user',
      hook: removing((ids, subscription, context, remove) => {
        const isKnown = (id: string) => context.tenant.users.positionOf(id) !== undefined;
        if (ids.some(isKnown) && !ids.every(isKnown)) take(context, subscription, () => true);
        else remove();
      }),
    },
    {
      title: 'a deletion of a user who is not in the subscription is a 500',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.crash',
      hook: removing((_ids, _subscription, _context, remove) => {
        try {
          remove();
        } catch {
          throw new Error('there is no such row');
        }
      }),
    },
    {
      title: 'a deletion of the last user who was removed is a 500',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.crash',
      hook: (steps) => {
        const removed = new Set<string>();
        return {
          removeUsers: (subscription, ids, context) => {
            if (ids.every((id) => removed.has(id))) throw new Error('there is no such row');
            steps.removeUsers(subscription, ids, context);
            for (const id of ids) removed.add(id);
          },
        };
      },
    },
    {
      id: 'a-deletion-of-several-is-a-500',
      title: 'a deletion of several users returns 500',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      hook: removing((ids, _subscription, _context, remove) => {
        if (ids.length > 1) throw new Error('unexpected');
        remove();
      }),
    },
    {
      title: 'a deletion takes effect and returns 500',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      hook: removing((_ids, _subscription, _context, remove) => {
        remove();
        throw new Error('unexpected');
      }),
    },
    {
      id: 'a-deletion-is-refused',
      title: 'a deletion is rejected',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.effect',
      hook: removing(() => {
        throw new Refusal(400, 'no');
      }),
    },
    {
      id: 'a-deletion-removes-the-users-themselves',
      title: 'a deletion deletes the users themselves',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.users-remain',
      hook: removing((ids, _subscription, { tenant }, remove) => {
        remove();
        const get = tenant.users.get.bind(tenant.users);
        Object.assign(tenant.users, { get: (id: string) => (ids.includes(id) ? undefined : get(id)) });
      }),
    },
    ...OWN_FIELDS.map(
      ([title, change]): Defect => ({
        title,
        operation: 'deleteSubscriptionUsers',
        rule: 'deletion.own-fields',
        hook: removing((ids, _subscription, { tenant }, remove) => {
          remove();
          for (const id of ids) {
            const user = tenant.users.get(id);
            if (user !== undefined) tenant.users.replace({ ...user, ...change(user) });
          }
        }),
      }),
    ),
    {
      id: 'an-unknown-user-is-answered-with-204-and-somebody-else-is-removed',
      title: 'a deletion of an unknown user returns 204 and removes another user',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.unknown-user',
      hook: removing((ids, subscription, context, remove) => {
        if (ids.some((id) => context.tenant.users.get(id) !== undefined)) remove();
        else take(context, subscription, (_seat, index) => index === 0);
      }),
    },
    {
      id: 'an-unknown-user-removes-everybody',
      title: 'a deletion of an unknown user removes all users',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.unknown-user',
      also: ['deletion.effect'],
      hook: removing((ids, subscription, context, remove) => {
        if (ids.some((id) => context.tenant.users.get(id) !== undefined)) remove();
        else take(context, subscription, () => true);
      }),
    },
    {
      id: 'a-user-who-is-already-removed-takes-another-one-along',
      title: 'a deletion of an already removed user removes another one',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.unknown-user',
      hook: (steps) => ({
        removeUsers: (subscription, ids, context) => {
          try {
            steps.removeUsers(subscription, ids, context);
          } catch (error) {
            if (ids.some((id) => context.tenant.users.get(id) === undefined)) throw error;
            take(context, subscription.id, (_seat, index) => index === 0);
          }
        },
      }),
    },
    {
      id: 'a-deletion-from-an-unknown-subscription-is-answered-with-204',
      title: 'a deletion from an unknown subscription returns 204',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.unknown-subscription',
      hook: (steps) => ({
        find: (kind, id, context) => {
          try {
            return steps.find(kind, id, context);
          } catch {
            return { id, insightRules: [] } as never;
          }
        },
        removeUsers: (subscription, ids, context) => {
          if (context.tenant.subscriptions.get(subscription.id) !== undefined)
            steps.removeUsers(subscription, ids, context);
        },
      }),
    },
    {
      id: 'a-deletion-from-an-unknown-subscription-is-refused-and-removes-the-user-wherever-there-is-one',
      title: 'a deletion from an unknown subscription is rejected but removes the user from all subscriptions',
      operation: 'deleteSubscriptionUsers',
      rule: 'deletion.unknown-subscription',
      also: ['deletion.effect'],
      hook: (steps) => ({
        find: (kind, id, context) => {
          try {
            return steps.find(kind, id, context);
          } catch (error) {
            const users = new Set(steps.readUserIds(context).map((user) => context.tenant.users.positionOf(user)));
            for (const subscription of context.tenant.subscriptions.records) {
              take(context, subscription.id, (seat) => users.has(seat.user));
            }
            throw error;
          }
        },
      }),
    },
    {
      title: 'a deletion needs no credential',
      operation: 'deleteSubscriptionUsers',
      rule: 'authorization.writes',
      also: ['deletion.effect'],
      hook: unauthorized('success'),
    },
    {
      id: 'a-deletion-without-a-credential-is-refused-and-carried-out',
      title: 'a deletion without a credential is rejected but carried out',
      operation: 'deleteSubscriptionUsers',
      rule: 'authorization.writes',
      also: ['deletion.effect'],
      hook: unauthorized('refusal'),
    },
  ],
  'writes',
);
