import { DAY, TENANT_NOW } from './random.js';
import type { Application, User } from './stored.js';
import type { Assignment, Subscription, Tenant, Usage } from './tenant.js';

/** Days without activity after which a seat counts as unused. */
export const ACTIVITY_THRESHOLD_DAYS = 30;

/** Whether the user opened the application within the activity threshold. */
export function isActive({ lastActive }: Usage): boolean {
  return lastActive !== null && isRecent(lastActive);
}

/** Whether a time is within the activity threshold; `NaN` is not. */
export function isRecent(time: number): boolean {
  return time >= TENANT_NOW - ACTIVITY_THRESHOLD_DAYS * DAY;
}

/** The monthly savings of removing the seat: its price if it is unused, otherwise zero. */
export function savingOf({ costPerMonth }: Subscription, { usage }: Assignment): number {
  return isActive(usage) ? 0 : costPerMonth;
}

/** An amount without rounding errors of binary fractions. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** The figures of a user that follow from the user's seats. */
export function licenceFiguresOfUser(tenant: Pick<Tenant, 'subscriptions'>, seats: readonly Assignment[]) {
  let cost = 0;
  let saving = 0;
  for (const seat of seats) {
    const subscription = tenant.subscriptions.at(seat.subscription);
    cost += subscription.costPerMonth;
    saving += savingOf(subscription, seat);
  }
  return {
    licenseCount: seats.length,
    userCostPerMonth: cents(cost),
    potentialSavings: cents(saving),
  } satisfies Partial<User>;
}

/** When a user was last seen in any application, as epoch milliseconds. */
export function lastActivityOf(usages: readonly Usage[]): number | null {
  return usages.reduce((found, { lastActive }) => Math.max(found, lastActive ?? 0), 0) || null;
}

/** The figures of an application that follow from its subscriptions and their seats, given by subscription position. */
export function licenceFiguresOfApplication(
  tenant: Pick<Tenant, 'subscriptions'> & {
    readonly assignmentsOfSubscriptions: readonly { readonly length: number }[];
  },
  application: number,
) {
  const licenses = tenant.subscriptions.records.flatMap((subscription, position) =>
    subscription.application === application
      ? [{ subscription, assigned: tenant.assignmentsOfSubscriptions[position]?.length ?? 0 }]
      : [],
  );
  const sum = (figure: (licence: (typeof licenses)[number]) => number) =>
    licenses.reduce((total, licence) => total + figure(licence), 0);
  const total = sum(({ subscription }) => subscription.seats);
  const assigned = sum((licence) => licence.assigned);
  return {
    licenses: licenses.map(({ subscription, assigned }) => ({
      id: subscription.licenceId,
      total: subscription.seats,
      assigned,
      productId: subscription.productId,
      collectionTargetId: subscription.collectionTargetId,
    })),
    licenseCount: licenses.length,
    total,
    purchased: total,
    available: total - assigned,
    assigned,
    utilization: total === 0 ? 0 : cents((100 * assigned) / total),
    yearlyCost: cents(12 * sum(({ subscription }) => subscription.seats * subscription.costPerMonth)),
  } satisfies Partial<Application>;
}

/** The figures of an application that follow from its usages: when each was last active, `NaN` for one that never was. */
export function usageFiguresOfApplication(lastActive: Float64Array) {
  const countOf = (condition: (time: number) => boolean) =>
    lastActive.reduce((count, time) => count + Number(condition(time)), 0);
  const active = countOf(isRecent);
  return {
    active,
    inactive: lastActive.length - active,
    totalUniqueUsers: lastActive.length,
    totalUniqueUsersFromActivities: countOf((time) => !Number.isNaN(time)),
  } satisfies Partial<Application>;
}
