import { ACTIVITY_THRESHOLD_DAYS, cents, savingOf } from '../../generators/tenant/figures.js';
import { DAY, TENANT_NOW, timestamp } from '../../generators/tenant/random.js';
import type { User } from '../../generators/tenant/stored.js';
import type { Assignment, Tenant, Usage } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';
import { localTimestamp } from '../query/time-column.js';
import { type OwnFields, rowsOfUsers } from './rows-of-users.js';

/** Of a date such as `2025-06-01`. */
const DATE_LENGTH = 10;

/** A usage, and the seats that its costs are those of. */
interface Consumption {
  readonly usage: Usage;
  readonly seats: readonly Assignment[];
}

/** What the users of an application consume (section "Application user consumption"); `id` is the user's id. */
export function applicationConsumptions(tenant: Tenant, application: number): readonly Row[] {
  const own = ownFields(tenant, (usage: Usage) => ({
    usage,
    // Most fields do not need the seats.
    get seats() {
      const seats = tenant.assignmentsOfUsers[usage.user] ?? [];
      return seats.filter((seat) => seat.usage.application === usage.application);
    },
  }));
  return rowsOfUsers(tenant, tenant.usagesOfApplications[application] ?? [], {
    userOf: ({ user }) => user,
    rowOf: (usage) => ({ roles: usage.roles, ...valuesOf(usage, own), ...consumer(tenant.users.at(usage.user)) }),
    own,
  });
}

/** What the users of a subscription consume (section "Subscription user consumption"); `id` is the user's id. */
export function subscriptionConsumptions(tenant: Tenant, subscription: number): readonly Row[] {
  const own: OwnFields<Assignment> = {
    ...ownFields(tenant, (seat) => ({ usage: seat.usage, seats: [seat] })),
    activityThreshold: { of: () => ACTIVITY_THRESHOLD_DAYS },
    manuallyAssigned: { of: ({ manual }) => manual },
  };
  return rowsOfUsers(tenant, tenant.assignmentsOfSubscriptions[subscription] ?? [], {
    userOf: ({ user }) => user,
    rowOf: (seat) => {
      const user = tenant.users.at(seat.user);
      const { username, country, isEnabled, licenseCount } = user;
      const { roles } = seat.usage;
      return { username, country, isEnabled, licenseCount, roles, ...valuesOf(seat, own), ...consumer(user) };
    },
    own,
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
function ownFields<Of>(tenant: Tenant, of: (one: Of) => Consumption): OwnFields<Of> {
  const createdDate = tenant.users.readerOf('createdDate');
  const { numbers: createdAt } = createdDate;
  const discoveryTypes = tenant.users.readerOf('discoveryTypes');
  const subscriptionOf = (seat: Assignment) => tenant.subscriptions.at(seat.subscription);
  const sum = (one: Of, figure: (seat: Assignment) => number) =>
    cents(of(one).seats.reduce((total, seat) => total + figure(seat), 0));
  const lastActiveOf = (one: Of) => of(one).usage.lastActive;
  return {
    createdDate: {
      of: (one) => createdDate.at(of(one).usage.user).slice(0, DATE_LENGTH),
      ...(createdAt && { numbers: { of: (one) => dayOf(createdAt.at(of(one).usage.user)), textOf: dateOf } }),
    },
    isMonitored: { of: (one) => discoveryTypes.at(of(one).usage.user).includes(7) },
    lastActive: {
      of: (one) => {
        const time = lastActiveOf(one);
        return time === null ? null : localTimestamp(time);
      },
      numbers: { of: lastActiveOf, textOf: localTimestamp },
    },
    // "So many units ago"; the codes of the units are unspecified: here 0 is never and 1 is days.
    lastActiveValueInInt: { of: (one) => Math.floor((TENANT_NOW - (lastActiveOf(one) ?? TENANT_NOW)) / DAY) },
    lastActiveValueType: { of: (one) => (lastActiveOf(one) === null ? 0 : 1) },
    userCostPerMonth: { of: (one) => sum(one, (seat) => subscriptionOf(seat).costPerMonth) },
    potentialSavings: { of: (one) => sum(one, (seat) => savingOf(subscriptionOf(seat), seat)) },
    envelopeusage: { of: (one) => of(one).usage.daysUsed % 25 },
  };
}

function dayOf(time: number | null): number | null {
  return time === null ? null : time - (time % DAY);
}

function dateOf(time: number): string {
  return timestamp(time).slice(0, DATE_LENGTH);
}

/** The values of some fields of a usage or a seat. */
function valuesOf<Of>(one: Of, fields: OwnFields<Of>): Row {
  const values: Record<string, unknown> = {};
  for (const name in fields) values[name] = fields[name]?.of(one);
  return values;
}
