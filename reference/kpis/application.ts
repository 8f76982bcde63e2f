import { cents } from '../../generators/tenant/figures.js';
import { DAY, TENANT_NOW } from '../../generators/tenant/random.js';
import type { Tenant } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';

/** The KPIs of one application now and thirty days ago (section "Application KPIs"), counted from usages and seats. */
export function applicationKpis(tenant: Tenant, application: number): Row {
  const now = figures(tenant, application, TENANT_NOW);
  const before = figures(tenant, application, TENANT_NOW - 30 * DAY);
  const pair = (name: keyof typeof now) => ({ value30DaysAgo: before[name], valueCurrent: now[name] });
  return {
    id: tenant.applications.at(application).id,
    monthlyCost: pair('monthlyCost'),
    subscriptionTypes: pair('subscriptionTypes'),
    subscriptions: pair('subscriptions'),
    totalUsers: pair('totalUsers'),
    unassignedSubscriptions: pair('unassignedSubscriptions'),
  };
}

function figures(tenant: Tenant, application: number, time: number) {
  const existing = tenant.subscriptions.records
    .map((subscription, position) => ({ ...subscription, seatsOf: tenant.assignmentsOfSubscriptions[position] ?? [] }))
    .filter((subscription) => subscription.application === application && subscription.created <= time);
  const sum = (figure: (subscription: (typeof existing)[number]) => number) =>
    existing.reduce((total, subscription) => total + figure(subscription), 0);
  return {
    monthlyCost: cents(sum(({ seats, costPerMonth }) => seats * costPerMonth)),
    subscriptionTypes: new Set(existing.map(({ type }) => type)).size,
    subscriptions: existing.length,
    totalUsers: (tenant.usagesOfApplications[application] ?? []).filter(({ firstUsed }) => firstUsed <= time).length,
    unassignedSubscriptions: sum(
      ({ seats, seatsOf }) => seats - seatsOf.filter(({ assigned }) => assigned <= time).length,
    ),
  };
}
