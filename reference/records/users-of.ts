import { isActive } from '../../generators/tenant/figures.js';
import { isLargeTenant } from '../../generators/tenant/generate-tenant.js';
import { lazyArray } from '../../generators/tenant/large/lazy-array.js';
import { timestamp } from '../../generators/tenant/random.js';
import type { InsightKind, Subscription, Tenant, Usage } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';

/**
 * The users of an application (section "Application user"): the fields of Get user and those of the usage. In a large
 * tenant, the records are made when they are read: they would take as much memory as all users.
 */
export function applicationUsers(tenant: Tenant, application: number): readonly Row[] {
  const usages = tenant.usagesOfApplications[application] ?? [];
  const recordOf = ({ user, daysUsed, roles }: Usage): Row => ({
    totalDaysUsed: daysUsed,
    roles,
    // A spread is only fast at the end of an object literal.
    ...tenant.users.at(user),
  });
  if (!isLargeTenant(tenant)) return usages.map(recordOf);
  const at = (position: number) => recordOf(usages[position] as Usage);
  return lazyArray({ count: usages.length, at, all: () => usages.map(recordOf) });
}

/** The users with a seat in a subscription (section "Subscription user"). */
export function subscriptionUsers(tenant: Tenant, subscription: number): readonly Row[] {
  return (tenant.assignmentsOfSubscriptions[subscription] ?? []).map(({ user }) => tenant.users.at(user));
}

const insights: Readonly<Record<InsightKind, (usage: Usage, enabled: boolean) => boolean>> = {
  inactive: (usage) => !isActive(usage),
  'never-used': ({ lastActive }) => lastActive === null,
  disabled: (_usage, enabled) => !enabled,
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
  return (tenant.assignmentsOfSubscriptions[subscription] ?? [])
    .slice(0, mostSeats)
    .filter(({ user, usage }) => insights[kind](usage, tenant.users.at(user).isEnabled))
    .map(({ user, usage }) => ({
      details: (tenant.assignmentsOfUsers[user] ?? [])
        .filter((assignment) => assignment.usage.application === usage.application)
        .map((assignment) => insightDetail(tenant, tenant.subscriptions.at(assignment.subscription), usage)),
      ...tenant.users.at(user),
    }));
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
