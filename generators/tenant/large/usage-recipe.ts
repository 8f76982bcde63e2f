import type { Usage } from '../tenant.js';
import { drawDaysUsed, drawFirstUsed, drawLastActive, drawRoles, isNeverActive } from '../usages.js';
import { SeededDice } from './seeded-dice.js';

const PURPOSE = 12;

/** Usages of applications by users. */
export interface UsageRecipe {
  /** A usage; `lastActive` is when it was last active, if that is known. */
  at(user: number, application: number, lastActive?: number | null): Usage;
  /** When each usage of an application by some users was last active, as epoch milliseconds; `NaN` for one that never was. */
  lastActiveOf(users: Uint32Array, application: number): Float64Array;
}

/** Usages that draw what is read of them, when it is read: most reads of a large tenant need one number of each. */
export function usageRecipe(seed: number, createdOf: (user: number) => number): UsageRecipe {
  const dice = new SeededDice(seed);
  /** The numbers of a usage after the first ones, in the order of `generateUsage`. */
  const after = (count: number, user: number, application: number) =>
    dice.start(PURPOSE, user, application).skip(count);
  const lastActiveAt = (user: number, application: number) =>
    isNeverActive(after(0, user, application)) ? null : drawLastActive(createdOf(user), dice);

  class DrawnUsage implements Usage {
    readonly #lastActive: number | null | undefined;

    constructor(
      readonly user: number,
      readonly application: number,
      lastActive: number | null | undefined,
    ) {
      this.#lastActive = lastActive;
    }

    get lastActive(): number | null {
      return this.#lastActive === undefined ? lastActiveAt(this.user, this.application) : this.#lastActive;
    }

    get firstUsed(): number {
      const { lastActive } = this;
      return drawFirstUsed(createdOf(this.user), lastActive, this.#after(lastActive === null ? 1 : 2));
    }

    get daysUsed(): number {
      return isNeverActive(this.#after(0)) ? 0 : drawDaysUsed(dice.skip(2));
    }

    get roles(): readonly string[] {
      const isNever = isNeverActive(this.#after(0));
      return drawRoles(dice.skip(isNever ? 1 : 3));
    }

    #after(count: number): SeededDice {
      return after(count, this.user, this.application);
    }
  }

  return {
    at: (user, application, lastActive) => new DrawnUsage(user, application, lastActive),
    lastActiveOf(users, application) {
      const times = new Float64Array(users.length);
      for (let index = 0; index < users.length; index += 1)
        times[index] = lastActiveAt(users[index] as number, application) ?? Number.NaN;
      return times;
    },
  };
}
