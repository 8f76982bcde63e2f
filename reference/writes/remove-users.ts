import { licenceFiguresOfApplication, licenceFiguresOfUser } from '../../generators/tenant/figures.js';
import type { Subscription } from '../../generators/tenant/tenant.js';
import type { Context } from '../behaviour.js';
import { isId } from '../find.js';
import { Refusal } from '../refusal.js';

/**
 * The comma-separated user ids in the path of Delete subscription users, each once; throws a 400 if one is not a UUID.
 */
export function readUserIds({ params }: Context): readonly string[] {
  const ids = (params.userIds ?? '').split(',').map((id) => id.trim().toLowerCase());
  if (!ids.every(isId)) throw new Refusal(400, 'userIds must be UUIDs, separated by commas');
  return [...new Set(ids)];
}

/**
 * Removes the seats of users in a subscription, and updates the figures of the users and of the application. If one of
 * the users has no seat, it throws a 404 and removes none.
 */
export function removeUsers(subscription: Subscription, userIds: readonly string[], { tenant }: Context): void {
  const position = tenant.subscriptions.positionOf(subscription.id) ?? -1;
  const seats = tenant.assignmentsOfSubscriptions[position] ?? [];
  const assigned = new Set(seats.map(({ user }) => user));
  const removed = new Set(userIds.map((id) => tenant.users.positionOf(id) ?? -1));
  if (![...removed].every((user) => assigned.has(user))) {
    throw new Refusal(404, 'Not all of these users are assigned to the subscription');
  }
  tenant.assignmentsOfSubscriptions[position] = seats.filter(({ user }) => !removed.has(user));
  for (const user of removed) {
    const left = (tenant.assignmentsOfUsers[user] ?? []).filter((seat) => seat.subscription !== position);
    tenant.assignmentsOfUsers[user] = left;
    tenant.users.replace({ ...tenant.users.at(user), ...licenceFiguresOfUser(tenant, left) });
  }
  const application = tenant.applications.at(subscription.application);
  const figures = licenceFiguresOfApplication(tenant, subscription.application);
  tenant.applications.replace({ ...application, ...figures });
}
