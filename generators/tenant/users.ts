import { faker } from '@faker-js/faker/locale/en';
import { discoveryTypesOf } from './discovery-sources.js';
import { DEPARTMENTS, HARD_NAMES } from './hard-text.js';
import { asOneString, chance, DAY, oneOf, TENANT_NOW, timeBetween, times, timestamp } from './random.js';
import type { DiscoverySource, User } from './stored.js';

const COMMON_NAMES = ['Alex Smith', 'alex smith', 'Kim Lee'];
const EARLIEST = TENANT_NOW - 6 * 365 * DAY;

/** Users as discovered, before their usages are known: without activity and without licences. */
export function generateUsers(count: number, sources: readonly DiscoverySource[]) {
  const countries = [...times(12, () => faker.location.country()), "Côte d'Ivoire", null];
  const sourcesOf = sharedSources(sources);
  const discovered = times(count, (index) => sourcesOf(pickSources(index, sources.length)));
  return {
    users: discovered.map(({ types }, index) => generateUser(index, types, countries)),
    sourcesOfUsers: discovered.map(({ own }) => own),
  };
}

/** One to four sources, as bits; every tenth user was seen by most of them, so that this list has several pages. */
function pickSources(index: number, count: number): number {
  const wanted = index % 10 === 0 ? 0.75 : 0.15;
  let picked = 0;
  for (let source = 0; source < count; source += 1) if (chance(wanted)) picked |= 1 << source;
  return picked === 0 ? 1 << (index % count) : picked;
}

/** The sources of some bits in ascending order, with their types: users with the same sources share both lists. */
function sharedSources(sources: readonly DiscoverySource[]) {
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

function generateUser(index: number, discoveryTypes: number[], countries: readonly (string | null)[]): User {
  const first = faker.person.firstName();
  const last = faker.person.lastName();
  const username = `${first}.${last}.${index}`.toLowerCase();
  const created = timeBetween(EARLIEST, TENANT_NOW - 10 * DAY);
  const isEnabled = chance(0.93);
  return {
    id: faker.string.uuid(),
    username,
    displayName: displayName(index, asOneString(first, ' ', last)),
    email: asOneString(username, '@example.com'),
    country: oneOf(countries),
    department: oneOf(DEPARTMENTS),
    createdDate: timestamp(created),
    lastActive: null,
    status: isEnabled ? 'Active' : 'Inactive',
    isEnabled,
    isInReview: chance(0.2),
    isOnline: chance(0.5),
    isQualified: chance(0.7),
    licenseCount: 0,
    potentialSavings: 0,
    userCostPerMonth: 0,
    discoveryTypes,
    ...generateEmployment(created, isEnabled),
  };
}

/** Most users have a unique name; some share one, which creates ties, and some have a difficult one. */
function displayName(index: number, plain: string): string {
  if (index % 11 === 7) return oneOf(COMMON_NAMES);
  if (index % 13 === 5) return HARD_NAMES[Math.floor(index / 13) % HARD_NAMES.length] as string;
  return plain;
}

function generateEmployment(created: number, isEnabled: boolean) {
  const left = !isEnabled && chance(0.8);
  return {
    employmentStatus: left ? 'Terminated' : 'Employed',
    hireDate: timestamp(created - faker.number.int(400) * DAY),
    terminationDate: left ? timestamp(timeBetween(created, TENANT_NOW)) : null,
  };
}
