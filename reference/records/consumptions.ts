import { ACTIVITY_THRESHOLD_DAYS, cents, savingOf } from '../../generators/tenant/figures.js';
import { DAY, SECOND, TENANT_NOW, timestamp } from '../../generators/tenant/random.js';
import type { User } from '../../generators/tenant/stored.js';
import type { Assignment, Tenant, Usage } from '../../generators/tenant/tenant.js';
import type { Row } from '../model.js';
import { type OwnFields, rowsOfUsers } from './rows-of-users.js';

/** Of a date such as `2025-06-01`. */
const DATE_LENGTH = 10;

/** A usage, and the seats that its costs are those of. Most fields do not need the seats. */
class Consumption {
  #known: readonly Assignment[] | undefined;

  constructor(
    readonly usage: Usage,
    private readonly seatsOf: () => readonly Assignment[],
  ) {}

  get seats(): readonly Assignment[] {
    this.#known ??= this.seatsOf();
    return this.#known;
  }
}

/** What the users of an application consume (section "Application user consumption"); `id` is the user's id. */
export function applicationConsumptions(tenant: Tenant, application: number): readonly Row[] {
  const seatsOf = ({ user }: Usage) =>
    (tenant.assignmentsOfUsers[user] ?? []).filter((seat) => seat.usage.application === application);
  const consumptionOf = (usage: Usage) => new Consumption(usage, () => seatsOf(usage));
  const own = ownFields(tenant);
  const usages = tenant.usagesOfApplications[application] ?? [];
  return rowsOfUsers(tenant, usages, {
    userOf: ({ user }) => user,
    rowOf: (usage) => ({
      roles: usage.roles,
      ...consumer(tenant.users.at(usage.user), valuesOf(consumptionOf(usage), own)),
    }),
    own: fieldsOf(own, consumptionOf),
    readers: costReaders(tenant, application, usages),
  });
}

/** Reads the costs of all users of an application, which are made together: the seats of one user take a read of all its usages. */
function costReaders(tenant: Tenant, application: number, usages: readonly Usage[]) {
  let known: { readonly costs: Float64Array; readonly savings: Float64Array } | undefined;
  const all = () => {
    known ??= costsOfApplication(tenant, application, usages);
    return known;
  };
  return {
    userCostPerMonth: { at: (position: number) => all().costs[position] },
    potentialSavings: { at: (position: number) => all().savings[position] },
  };
}

/** What each user of an application costs, and what could be saved, summed up by ascending position of the subscription. */
function costsOfApplication(tenant: Tenant, application: number, usages: readonly Usage[]) {
  const rowOfUser = new Uint32Array(tenant.users.records.length);
  const usageAt = usages.at.bind(usages) as (position: number) => Usage;
  for (let row = 0; row < usages.length; row += 1) rowOfUser[usageAt(row).user] = row;
  const [costs, savings] = [new Float64Array(usages.length), new Float64Array(usages.length)];
  for (const [position, subscription] of tenant.subscriptions.records.entries()) {
    if (subscription.application !== application) continue;
    const seats = tenant.assignmentsOfSubscriptions[position] ?? [];
    const seatAt = seats.at.bind(seats) as (index: number) => Assignment;
    for (let [index, { length }] = [0, seats]; index < length; index += 1) {
      const seat = seatAt(index);
      const row = rowOfUser[seat.user] as number;
      costs[row] = (costs[row] as number) + subscription.costPerMonth;
      savings[row] = (savings[row] as number) + savingOf(subscription, seat);
    }
  }
  return { costs: costs.map(cents), savings: savings.map(cents) };
}

/** What the users of a subscription consume (section "Subscription user consumption"); `id` is the user's id. */
export function subscriptionConsumptions(tenant: Tenant, subscription: number): readonly Row[] {
  const consumptionOf = (seat: Assignment) => new Consumption(seat.usage, () => [seat]);
  const own: OwnFields<Assignment> = {
    activityThreshold: { of: () => ACTIVITY_THRESHOLD_DAYS },
    manuallyAssigned: { of: ({ manual }) => manual },
    ...fieldsOf(ownFields(tenant), consumptionOf),
  };
  return rowsOfUsers(tenant, tenant.assignmentsOfSubscriptions[subscription] ?? [], {
    userOf: ({ user }) => user,
    rowOf: (seat) => {
      const user = tenant.users.at(seat.user);
      const { username, country, isEnabled, licenseCount } = user;
      const { roles } = seat.usage;
      return { username, country, isEnabled, licenseCount, roles, ...consumer(user, valuesOf(seat, own)) };
    },
    own,
  });
}

/** The fields of a consumption that are those of the user, and others; one spread, at the end, is quick. */
function consumer(user: User, others: Row): Row {
  const { id, displayName, email, department, discoveryTypes, isOnline, isInReview, isQualified, status } = user;
  return { id, displayName, email, department, discoveryTypes, isOnline, isInReview, isQualified, status, ...others };
}

/**
 * The fields of a consumption that are not those of the user: activity and costs of only one usage. Only in these records
 * `createdDate` is a date and `lastActive` has no zone; the time is still in UTC.
 */
function ownFields(tenant: Tenant): OwnFields<Consumption> {
  const createdDate = tenant.users.readerOf('createdDate');
  const { numbers: createdAt } = createdDate;
  const discoveryTypes = tenant.users.readerOf('discoveryTypes');
  const subscriptionOf = (seat: Assignment) => tenant.subscriptions.at(seat.subscription);
  const sum = (seats: readonly Assignment[], figure: (seat: Assignment) => number) =>
    cents(seats.reduce((total, seat) => total + figure(seat), 0));
  const lastActiveOf = ({ usage: { lastActive } }: Consumption) => lastActive;
  return {
    createdDate: {
      of: ({ usage: { user } }) => createdDate.at(user).slice(0, DATE_LENGTH),
      ...(createdAt && {
        numbers: { of: ({ usage: { user } }) => dayOf(createdAt.at(user)), textOf: dateOf, unit: DAY },
      }),
    },
    isMonitored: { of: ({ usage: { user } }) => discoveryTypes.at(user).includes(7) },
    lastActive: {
      of: ({ usage: { lastActive } }) => (lastActive === null ? null : localTimestamp(lastActive)),
      numbers: { of: lastActiveOf, textOf: localTimestamp, unit: SECOND },
    },
    // "So many units ago"; the codes of the units are unspecified: here 0 is never and 1 is days.
    lastActiveValueInInt: {
      of: ({ usage: { lastActive } }) => Math.floor((TENANT_NOW - (lastActive ?? TENANT_NOW)) / DAY),
    },
    lastActiveValueType: { of: ({ usage: { lastActive } }) => (lastActive === null ? 0 : 1) },
    userCostPerMonth: { of: ({ seats }) => sum(seats, (seat) => subscriptionOf(seat).costPerMonth) },
    potentialSavings: { of: ({ seats }) => sum(seats, (seat) => savingOf(subscriptionOf(seat), seat)) },
    envelopeusage: { of: ({ usage: { daysUsed } }) => daysUsed % 25 },
  };
}

/** Fields of a consumption, read from what it is made of. */
function fieldsOf<Of>(fields: OwnFields<Consumption>, consumptionOf: (one: Of) => Consumption): OwnFields<Of> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { of, numbers }]) => [
      name,
      {
        of: (one: Of) => of(consumptionOf(one)),
        ...(numbers && { numbers: { ...numbers, of: (one: Of) => numbers.of(consumptionOf(one)) } }),
      },
    ]),
  );
}

/** A timestamp without a zone. */
function localTimestamp(time: number): string {
  return timestamp(time).slice(0, -1);
}

function dayOf(time: number | null): number | null {
  return time === null ? null : time - (time % DAY);
}

function dateOf(time: number): string {
  return timestamp(time).slice(0, DATE_LENGTH);
}

/** The values of some fields. */
function valuesOf<Of>(one: Of, fields: OwnFields<Of>): Row {
  const values: Record<string, unknown> = {};
  for (const name in fields) values[name] = fields[name]?.of(one);
  return values;
}
