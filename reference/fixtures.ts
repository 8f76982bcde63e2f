import type { FixtureName, WriteFixtureName } from '../contract/types.js';
import { times } from '../generators/tenant/random.js';
import type { Tenant } from '../generators/tenant/tenant.js';
import { insightUsers } from './records/users-of.js';

/** The member of a list with the highest score; the first one of several. */
function best<T>(values: readonly T[], score: (value: T, position: number) => number): T | undefined {
  let found: T | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  values.forEach((value, position) => {
    const own = score(value, position);
    if (own > highest) [found, highest] = [value, own];
  });
  return found;
}

/** How many users and seats are compared at most to find a sample: a large tenant makes each of them for that. */
const MOST_COMPARED = 20_000;

/** The maximum number of users to remove: enough for every check to have its own, twice. */
const REMOVABLE = 24;

type Removable = Extract<WriteFixtureName, `removable${string}`>;

/** Sample ids for requests, and the users that may be removed. */
export type ReferenceFixtures = Readonly<Record<FixtureName | Removable, string>>;

/**
 * A subscription, other than the sample if possible, and users that may be removed from it.
 */
function removable({ subscriptions, assignmentsOfSubscriptions, users }: Tenant, sample: string | undefined) {
  const subscription = best(subscriptions.records, ({ id }, position) =>
    id === sample ? 0.5 : (assignmentsOfSubscriptions[position]?.length ?? 0),
  );
  const seats = assignmentsOfSubscriptions[subscriptions.positionOf(subscription?.id ?? '') ?? -1] ?? [];
  const removed = [...new Set(seats.map(({ user }) => user))].slice(0, REMOVABLE);
  const ids = removed.map((user) => users.at(user).id);
  return { removableSubscriptionId: subscription?.id ?? '', removableUserIds: ids.join(',') };
}

/**
 * A sample of each kind of record, the one with the most children, so that its lists have several pages. The insight
 * rule belongs to the subscription. An empty string if the tenant has no such record.
 */
export function fixturesOf(tenant: Tenant): ReferenceFixtures {
  const { applications, users, subscriptions, agreements, contracts } = tenant;
  const subscription = best(
    subscriptions.records,
    (_subscription, position) => tenant.assignmentsOfSubscriptions[position]?.length ?? 0,
  );
  const position = subscriptions.positionOf(subscription?.id ?? '') ?? -1;
  const rule = best(
    subscription?.insightRules ?? [],
    ({ kind }) => insightUsers(tenant, position, kind, MOST_COMPARED).length,
  );
  const application = best(applications.records, ({ totalUniqueUsers }) => totalUniqueUsers);
  const compared = Math.min(tenant.usagesOfUsers.length, MOST_COMPARED);
  const user = best(
    times(compared, (index) => users.at(index)),
    ({ licenseCount }, index) =>
      (tenant.usagesOfUsers[index]?.length ?? 0) + licenseCount + (tenant.sourcesOfUsers[index]?.length ?? 0),
  );
  const samples = {
    applicationId: application,
    userId: user,
    subscriptionId: subscription,
    insightRuleId: rule,
    agreementId: best(agreements.records.records, (_record, index) => agreements.periods[index]?.length ?? 0),
    contractId: best(contracts.records.records, (_record, index) => contracts.periods[index]?.length ?? 0),
    agreementTypeId: agreements.types.records[0],
    contractTypeId: contracts.types.records[0],
  } satisfies Record<FixtureName, { readonly id: string } | undefined>;
  const ids = Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, sample?.id ?? '']));
  return { ...(ids as Record<FixtureName, string>), ...removable(tenant, subscription?.id) };
}
