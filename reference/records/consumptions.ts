import { ACTIVITY_THRESHOLD_DAYS, cents, savingOf } from '../../generators/tenant/figures.js';
import { DAY, TENANT_NOW, timestamp } from '../../generators/tenant/random.js';
import type { Assignment, Tenant, Usage } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';
import { rowsOfUsers } from './rows-of-users.js';

/** The fields of a consumption that can be filtered and sorted, and whose values are not those of the user. */
const OWN = [
  'createdDate',
  'isMonitored',
  'lastActive',
  'lastActiveValueInInt',
  'lastActiveValueType',
  'userCostPerMonth',
  'potentialSavings',
  'envelopeusage',
];

/** What the users of an application consume (section "Application user consumption"); `id` is the user's id. */
export function applicationConsumptions(tenant: Tenant, application: number): readonly Row[] {
  return rowsOfUsers(tenant, tenant.usagesOfApplications[application] ?? [], {
    userOf: ({ user }) => user,
    rowOf: (usage) => {
      const seats = (tenant.assignmentsOfUsers[usage.user] ?? []).filter(
        ({ usage: { application: own } }) => own === usage.application,
      );
      return consumption(tenant, usage, seats);
    },
    own: OWN,
  });
}

/** What the users of a subscription consume (section "Subscription user consumption"); `id` is the user's id. */
export function subscriptionConsumptions(tenant: Tenant, subscription: number): readonly Row[] {
  return rowsOfUsers(tenant, tenant.assignmentsOfSubscriptions[subscription] ?? [], {
    userOf: ({ user }) => user,
    rowOf: (seat) => {
      const { username, country, isEnabled, licenseCount } = tenant.users.at(seat.user);
      return {
        activityThreshold: ACTIVITY_THRESHOLD_DAYS,
        manuallyAssigned: seat.manual,
        username,
        country,
        isEnabled,
        licenseCount,
        ...consumption(tenant, seat.usage, [seat]),
      };
    },
    own: [...OWN, 'activityThreshold', 'manuallyAssigned'],
  });
}

/**
 * A user together with one usage: the fields of the user, but activity, roles and costs of only this usage. Only in
 * these records `createdDate` is a date and `lastActive` has no zone; the time is still in UTC.
 */
function consumption(tenant: Tenant, { user, lastActive, daysUsed, roles }: Usage, seats: readonly Assignment[]) {
  const record = tenant.users.at(user);
  const sum = (figure: (seat: Assignment) => number) => cents(seats.reduce((total, seat) => total + figure(seat), 0));
  const subscriptionOf = (seat: Assignment) => tenant.subscriptions.at(seat.subscription);
  return {
    id: record.id,
    displayName: record.displayName,
    email: record.email,
    department: record.department,
    createdDate: record.createdDate.slice(0, 10),
    discoveryTypes: record.discoveryTypes,
    isOnline: record.isOnline,
    isInReview: record.isInReview,
    isMonitored: record.discoveryTypes.includes(7),
    isQualified: record.isQualified,
    lastActive: lastActive === null ? null : timestamp(lastActive).slice(0, -1),
    // "So many units ago"; the codes of the units are unspecified: here 0 is never and 1 is days.
    lastActiveValueInInt: lastActive === null ? 0 : Math.floor((TENANT_NOW - lastActive) / DAY),
    lastActiveValueType: lastActive === null ? 0 : 1,
    status: record.status,
    roles,
    userCostPerMonth: sum((seat) => subscriptionOf(seat).costPerMonth),
    potentialSavings: sum((seat) => savingOf(subscriptionOf(seat), seat)),
    envelopeusage: daysUsed % 25,
  };
}
