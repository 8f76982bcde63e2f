import { faker } from '@faker-js/faker/locale/en';
import { chance, DAY, type Dice, fakerDice, money, oneOf, TENANT_NOW, timeBetween, times } from './random.js';
import type { Application } from './stored.js';
import type { Assignment, InsightRule, Subscription, Usage } from './tenant.js';

const TYPES = ['Basic', 'Business "Plus"', "Founders' plan", 'Entreprise'];
const NONE: readonly Assignment[] = [];

/**
 * Subscriptions of the applications that are used, and who has a seat: always users of the application. The first
 * ones belong to the most used applications and are nearly full; the last one has no users at all.
 */
export function generateSubscriptions(
  count: number,
  applications: readonly Application[],
  usagesOfApplications: readonly (readonly Usage[])[],
  users: number,
) {
  const used = applications.flatMap((_, position) => (usagesOfApplications[position]?.length ? [position] : []));
  const assignmentsOfUsers: (readonly Assignment[])[] = times(users, () => NONE);
  const assignmentsOfSubscriptions: Assignment[][] = [];
  const subscriptions = times(applications.length === 0 ? 0 : count, (position) => {
    const application = pickApplication(position, used);
    const usages = usagesOfApplications[application] ?? [];
    const share = shareOf(position, count);
    const assignments = usages.filter(() => chance(share)).map((usage) => generateAssignment(position, usage));
    // Lists are replaced and not appended to, because an array that grows has room for many more.
    for (const assignment of assignments) {
      assignmentsOfUsers[assignment.user] = (assignmentsOfUsers[assignment.user] ?? NONE).concat(assignment);
    }
    assignmentsOfSubscriptions.push(assignments);
    return generateSubscription(application, applications[application] as Application, assignments.length);
  });
  return { subscriptions, assignmentsOfSubscriptions, assignmentsOfUsers };
}

/** The application of a subscription, of those that are used. */
export function pickApplication(position: number, used: readonly number[]): number {
  const rank = position < 3 ? position : Math.floor(used.length * faker.number.float() ** 2);
  return used[rank % Math.max(used.length, 1)] ?? 0;
}

/** Which part of the users of its application have a seat in a subscription. */
export function shareOf(position: number, count: number): number {
  return position < 3 ? 0.85 : position === count - 1 ? 0 : 0.2 + 0.6 * faker.number.float();
}

/** A user's seat in a subscription. */
function generateAssignment(subscription: number, usage: Usage): Assignment {
  const { user } = usage;
  return { user, subscription, assigned: drawAssigned(usage, fakerDice), manual: isManual(fakerDice), usage };
}

/** When a seat was assigned: in the month before its user first used the application. */
export function drawAssigned({ firstUsed }: Usage, dice: Dice): number {
  return timeBetween(firstUsed - 30 * DAY, firstUsed, dice);
}

export function isManual(dice: Dice): boolean {
  return chance(0.2, dice);
}

/** A subscription of an application with some seats assigned. */
export function generateSubscription(application: number, { name }: Application, assigned: number): Subscription {
  const type = oneOf(TYPES);
  return {
    id: faker.string.uuid(),
    name: `${name} ${type}`,
    application,
    type,
    created: timeBetween(TENANT_NOW - 2 * 365 * DAY, TENANT_NOW),
    seats: assigned + faker.number.int(Math.ceil(assigned / 4) + 5),
    costPerMonth: money(2, 80),
    licenceId: faker.string.uuid(),
    productId: faker.string.uuid(),
    collectionTargetId: faker.string.uuid(),
    insightRules: generateInsightRules(),
  };
}

function generateInsightRules(): InsightRule[] {
  return (['inactive', 'never-used', 'disabled'] as const).map((kind) => ({ id: faker.string.uuid(), kind }));
}
