import type { WriteContext } from '../../../../engine/writes/write-context.js';
import { subscriptionsOf } from './elsewhere.js';

/** The users of the fixtures who are still in the subscription. */
export async function allRemovable(context: WriteContext): Promise<readonly string[]> {
  for (const count of [7, 6, 5, 4, 3, 2]) {
    const found = await context.attempt(() => context.removal.take(count));
    if (found !== null) return found;
  }
  return context.removal.take(1);
}

/** So many subscriptions that a removal must leave alone are enough: another client may remove a user from one of them. */
const ENOUGH = 2;

/** The user with most other subscriptions, of the first ones until one has enough. */
export async function withOthers(context: WriteContext, users: readonly string[]): Promise<string> {
  let best = { user: users[0] ?? '', count: 0 };
  for (const user of users) {
    const subscriptions = await context.attempt(() => subscriptionsOf(context, user));
    const count = subscriptions?.others.length ?? 0;
    if (count > best.count) best = { user, count };
    if (count >= ENOUGH) break;
  }
  return best.user;
}
