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
  /** Which users of its application have a seat in a subscription. */
  seatedOf(subscription: number, users: Uint32Array): Uint32Array;
  /** How many users `seatedOf` gives. */
  countOf(subscription: number, users: Uint32Array): number;
  /** The seat of a user with a usage of the application; the user has one. */
  seatOf(subscription: number, usage: Usage): Assignment;
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
    seatedOf: (subscription, users) => users.filter((user) => hasSeat(user, subscription)),
    countOf: (subscription, users) => users.reduce((count, user) => count + Number(hasSeat(user, subscription)), 0),
    seatOf(subscription, usage) {
      // The seat was drawn first.
      hasSeat(usage.user, subscription);
      return generateAssignment(subscription, usage, dice);
    },
  };
}
