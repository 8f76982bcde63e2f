import { chance, DAY, type Dice, fakerDice, oneOf, TENANT_NOW, timeBetween } from './random.js';
import type { User } from './stored.js';
import type { Usage } from './tenant.js';

const ROLES: readonly (readonly string[])[] = [['User'], ['User'], ['User', 'Administrator'], ['Guest "external"'], []];
const SECOND = 1000;

/**
 * Who uses which application, from both sides. The first applications are used by most users and the later ones by
 * few; every ninth application has no users, every 29th user uses nothing, every 50th user uses very many.
 */
export function generateUsages(users: readonly User[], applications: number) {
  const usagesOfApplications: Usage[][] = Array.from({ length: applications }, () => []);
  const usagesOfUsers = users.map(({ createdDate }, user) => {
    const created = Date.parse(createdDate);
    return pickApplications(user, applications, fakerDice).map((application) =>
      generateUsage(user, application, created, fakerDice),
    );
  });
  for (const usages of usagesOfUsers) for (const usage of usages) usagesOfApplications[usage.application]?.push(usage);
  return { usagesOfApplications, usagesOfUsers };
}

/** The applications that a user uses, by position, in ascending order. */
export function pickApplications(user: number, applications: number, dice: Dice): number[] {
  if (user % 29 === 28 || applications === 0) return [];
  const heavy = user % 50 === 0;
  const draws = heavy ? 40 : 1 + dice.int(8);
  const picked: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const drawn = dice.float();
    const application = Math.floor(applications * (heavy ? drawn : drawn ** 3));
    if (application % 9 !== 8) addInOrder(picked, application);
  }
  return picked;
}

/** Adds a number to ascending ones, unless it is one of them: a set and a sort of few numbers take several times as long. */
function addInOrder(ascending: number[], added: number): void {
  let index = ascending.length;
  while (index > 0 && (ascending[index - 1] as number) > added) index -= 1;
  if (ascending[index - 1] === added) return;
  for (let to = ascending.length; to > index; to -= 1) ascending[to] = ascending[to - 1] as number;
  ascending[index] = added;
}

/** A user's use of an application; `created` is when the user was created, as epoch milliseconds. */
function generateUsage(user: number, application: number, created: number, dice: Dice): Usage {
  const lastActive = isNeverActive(dice) ? null : drawLastActive(created, dice);
  const firstUsed = drawFirstUsed(created, lastActive, dice);
  const daysUsed = lastActive === null ? 0 : drawDaysUsed(dice);
  return new StoredUsage(user, application, firstUsed, lastActive, daysUsed, drawRoles(dice));
}

export function isNeverActive(dice: Dice): boolean {
  return chance(0.1, dice);
}

export function drawLastActive(created: number, dice: Dice): number {
  return timeBetween(Math.max(created, TENANT_NOW - 180 * DAY), TENANT_NOW, dice);
}

export function drawFirstUsed(created: number, lastActive: number | null, dice: Dice): number {
  return timeBetween(created, lastActive ?? TENANT_NOW, dice);
}

/** On how many days an application was used that was used at all. */
export function drawDaysUsed(dice: Dice): number {
  return 1 + dice.int(250);
}

export function drawRoles(dice: Dice): readonly string[] {
  return oneOf(ROLES, dice);
}

/** A usage with its times in seconds, which take a third of the memory of milliseconds: a large tenant has millions. */
class StoredUsage implements Usage {
  readonly #first: number;
  readonly #last: number | null;

  constructor(
    readonly user: number,
    readonly application: number,
    firstUsed: number,
    lastActive: number | null,
    readonly daysUsed: number,
    readonly roles: readonly string[],
  ) {
    this.#first = firstUsed / SECOND;
    this.#last = lastActive === null ? null : lastActive / SECOND;
  }

  get firstUsed(): number {
    return this.#first * SECOND;
  }

  get lastActive(): number | null {
    return this.#last === null ? null : this.#last * SECOND;
  }
}
