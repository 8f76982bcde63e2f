import { cents } from '../../generators/tenant/figures.js';
import { DAY, TENANT_NOW } from '../../generators/tenant/random.js';
import type { Assignment, Subscription, Tenant } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';
import { timesOf } from './times-of.js';

/** The KPIs of one application now and thirty days ago (section "Application KPIs"), counted from usages and seats. */
export function applicationKpis(tenant: Tenant, application: number): Row {
  // A large tenant makes each list of seats when it is read, so those of other applications are not read.
  const own = tenant.subscriptions.records.flatMap((subscription, position) =>
    subscription.application === application
      ? [
          {
            ...subscription,
            assigned: timesOf(
              tenant.assignmentsOfSubscriptions[position] ?? [],
              ({ assigned }: Assignment) => assigned,
            ),
          },
        ]
      : [],
  );
  const firstUses = timesOf(tenant.usagesOfApplications[application] ?? [], ({ firstUsed }) => firstUsed);
  const now = figures(own, firstUses, TENANT_NOW);
  const before = figures(own, firstUses, TENANT_NOW - 30 * DAY);
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
  /** When each of its seats was assigned. */
  readonly assigned: Float64Array;
}

function figures(subscriptions: readonly WithSeats[], firstUses: Float64Array, time: number) {
  const existing = subscriptions.filter(({ created }) => created <= time);
  const sum = (figure: (subscription: WithSeats) => number) =>
    existing.reduce((total, subscription) => total + figure(subscription), 0);
  const countUntil = (times: Float64Array) => times.reduce((count, one) => count + Number(one <= time), 0);
  return {
    monthlyCost: cents(sum(({ seats, costPerMonth }) => seats * costPerMonth)),
    subscriptionTypes: new Set(existing.map(({ type }) => type)).size,
    subscriptions: existing.length,
    totalUsers: countUntil(firstUses),
    unassignedSubscriptions: sum(({ seats, assigned }) => seats - countUntil(assigned)),
  };
}
