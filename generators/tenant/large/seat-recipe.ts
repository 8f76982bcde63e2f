import { drawAssigned, isManual } from '../subscriptions.js';
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
  /** Which users of its application have a seat in a subscription, by their positions among those. */
  seatedOf(subscription: number, users: Uint32Array): Uint32Array;
  /** The seat of a user with a usage of the application; the user has one. */
  seatOf(subscription: number, usage: Usage): Assignment;
}

export function seatRecipe(seed: number, seatings: readonly Seating[]): SeatRecipe {
  const dice = new SeededDice(seed);
  const byApplication: number[][] = [];
  for (const [subscription, { application }] of seatings.entries())
    byApplication[application] = [...(byApplication[application] ?? NONE), subscription];
  /** Draws the first number of the seat, which decides whether there is one. */
  const hasSeat = (user: number, subscription: number) =>
    dice.start(PURPOSE, user, subscription).float() < (seatings[subscription]?.share ?? 0);

  /** A seat that draws what is read of it, when it is read, in the order of `generateAssignment`. */
  class DrawnSeat implements Assignment {
    constructor(
      readonly user: number,
      readonly subscription: number,
      readonly usage: Usage,
    ) {}

    get assigned(): number {
      return drawAssigned(this.usage, this.#after(1));
    }

    get manual(): boolean {
      return isManual(this.#after(2));
    }

    #after(count: number): SeededDice {
      return dice.start(PURPOSE, this.user, this.subscription).skip(count);
    }
  }

  return {
    ofUser(usages) {
      const seats: Assignment[] = [];
      for (const usage of usages)
        for (const subscription of byApplication[usage.application] ?? NONE)
          if (hasSeat(usage.user, subscription)) seats.push(new DrawnSeat(usage.user, subscription, usage));
      return seats.sort((one, other) => one.subscription - other.subscription);
    },
    seatOf: (subscription, usage) => new DrawnSeat(usage.user, subscription, usage),
    seatedOf(subscription, users) {
      const seated = new Uint32Array(users.length);
      let count = 0;
      for (let index = 0; index < users.length; index += 1) {
        if (!hasSeat(users[index] as number, subscription)) continue;
        seated[count] = index;
        count += 1;
      }
      return seated.slice(0, count);
    },
  };
}
