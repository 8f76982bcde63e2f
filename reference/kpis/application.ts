import { cents } from '../../generators/tenant/figures.js';
import { DAY, TENANT_NOW } from '../../generators/tenant/random.js';
import type { Assignment, Subscription, Tenant, Usage } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';

/** The KPIs of one application now and thirty days ago (section "Application KPIs"), counted from usages and seats. */
export function applicationKpis(tenant: Tenant, application: number): Row {
  // A large tenant makes each list of seats when it is read, so those of other applications are not read.
  const own = tenant.subscriptions.records.flatMap((subscription, position) =>
    subscription.application === application
      ? [{ ...subscription, seatsOf: tenant.assignmentsOfSubscriptions[position] ?? [] }]
      : [],
  );
  const usages = tenant.usagesOfApplications[application] ?? [];
  const now = figures(own, usages, TENANT_NOW);
  const before = figures(own, usages, TENANT_NOW - 30 * DAY);
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

interface WithSeats extends Subscription {
  readonly seatsOf: readonly Assignment[];
}

function figures(subscriptions: readonly WithSeats[], usages: readonly Usage[], time: number) {
  const existing = subscriptions.filter(({ created }) => created <= time);
  const sum = (figure: (subscription: WithSeats) => number) =>
    existing.reduce((total, subscription) => total + figure(subscription), 0);
  const countUntil = <T>(values: readonly T[], timeOf: (value: T) => number) =>
    values.reduce((count, value) => count + Number(timeOf(value) <= time), 0);
  return {
    monthlyCost: cents(sum(({ seats, costPerMonth }) => seats * costPerMonth)),
    subscriptionTypes: new Set(existing.map(({ type }) => type)).size,
    subscriptions: existing.length,
    totalUsers: countUntil(usages, ({ firstUsed }) => firstUsed),
    unassignedSubscriptions: sum(({ seats, seatsOf }) => seats - countUntil(seatsOf, ({ assigned }) => assigned)),
  };
}
