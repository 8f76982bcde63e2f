import { generateAssignment } from '../subscriptions.js';
import type { Assignment, Usage } from '../tenant.js';
import { SeededDice } from './seeded-dice.js';

const PURPOSE = 21;
const NONE: readonly number[] = [];

/** Who has a seat in a subscription: a part of the users of its application. */
export interface Seating {
  readonly application: number;
  readonly share: number;
}

/** The seats of a large tenant, from the side of the users and from that of the subscriptions. */
export interface SeatRecipe {
  /** The seats of a user with some usages, by ascending position of the subscription. */
  ofUser(usages: readonly Usage[]): Assignment[];
  /** The seats of a subscription, whose application has some users. */
  ofSubscription(subscription: number, users: Uint32Array, usageOf: (user: number) => Usage): Assignment[];
  /** How many seats `ofSubscription` gives. */
  countOf(subscription: number, users: Uint32Array): number;
}

export function seatRecipe(seed: number, seatings: readonly Seating[]): SeatRecipe {
  const dice = new SeededDice(seed);
  const byApplication = new Map<number, number[]>();
  for (const [subscription, { application }] of seatings.entries())
    byApplication.set(application, [...(byApplication.get(application) ?? NONE), subscription]);
  /** Draws the first number of the seat, which decides whether there is one. */
  const hasSeat = (user: number, subscription: number) =>
    dice.start(PURPOSE, user, subscription).float() < (seatings[subscription]?.share ?? 0);
  return {
    ofUser(usages) {
      const seats: Assignment[] = [];
      for (const usage of usages)
        for (const subscription of byApplication.get(usage.application) ?? NONE)
          if (hasSeat(usage.user, subscription)) seats.push(generateAssignment(subscription, usage, dice));
      return seats.sort((one, other) => one.subscription - other.subscription);
    },
    ofSubscription(subscription, users, usageOf) {
      const seats: Assignment[] = [];
      for (const user of users)
        if (hasSeat(user, subscription)) {
          const usage = usageOf(user);
          seats.push(generateAssignment(subscription, usage, dice));
        }
      return seats;
    },
    countOf: (subscription, users) => users.reduce((count, user) => count + Number(hasSeat(user, subscription)), 0),
  };
}
