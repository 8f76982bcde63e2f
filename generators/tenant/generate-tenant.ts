import { faker } from '@faker-js/faker/locale/en';
import { generatePapers } from './agreements.js';
import { generateApplications } from './applications.js';
import { Collection } from './collection.js';
import { generateDiscoverySources } from './discovery-sources.js';
import { licenceFiguresOfApplication, licenceFiguresOfUser, usageFiguresOfApplication } from './figures.js';
import { timestamp } from './random.js';
import { generateSubscriptions } from './subscriptions.js';
import type { Sizes, Tenant, Usage } from './tenant.js';
import { generateUsages } from './usages.js';
import { generateUsers } from './users.js';

const DEFAULT_SIZES: Sizes = { applications: 137, users: 523, subscriptions: 40, agreements: 61, contracts: 58 };
const AGREEMENT_TYPES = ['Enterprise', "Select 'Plus'", 'Volume – Europe', 'OEM \\ Bundle', 'Trial 30 %'];
const CONTRACT_TYPES = ['Maintenance', 'Lease "fixed"', 'Cloud ☁️', 'Prestation de service'];

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
  const seats = { ...assignments, subscriptions: new Collection(bare) };
  // In place, because a large tenant has room for its users once.
  for (const [position, user] of users.entries()) {
    const figures = licenceFiguresOfUser(seats, seats.assignmentsOfUsers[position] ?? []);
    Object.assign(user, { lastActive: latest(usagesOfUsers[position] ?? []), ...figures });
  }
  return {
    seed,
    discoverySources,
    sourcesOfUsers,
    usagesOfApplications,
    usagesOfUsers,
    ...seats,
    users: new Collection(users),
    applications: new Collection(
      applications.map((application, position) => ({
        ...application,
        ...usageFiguresOfApplication(usagesOfApplications[position] ?? []),
        ...licenceFiguresOfApplication(seats, position),
      })),
    ),
    agreements: generatePapers(size.agreements, AGREEMENT_TYPES),
    contracts: generatePapers(size.contracts, CONTRACT_TYPES),
  };
}

/** When a user was last seen in any application. */
function latest(usages: readonly Usage[]): string | null {
  const last = usages.reduce((found, { lastActive }) => Math.max(found, lastActive ?? 0), 0);
  return last === 0 ? null : timestamp(last);
}
