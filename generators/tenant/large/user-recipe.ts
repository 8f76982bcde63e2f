import { faker } from '@faker-js/faker/locale/en';
import { oneOf, times } from '../random.js';
import type { DiscoverySource, User } from '../stored.js';
import {
  generateCountries,
  generateUser,
  pickSources,
  sharedSources,
  timeOfCreation,
  type UserDice,
} from '../users.js';
import { SeededDice } from './seeded-dice.js';
import { UserIds } from './user-ids.js';

/** How many names there are of each kind; a large tenant draws its users from them. */
const NAMES = 500;

/** What the numbers are drawn for. */
const PURPOSE = { id: 1, user: 2, created: 3, sources: 4 } as const;

/** Users by position, as discovered: without activity and without licences. */
export interface UserRecipe {
  at(position: number): User;
  positionOf(id: string): number | undefined;
  /** When a user was created, as epoch milliseconds. */
  createdOf(position: number): number;
  /** Positions in the sources of the tenant. */
  sourcesOf(position: number): readonly number[];
}

/** The users of a large tenant; draws the names that they share from faker. */
export function userRecipe(seed: number, count: number, sources: readonly DiscoverySource[]): UserRecipe {
  const firstNames = times(NAMES, () => faker.person.firstName());
  const lastNames = times(NAMES, () => faker.person.lastName());
  const countries = generateCountries();
  const shared = sharedSources(sources);
  const ids = new UserIds(new SeededDice(seed), PURPOSE.id);
  const dice = new SeededDice(seed);
  const moments = new SeededDice(seed);
  const createdOf = (position: number) => timeOfCreation(moments.start(PURPOSE.created, position));
  const picked = (position: number) =>
    shared(pickSources(position, sources.length, dice.start(PURPOSE.sources, position)));
  // One for all users: a million of them would take longer to make than to use.
  let current = 0;
  const userDice: UserDice = {
    float: () => dice.float(),
    int: (max) => dice.int(max),
    id: () => ids.at(current),
    firstName: () => oneOf(firstNames, dice),
    lastName: () => oneOf(lastNames, dice),
    created: () => createdOf(current),
  };
  return {
    at(position) {
      const { types } = picked(position);
      current = position;
      dice.start(PURPOSE.user, position);
      return generateUser(position, types, countries, userDice);
    },
    positionOf(id) {
      const position = ids.positionOf(id);
      return position < count && ids.at(position) === id ? position : undefined;
    },
    createdOf,
    sourcesOf: (position) => picked(position).own,
  };
}
