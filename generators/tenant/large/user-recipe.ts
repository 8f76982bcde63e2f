import { faker } from '@faker-js/faker/locale/en';
import type { FieldReader, FieldReaders, NumberedTexts } from '../collection.js';
import { DEPARTMENTS, HARD_NAMES } from '../hard-text.js';
import { chance, oneOf, SECOND, times, timestamp } from '../random.js';
import type { DiscoverySource, User } from '../stored.js';
import {
  COMMON_NAMES,
  drawEmployment,
  EMAIL_DOMAIN,
  ENABLED,
  generateCountries,
  generateUser,
  hasCommonName,
  IN_REVIEW,
  ONLINE,
  pickSources,
  QUALIFIED,
  sharedSources,
  specialNameOf,
  timeOfCreation,
  type UserDraws,
  userFields,
} from '../users.js';
import { SeededDice } from './seeded-dice.js';
import { fullNameNumbers, type NameParts, nameNumbers } from './text-numbers.js';
import { UserIds } from './user-ids.js';

/** How many names there are of each kind; a large tenant draws its users from them. */
const NAMES = 500;

/** What the numbers are drawn for. */
const PURPOSE = { id: 1, user: 2, created: 3, sources: 4 } as const;

/** Users by position, as discovered: without activity and without licences. */
export interface UserRecipe {
  at(position: number): User;
  readonly readers: FieldReaders<User>;
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
  // Every usage and every seat depends on when its user was created.
  const created = new Float64Array(count);
  for (let position = 0; position < count; position += 1)
    created[position] = timeOfCreation(dice.start(PURPOSE.created, position));
  const createdOf = (position: number) => created[position] as number;
  const picked = (position: number) =>
    shared(pickSources(position, sources.length, dice.start(PURPOSE.sources, position)));

  /** What is drawn for the user at `index`, drawn when it is read, in the order of `drawUser`. */
  class DrawsAt implements UserDraws {
    index = 0;

    /** The numbers of a user after the first ones; only some users have one for a common name. */
    #after(count: number): SeededDice {
      return dice.start(PURPOSE.user, this.index).skip(count);
    }

    #afterName(count: number): SeededDice {
      return this.#after(count + (hasCommonName(this.index) ? 4 : 3));
    }

    get #employment() {
      const { created, isEnabled } = this;
      return drawEmployment(created, isEnabled, this.#afterName(5));
    }

    get id(): string {
      return ids.at(this.index);
    }
    /** Which names: the first two numbers. */
    get names(): NameParts {
      const first = this.#after(0).int(NAMES - 1);
      return { first, last: dice.int(NAMES - 1), index: this.index };
    }
    get firstName(): string {
      return oneOf(firstNames, this.#after(0));
    }
    get lastName(): string {
      return oneOf(lastNames, this.#after(1));
    }
    get isEnabled(): boolean {
      return chance(ENABLED, this.#after(2));
    }
    get commonName(): string | null {
      return hasCommonName(this.index) ? oneOf(COMMON_NAMES, this.#after(3)) : null;
    }
    get country(): string | null {
      return oneOf(countries, this.#afterName(0));
    }
    get department(): string | null {
      return oneOf(DEPARTMENTS, this.#afterName(1));
    }
    get isInReview(): boolean {
      return chance(IN_REVIEW, this.#afterName(2));
    }
    get isOnline(): boolean {
      return chance(ONLINE, this.#afterName(3));
    }
    get isQualified(): boolean {
      return chance(QUALIFIED, this.#afterName(4));
    }
    get created(): number {
      return createdOf(this.index);
    }
    get discoveryTypes(): number[] {
      return picked(this.index).types;
    }
    get hired(): number {
      return this.#employment.hired;
    }
    get terminated(): number | null {
      return this.#employment.terminated;
    }
  }

  // One for all users: a million of them would take longer to make than to use.
  const draws = new DrawsAt();
  const drawsAt = (position: number) => {
    draws.index = position;
    return draws;
  };
  const partsOf = (position: number) => drawsAt(position).names;
  const names = [firstNames, lastNames] as const;
  const numbers: { readonly [Field in keyof User]?: NumberedTexts } = {
    id: ids.numbers,
    displayName: fullNameNumbers(names, [...COMMON_NAMES, ...HARD_NAMES], (position) => {
      const own = drawsAt(position);
      return specialNameOf(own) ?? own.names;
    }),
    username: nameNumbers(count, names, { suffix: '', partsOf }),
    email: nameNumbers(count, names, { suffix: EMAIL_DOMAIN, partsOf }),
    createdDate: { at: createdOf, textOf: timestamp, unit: SECOND },
    hireDate: { at: (position) => drawsAt(position).hired, textOf: timestamp, unit: SECOND },
    terminationDate: { at: (position) => drawsAt(position).terminated, textOf: timestamp, unit: SECOND },
  };
  const readerOf = (field: keyof User): FieldReader => {
    const read = userFields[field];
    const own = numbers[field];
    const at = (position: number) => read(drawsAt(position));
    return own === undefined ? { at } : { at, numbers: own };
  };
  return {
    at: (position) => generateUser(drawsAt(position)),
    readers: Object.fromEntries(
      Object.keys(userFields).map((field) => [field, readerOf(field as keyof User)]),
    ) as FieldReaders<User>,
    positionOf(id) {
      const position = ids.positionOf(id);
      return position < count && ids.at(position) === id ? position : undefined;
    },
    createdOf,
    sourcesOf: (position) => picked(position).own,
  };
}
