import { faker } from '@faker-js/faker/locale/en';
import { generateAgreements, generateContracts } from '../agreements.js';
import { generateApplications } from '../applications.js';
import { generateDiscoverySources } from '../discovery-sources.js';
import {
  lastActivityOf,
  licenceFiguresOfApplication,
  licenceFiguresOfUser,
  usageFiguresOfApplication,
} from '../figures.js';
import { times, timestampOrNull } from '../random.js';
import type { User } from '../stored.js';
import { StoredCollection } from '../stored-collection.js';
import { generateSubscription, pickApplication, shareOf } from '../subscriptions.js';
import type { Sizes, Tenant, Usage } from '../tenant.js';
import { pickApplications } from '../usages.js';
import { GeneratedCollection } from './generated-collection.js';
import { lazyArray } from './lazy-array.js';
import { lazyLists } from './lazy-lists.js';
import { type Seating, seatRecipe } from './seat-recipe.js';
import { SeededDice } from './seeded-dice.js';
import { usageIndex } from './usage-index.js';
import { usageRecipe } from './usage-recipe.js';
import { figureReaders } from './user-figures.js';
import { userRecipe } from './user-recipe.js';

/** What the numbers are drawn for; the recipes have others. */
const PURPOSE = { picked: 11 } as const;

/**
 * The data of a customer with very many users. Users, usages and seats are made from their positions when they are read;
 * in memory are only the numbers of the applications that each user uses. The data has the same properties as that of
 * `generateTenant`, but not the same records.
 */
export function generateLargeTenant(seed: number, size: Sizes): Tenant {
  faker.seed(seed);
  const discoverySources = generateDiscoverySources();
  const people = userRecipe(seed, size.users, discoverySources);
  const dice = new SeededDice(seed);
  const index = usageIndex(size.users, size.applications, (user) =>
    pickApplications(user, size.applications, dice.start(PURPOSE.picked, user)),
  );
  const usageAt = usageRecipe(seed, people.createdOf);
  const usagesOfUser = (user: number) => {
    const usages: Usage[] = [];
    for (const application of index.applicationsOf(user)) usages.push(usageAt(user, application));
    return usages;
  };
  const usagesOfApplication = (application: number) => {
    const users = index.usersOf(application);
    return lazyArray({ count: users.length, at: (position) => usageAt(users[position] as number, application) });
  };
  const applications = generateApplications(size.applications, discoverySources, {
    length: size.users,
    at: (position) => people.at(position),
  });
  const used = applications.flatMap((_, position) => (index.usersOf(position).length > 0 ? [position] : []));
  const seatings: Seating[] = times(applications.length === 0 ? 0 : size.subscriptions, (position) => ({
    application: pickApplication(position, used),
    share: shareOf(position, size.subscriptions),
  }));
  const seats = seatRecipe(seed, seatings);
  const assigned = seatings.map(({ application }, position) => ({
    length: seats.countOf(position, index.usersOf(application)),
  }));
  const subscriptions = new StoredCollection(
    seatings.map(({ application }, position) =>
      generateSubscription(
        application,
        applications[application] as (typeof applications)[number],
        assigned[position]?.length ?? 0,
      ),
    ),
  );
  const seatsOfUser = (user: number) => seats.ofUser(usagesOfUser(user));
  const figuresOf = (user: number) => {
    const usages = usagesOfUser(user);
    return { lastActive: lastActivityOf(usages), ...licenceFiguresOfUser({ subscriptions }, seats.ofUser(usages)) };
  };
  return {
    seed,
    discoverySources,
    sourcesOfUsers: lazyLists({ count: size.users, make: people.sourcesOf, isKept: false }),
    usagesOfUsers: lazyLists({ count: size.users, make: usagesOfUser, isKept: false }),
    usagesOfApplications: lazyLists({ count: size.applications, make: usagesOfApplication, isKept: false }),
    assignmentsOfUsers: lazyLists({ count: size.users, make: seatsOfUser, isKept: false }),
    assignmentsOfSubscriptions: lazyLists({
      count: subscriptions.records.length,
      make: (subscription) => {
        const { application } = subscriptions.at(subscription);
        const users = seats.seatedOf(subscription, index.usersOf(application));
        return lazyArray({
          count: users.length,
          at: (position) => seats.seatOf(subscription, usageAt(users[position] as number, application)),
        });
      },
      lengthAt: (subscription) => assigned[subscription]?.length ?? 0,
      isKept: true,
    }),
    subscriptions,
    users: new GeneratedCollection<User>({
      count: size.users,
      make: (user) => {
        const own = figuresOf(user);
        return Object.assign(people.at(user), { ...own, lastActive: timestampOrNull(own.lastActive) });
      },
      readers: { ...people.readers, ...figureReaders(size.users, figuresOf) },
      positionOf: people.positionOf,
    }),
    applications: new StoredCollection(
      applications.map((application, position) => ({
        ...application,
        ...usageFiguresOfApplication([...usagesOfApplication(position)]),
        ...licenceFiguresOfApplication({ subscriptions, assignmentsOfSubscriptions: assigned }, position),
      })),
    ),
    agreements: generateAgreements(size.agreements),
    contracts: generateContracts(size.contracts),
  };
}
