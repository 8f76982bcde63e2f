import { ACTIVITY_THRESHOLD_DAYS, cents, savingOf } from '../../generators/tenant/figures.js';
import { DAY, TENANT_NOW, timestamp } from '../../generators/tenant/random.js';
import type { User } from '../../generators/tenant/stored.js';
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
  const figuresOf = consumptionFigures(tenant);
  const ownOf = (usage: Usage) => {
    const seats = (tenant.assignmentsOfUsers[usage.user] ?? []).filter(
      ({ usage: { application: own } }) => own === usage.application,
    );
    return figuresOf(usage, seats);
  };
  return rowsOfUsers(tenant, tenant.usagesOfApplications[application] ?? [], {
    userOf: ({ user }) => user,
    rowOf: (usage) => ({ ...consumer(tenant.users.at(usage.user)), roles: usage.roles, ...ownOf(usage) }),
    ownOf,
    own: OWN,
  });
}

/** What the users of a subscription consume (section "Subscription user consumption"); `id` is the user's id. */
export function subscriptionConsumptions(tenant: Tenant, subscription: number): readonly Row[] {
  const figuresOf = consumptionFigures(tenant);
  const ownOf = (seat: Assignment) => ({
    activityThreshold: ACTIVITY_THRESHOLD_DAYS,
    manuallyAssigned: seat.manual,
    ...figuresOf(seat.usage, [seat]),
  });
  return rowsOfUsers(tenant, tenant.assignmentsOfSubscriptions[subscription] ?? [], {
    userOf: ({ user }) => user,
    rowOf: (seat) => {
      const user = tenant.users.at(seat.user);
      const { username, country, isEnabled, licenseCount } = user;
      const { roles } = seat.usage;
      return { username, country, isEnabled, licenseCount, roles, ...consumer(user), ...ownOf(seat) };
    },
    ownOf,
    own: [...OWN, 'activityThreshold', 'manuallyAssigned'],
  });
}

/** The fields of a consumption that are those of the user. */
function consumer({ id, displayName, email, department, discoveryTypes, status, ...user }: User): Row {
  const { isOnline, isInReview, isQualified } = user;
  return { id, displayName, email, department, discoveryTypes, isOnline, isInReview, isQualified, status };
}

/**
 * The fields of a consumption that are not those of the user: activity and costs of only one usage. Only in these records
 * `createdDate` is a date and `lastActive` has no zone; the time is still in UTC.
 */
function consumptionFigures(tenant: Tenant): (usage: Usage, seats: readonly Assignment[]) => Row {
  const discovered = tenant.users.readerOf(['createdDate', 'discoveryTypes']);
  const subscriptionOf = (seat: Assignment) => tenant.subscriptions.at(seat.subscription);
  return ({ user, lastActive, daysUsed }, seats) => {
    const { createdDate, discoveryTypes } = discovered(user);
    const sum = (figure: (seat: Assignment) => number) => cents(seats.reduce((total, seat) => total + figure(seat), 0));
    return {
      createdDate: createdDate.slice(0, 10),
      isMonitored: discoveryTypes.includes(7),
      lastActive: lastActive === null ? null : timestamp(lastActive).slice(0, -1),
      // "So many units ago"; the codes of the units are unspecified: here 0 is never and 1 is days.
      lastActiveValueInInt: lastActive === null ? 0 : Math.floor((TENANT_NOW - lastActive) / DAY),
      lastActiveValueType: lastActive === null ? 0 : 1,
      userCostPerMonth: sum((seat) => subscriptionOf(seat).costPerMonth),
      potentialSavings: sum((seat) => savingOf(subscriptionOf(seat), seat)),
      envelopeusage: daysUsed % 25,
    };
  };
}
