import { faker } from '@faker-js/faker/locale/en';
import { discoveryTypesOf } from './discovery-sources.js';
import { DEPARTMENTS, HARD_NAMES } from './hard-text.js';
import {
  asOneString,
  chance,
  DAY,
  type Dice,
  fakerDice,
  oneOf,
  TENANT_NOW,
  timeBetween,
  times,
  timestamp,
} from './random.js';
import type { DiscoverySource, User } from './stored.js';

const COMMON_NAMES = ['Alex Smith', 'alex smith', 'Kim Lee'];
const EARLIEST = TENANT_NOW - 6 * 365 * DAY;

/** What is drawn for one user. */
export interface UserDice extends Dice {
  id(): string;
  firstName(): string;
  lastName(): string;
  /** When the user was created, as epoch milliseconds. */
  created(): number;
}

const fakerUserDice: UserDice = {
  ...fakerDice,
  id: () => faker.string.uuid(),
  firstName: () => faker.person.firstName(),
  lastName: () => faker.person.lastName(),
  created: () => timeOfCreation(fakerDice),
};

/** Users as discovered, before their usages are known: without activity and without licences. */
export function generateUsers(count: number, sources: readonly DiscoverySource[]) {
  const countries = generateCountries();
  const sourcesOf = sharedSources(sources);
  const discovered = times(count, (index) => sourcesOf(pickSources(index, sources.length)));
  return {
    users: discovered.map(({ types }, index) => generateUser(index, types, countries, fakerUserDice)),
    sourcesOfUsers: discovered.map(({ own }) => own),
  };
}

/** The countries of a tenant; one of them is null. */
export function generateCountries(): (string | null)[] {
  return [...times(12, () => faker.location.country()), "Côte d'Ivoire", null];
}

/** When a user was created, as epoch milliseconds. */
export function timeOfCreation(dice: Dice): number {
  return timeBetween(EARLIEST, TENANT_NOW - 10 * DAY, dice);
}

/** One to four sources, as bits; every tenth user was seen by most of them, so that this list has several pages. */
export function pickSources(index: number, count: number, dice = fakerDice): number {
  const wanted = index % 10 === 0 ? 0.75 : 0.15;
  let picked = 0;
  for (let source = 0; source < count; source += 1) if (chance(wanted, dice)) picked |= 1 << source;
  return picked === 0 ? 1 << (index % count) : picked;
}

/** The sources of some bits in ascending order, with their types: users with the same sources share both lists. */
export function sharedSources(sources: readonly DiscoverySource[]) {
  const known = new Map<number, { readonly own: readonly number[]; readonly types: number[] }>();
  return (bits: number) => {
    const found = known.get(bits);
    if (found !== undefined) return found;
    const own = sources.flatMap((_source, position) => ((bits >> position) & 1 ? [position] : []));
    const made = { own, types: discoveryTypesOf(sources, own) };
    known.set(bits, made);
    return made;
  };
}

/** A user as discovered, before its usages are known: without activity and without licences. */
export function generateUser(
  index: number,
  discoveryTypes: number[],
  countries: readonly (string | null)[],
  dice: UserDice,
): User {
  const first = dice.firstName();
  const last = dice.lastName();
  const username = `${first}.${last}.${index}`.toLowerCase();
  const created = dice.created();
  const isEnabled = chance(0.93, dice);
  return {
    id: dice.id(),
    username,
    displayName: displayName(index, asOneString(first, ' ', last), dice),
    email: asOneString(username, '@example.com'),
    country: oneOf(countries, dice),
    department: oneOf(DEPARTMENTS, dice),
    createdDate: timestamp(created),
    lastActive: null,
    status: isEnabled ? 'Active' : 'Inactive',
    isEnabled,
    isInReview: chance(0.2, dice),
    isOnline: chance(0.5, dice),
    isQualified: chance(0.7, dice),
    licenseCount: 0,
    potentialSavings: 0,
    userCostPerMonth: 0,
    discoveryTypes,
    ...generateEmployment(created, isEnabled, dice),
  };
}

/** Most users have a unique name; some share one, which creates ties, and some have a difficult one. */
function displayName(index: number, plain: string, dice: Dice): string {
  if (index % 11 === 7) return oneOf(COMMON_NAMES, dice);
  if (index % 13 === 5) return HARD_NAMES[Math.floor(index / 13) % HARD_NAMES.length] as string;
  return plain;
}

function generateEmployment(created: number, isEnabled: boolean, dice: Dice) {
  const left = !isEnabled && chance(0.8, dice);
  return {
    employmentStatus: left ? 'Terminated' : 'Employed',
    hireDate: timestamp(created - dice.int(400) * DAY),
    terminationDate: left ? timestamp(timeBetween(created, TENANT_NOW, dice)) : null,
  };
}
