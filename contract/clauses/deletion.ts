import type { Clause } from '../types.js';

const SUBSCRIPTIONS = 'Endpoints / Subscriptions area';

/** What Delete subscription users must do. */
export const deletion = {
  'deletion.effect': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'Delete subscription users removes exactly the listed users from the subscription',
  },
  'deletion.other-subscriptions': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'A user removed from one subscription keeps the other ones',
  },
  'deletion.user-side': {
    level: 'should',
    section: `${SUBSCRIPTIONS} (not stated explicitly)`,
    title: 'The subscriptions of a removed user no longer include the subscription',
  },
  'deletion.totals': {
    level: 'must',
    section: 'Resources and their fields / Pagination object',
    title:
      'The total of the users of a subscription does not count removed users, and its pages have no place for them',
  },
  'deletion.users-remain': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'A user removed from a subscription still exists',
  },
  'deletion.own-fields': {
    level: 'should',
    section: `${SUBSCRIPTIONS} (not stated explicitly)`,
    title:
      'A removal from a subscription does not change the own fields of the users, such as isEnabled or email, adds no other subscription, and leaves them in the list of users',
  },
  'deletion.unknown-user': {
    level: 'must',
    section: SUBSCRIPTIONS,
    title: 'Deleting an unknown or already removed user removes no user',
  },
  'deletion.partly-unknown': {
    level: 'should',
    section: `${SUBSCRIPTIONS} (not stated explicitly)`,
    title: 'Deleting a known and an unknown user removes the known one, or returns an error and removes no user',
  },
  'deletion.crash': {
    level: 'should',
    section: `${SUBSCRIPTIONS}; Errors (not stated explicitly)`,
    title: 'Deleting users who are unknown, malformed or not in the subscription any more is no server error',
  },
  'deletion.unknown-subscription': {
    level: 'must',
    section: 'Errors',
    title: 'A deletion from a subscription that does not exist is rejected and removes no user',
  },
  'deletion.status': {
    level: 'gap',
    section: SUBSCRIPTIONS,
    title: 'The success status and body of Delete subscription users, and the response for an unknown user',
  },
  'deletion.consumptions': {
    level: 'gap',
    section: SUBSCRIPTIONS,
    title: 'What happens to the consumption records of a user removed from the subscription',
  },
} as const satisfies Record<string, Clause>;
