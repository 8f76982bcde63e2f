import type { Clause } from '../types.js';

const SUBSCRIPTIONS = 'Endpoints / Subscriptions area';

/** What Delete subscription users must do. */
export const deletion = {
  'deletion.effect': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'Delete subscription users removes the listed users from the subscription, and no others',
  },
  'deletion.users-remain': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'A user who is removed from a subscription still exists',
  },
  'deletion.unknown-user': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'Naming a user who is unknown or already removed removes nobody',
  },
  'deletion.unknown-subscription': {
    level: 'must',
    section: 'Errors',
    title: 'A deletion from a subscription that does not exist is refused, and removes nobody',
  },
  'deletion.status': {
    level: 'gap',
    section: SUBSCRIPTIONS,
    title: 'The success status and body of Delete subscription users, and what is answered for an unknown user',
  },
  'deletion.consumptions': {
    level: 'gap',
    section: SUBSCRIPTIONS,
    title: 'What becomes of the consumption records of a user who is removed from the subscription',
  },
} as const satisfies Record<string, Clause>;
