import { faker } from '@faker-js/faker/locale/en';
import { generateAgreements, generateContracts } from './agreements.js';
import { generateApplications } from './applications.js';
import { generateDiscoverySources } from './discovery-sources.js';
import {
  lastActivityOf,
  licenceFiguresOfApplication,
  licenceFiguresOfUser,
  usageFiguresOfApplication,
} from './figures.js';
import { generateLargeTenant } from './large/generate-large-tenant.js';
import { timestampOrNull } from './random.js';
import { StoredCollection } from './stored-collection.js';
import { generateSubscriptions } from './subscriptions.js';
import type { Sizes, Tenant } from './tenant.js';
import { generateUsages } from './usages.js';
import { generateUsers } from './users.js';

const DEFAULT_SIZES: Sizes = { applications: 137, users: 523, subscriptions: 40, agreements: 61, contracts: 58 };
/** With more users than this, records are made when they are read. */
const MOST_STORED_USERS = 20_000;

/** The options of a tenant; the same options generate the same tenant, byte for byte. */
export interface TenantOptions {
  readonly seed?: number;
  readonly sizes?: Partial<Sizes>;
}

/**
 * Generates all data of one customer from a seed. Counts and sums are computed last, from the usages and the seats, so
 * that they agree with the lists. It runs synchronously, so nothing else uses the shared faker that it seeds.
 */
export function generateTenant({ seed = 1, sizes = {} }: TenantOptions = {}): Tenant {
  const size = { ...DEFAULT_SIZES, ...sizes };
  return size.users > MOST_STORED_USERS ? generateLargeTenant(seed, size) : generateStoredTenant(seed, size);
}

/** Whether a tenant has so many users that their records are made when they are read. */
export function isLargeTenant({ users }: Tenant): boolean {
  return users.records.length > MOST_STORED_USERS;
}

function generateStoredTenant(seed: number, size: Sizes): Tenant {
  faker.seed(seed);
  const discoverySources = generateDiscoverySources();
  const { users, sourcesOfUsers } = generateUsers(size.users, discoverySources);
  const applications = generateApplications(size.applications, discoverySources, users);
  const { usagesOfApplications, usagesOfUsers } = generateUsages(users, size.applications);
  const { subscriptions: bare, ...assignments } = generateSubscriptions(
    size.subscriptions,
    applications,
    usagesOfApplications,
    size.users,
  );
  const seats = { ...assignments, subscriptions: new StoredCollection(bare) };
  // In place, because a large tenant has room for its users once.
  for (const [position, user] of users.entries()) {
    const figures = licenceFiguresOfUser(seats, seats.assignmentsOfUsers[position] ?? []);
    const lastActive = timestampOrNull(lastActivityOf(usagesOfUsers[position] ?? []));
    Object.assign(user, { lastActive, ...figures });
  }
  return {
    seed,
    discoverySources,
    sourcesOfUsers,
    usagesOfApplications,
    usagesOfUsers,
    ...seats,
    users: new StoredCollection(users),
    applications: new StoredCollection(
      applications.map((application, position) => ({
        ...application,
        ...usageFiguresOfApplication(
          Float64Array.from(usagesOfApplications[position] ?? [], ({ lastActive }) => lastActive ?? Number.NaN),
        ),
        ...licenceFiguresOfApplication(seats, position),
      })),
    ),
    agreements: generateAgreements(size.agreements),
    contracts: generateContracts(size.contracts),
  };
}
