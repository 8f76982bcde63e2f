import { savingOf } from '../../generators/tenant/figures.js';
import { DAY, timestamp } from '../../generators/tenant/random.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';

/** The applications that a user uses (section "User application"). */
export function userApplications(tenant: Tenant, user: number): readonly Row[] {
  return (tenant.usagesOfUsers[user] ?? []).map(({ application, lastActive }) => {
    const { id, name, vendor, vendorId, discoveryTypes } = tenant.applications.at(application);
    return {
      discoveryTypes,
      id,
      name,
      vendor,
      vendorId,
      lastActive: lastActive === null ? null : timestamp(lastActive),
    };
  });
}

/** The subscriptions in which a user has a seat (section "User subscription"). */
export function userSubscriptions(tenant: Tenant, user: number): readonly Row[] {
  return (tenant.assignmentsOfUsers[user] ?? []).map((seat) => {
    const subscription = tenant.subscriptions.at(seat.subscription);
    const application = tenant.applications.at(subscription.application);
    const { lastActive } = seat.usage;
    return {
      applicationId: application.id,
      applicationName: application.name,
      discoverySource: application.discoverySource,
      id: subscription.id,
      name: subscription.name,
      vendor: application.vendor,
      vendorId: application.vendorId,
      discoveryType: application.discoveryTypes[0] ?? null,
      firstDiscovered: timestamp(seat.assigned),
      lastActivity: lastActive === null ? null : timestamp(lastActive),
      potentialSavings: savingOf(subscription, seat),
      totalCostPerMonth: subscription.costPerMonth,
    };
  });
}

/** The sources that discovered a user (section "User discovery source"): the first one made the user known. */
export function userDiscoverySources(tenant: Tenant, user: number): readonly Row[] {
  const created = Date.parse(tenant.users.at(user).createdDate);
  return (tenant.sourcesOfUsers[user] ?? []).map((source, index) => ({
    created: timestamp(created + index * DAY),
    ...tenant.discoverySources[source],
  }));
}
