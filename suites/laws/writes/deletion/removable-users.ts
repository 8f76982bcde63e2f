import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { subscriptionsOf } from './elsewhere.js';

/** The users of the fixtures who are still in the subscription. */
export async function allRemovable(context: WriteContext): Promise<readonly string[]> {
  for (const count of [6, 5, 4, 3, 2]) {
    const found = await context.attempt(() => context.removal.take(count));
    if (found !== null) return found;
  }
  return context.removal.take(1);
}

/** The first of the users with a second subscription, which a removal must leave alone; else the first one. */
export async function withOthers(context: WriteContext, users: readonly string[]): Promise<string> {
  for (const user of users) {
    const subscriptions = await context.attempt(() => subscriptionsOf(context, user));
    if (subscriptions !== null && subscriptions.others.length > 0) return user;
  }
  return users[0] ?? '';
}
