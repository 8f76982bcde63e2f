import { isActive } from '../../generators/tenant/figures.js';
import { filtered } from '../../generators/tenant/large/lazy-array.js';
import { timestamp } from '../../generators/tenant/random.js';
import type { InsightKind, Subscription, Tenant, Usage } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';
import { rowsOfUsers } from './rows-of-users.js';

/** The users of an application (section "Application user"): the fields of Get user and those of the usage. */
export function applicationUsers(tenant: Tenant, application: number): readonly Row[] {
  return rowsOfUsers(tenant, tenant.usagesOfApplications[application] ?? [], {
    userOf: ({ user }) => user,
    rowOf: ({ user, daysUsed, roles }) => ({
      totalDaysUsed: daysUsed,
      roles,
      // A spread is only fast at the end of an object literal.
      ...tenant.users.at(user),
    }),
    own: { totalDaysUsed: { of: ({ daysUsed }) => daysUsed } },
  });
}

/** The users with a seat in a subscription (section "Subscription user"). */
export function subscriptionUsers(tenant: Tenant, subscription: number): readonly Row[] {
  return rowsOfUsers(tenant, tenant.assignmentsOfSubscriptions[subscription] ?? [], {
    userOf: ({ user }) => user,
    rowOf: ({ user }) => tenant.users.at(user),
    own: {},
  });
}

const insights: Readonly<Record<InsightKind, (tenant: Tenant) => (usage: Usage) => boolean>> = {
  inactive: () => (usage) => !isActive(usage),
  'never-used':
    () =>
    ({ lastActive }) =>
      lastActive === null,
  disabled: ({ users }) => {
    const isEnabled = users.readerOf('isEnabled');
    return ({ user }) => !isEnabled.at(user);
  },
};

/**
 * The users behind an insight of a subscription (section "Subscription insight user"): those with a seat that the
 * rule finds, each with all seats that the user has in the same application. Only the first seats are read with a limit.
 */
export function insightUsers(
  tenant: Tenant,
  subscription: number,
  kind: InsightKind,
  mostSeats = Number.POSITIVE_INFINITY,
): readonly Row[] {
  const seats = tenant.assignmentsOfSubscriptions[subscription] ?? [];
  const isFound = insights[kind](tenant);
  const found = filtered(seats.length > mostSeats ? seats.slice(0, mostSeats) : seats, ({ usage }) => isFound(usage));
  return rowsOfUsers(tenant, found, {
    userOf: ({ user }) => user,
    rowOf: ({ user, usage }) => ({
      details: (tenant.assignmentsOfUsers[user] ?? [])
        .filter((assignment) => assignment.usage.application === usage.application)
        .map((assignment) => insightDetail(tenant, tenant.subscriptions.at(assignment.subscription), usage)),
      ...tenant.users.at(user),
    }),
    own: {},
  });
}

function insightDetail(tenant: Tenant, { id, name, application }: Subscription, { lastActive }: Usage): Row {
  const { id: applicationId, name: applicationName } = tenant.applications.at(application);
  return {
    lastActive: lastActive === null ? null : timestamp(lastActive),
    subscriptionId: id,
    subscriptionName: name,
    applicationId,
    applicationName,
  };
}
