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

export const COMMON_NAMES = ['Alex Smith', 'alex smith', 'Kim Lee'];
export const EMAIL_DOMAIN = '@example.com';
/** How probable the flags of a user are. */
export const [ENABLED, IN_REVIEW, ONLINE, QUALIFIED] = [0.93, 0.2, 0.5, 0.7];
const EARLIEST = TENANT_NOW - 6 * 365 * DAY;

/** What is drawn for one user; everything that is discovered about the user follows from it. Times are epoch milliseconds. */
export interface UserDraws {
  readonly index: number;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The name of a user that shares it with others; other users have none. */
  readonly commonName: string | null;
  readonly created: number;
  readonly isEnabled: boolean;
  readonly country: string | null;
  readonly department: string | null;
  readonly isInReview: boolean;
  readonly isOnline: boolean;
  readonly isQualified: boolean;
  readonly discoveryTypes: number[];
  readonly hired: number;
  /** `null` for a user who has not left. */
  readonly terminated: number | null;
}

/** The fields of a user as discovered, before its usages are known: without activity and without licences. */
export const userFields: { readonly [Field in keyof User]: (draws: UserDraws) => User[Field] } = {
  id: ({ id }) => id,
  username: usernameOf,
  displayName: displayNameOf,
  email: (draws) => asOneString(usernameOf(draws), EMAIL_DOMAIN),
  country: ({ country }) => country,
  department: ({ department }) => department,
  createdDate: ({ created }) => timestamp(created),
  lastActive: () => null,
  status: ({ isEnabled }) => (isEnabled ? 'Active' : 'Inactive'),
  isEnabled: ({ isEnabled }) => isEnabled,
  isInReview: ({ isInReview }) => isInReview,
  isOnline: ({ isOnline }) => isOnline,
  isQualified: ({ isQualified }) => isQualified,
  licenseCount: () => 0,
  potentialSavings: () => 0,
  userCostPerMonth: () => 0,
  discoveryTypes: ({ discoveryTypes }) => discoveryTypes,
  employmentStatus: ({ terminated }) => (terminated === null ? 'Employed' : 'Terminated'),
  hireDate: ({ hired }) => timestamp(hired),
  terminationDate: ({ terminated }) => (terminated === null ? null : timestamp(terminated)),
};

const FIELDS = Object.keys(userFields) as (keyof User)[];
/** Copies of an object from `JSON.parse` are quick to read and to spread, which an object that grows by so many fields is not. */
const BLANK: Partial<Record<keyof User, unknown>> = JSON.parse(
  JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, null]))),
);

/** Users as discovered, before their usages are known: without activity and without licences. */
export function generateUsers(count: number, sources: readonly DiscoverySource[]) {
  const countries = generateCountries();
  const sourcesOf = sharedSources(sources);
  const discovered = times(count, (index) => sourcesOf(pickSources(index, sources.length)));
  return {
    users: discovered.map(({ types }, index) => generateUser(drawUser(index, types, countries))),
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
export function generateUser(draws: UserDraws): User {
  const user = { ...BLANK };
  for (const field of FIELDS) user[field] = userFields[field](draws);
  return user as User;
}

function drawUser(index: number, discoveryTypes: number[], countries: readonly (string | null)[]): UserDraws {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  const created = timeOfCreation(fakerDice);
  const isEnabled = chance(ENABLED);
  return {
    index,
    firstName,
    lastName,
    created,
    isEnabled,
    id: faker.string.uuid(),
    commonName: hasCommonName(index) ? oneOf(COMMON_NAMES) : null,
    country: oneOf(countries),
    department: oneOf(DEPARTMENTS),
    isInReview: chance(IN_REVIEW),
    isOnline: chance(ONLINE),
    isQualified: chance(QUALIFIED),
    discoveryTypes,
    ...drawEmployment(created, isEnabled, fakerDice),
  };
}

/** Whether a disabled user has left is drawn first, then when the user was hired, and last when the user left. */
export function drawEmployment(created: number, isEnabled: boolean, dice: Dice) {
  const hasLeft = !isEnabled && chance(0.8, dice);
  return {
    hired: created - dice.int(400) * DAY,
    terminated: hasLeft ? timeBetween(created, TENANT_NOW, dice) : null,
  };
}

function usernameOf({ firstName, lastName, index }: UserDraws): string {
  return `${firstName}.${lastName}.${index}`.toLowerCase();
}

/** Most users have a unique name; some share one, which creates ties, and some have a difficult one. */
function displayNameOf(draws: UserDraws): string {
  return specialNameOf(draws) ?? asOneString(draws.firstName, ' ', draws.lastName);
}

/** The name of a user whose name is not unique or is difficult; `null` for other users. */
export function specialNameOf({ index, commonName }: Pick<UserDraws, 'index' | 'commonName'>): string | null {
  if (commonName !== null) return commonName;
  return index % 13 === 5 ? (HARD_NAMES[Math.floor(index / 13) % HARD_NAMES.length] as string) : null;
}

export function hasCommonName(index: number): boolean {
  return index % 11 === 7;
}
