import type { Usage } from '../tenant.js';
import { drawDaysUsed, drawFirstUsed, drawLastActive, drawRoles, isNeverActive } from '../usages.js';
import { SeededDice } from './seeded-dice.js';

const PURPOSE = 12;

/** Makes the usage of an application by a user. */
export type UsageRecipe = (user: number, application: number) => Usage;

/** Usages that draw what is read of them, when it is read: most reads of a large tenant need one number of each. */
export function usageRecipe(seed: number, createdOf: (user: number) => number): UsageRecipe {
  const dice = new SeededDice(seed);
  /** The numbers of a usage after the first ones, in the order of `generateUsage`. */
  const after = (count: number, { user, application }: Usage) => dice.start(PURPOSE, user, application).skip(count);

  class DrawnUsage implements Usage {
    constructor(
      readonly user: number,
      readonly application: number,
    ) {}

    get lastActive(): number | null {
      return isNeverActive(after(0, this)) ? null : drawLastActive(createdOf(this.user), dice);
    }

    get firstUsed(): number {
      const { lastActive } = this;
      return drawFirstUsed(createdOf(this.user), lastActive, after(lastActive === null ? 1 : 2, this));
    }

    get daysUsed(): number {
      return isNeverActive(after(0, this)) ? 0 : drawDaysUsed(dice.skip(2));
    }

    get roles(): readonly string[] {
      const isNever = isNeverActive(after(0, this));
      return drawRoles(dice.skip(isNever ? 1 : 3));
    }
  }

  return (user, application) => new DrawnUsage(user, application);
}
