import { faker } from '@faker-js/faker/locale/en';
import { generateAgreements, generateContracts } from '../agreements.js';
import { generateApplications } from '../applications.js';
import { generateDiscoverySources } from '../discovery-sources.js';
import { licenceFiguresOfApplication, usageFiguresOfApplication } from '../figures.js';
import { times } from '../random.js';
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
import { type Activity, userFigures } from './user-figures.js';
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
  const usages = usageRecipe(seed, people.createdOf);
  const usagesOfUser = (user: number) => {
    const own: Usage[] = [];
    for (const application of index.applicationsOf(user)) own.push(usages.at(user, application));
    return own;
  };
  const activity = times(size.applications, (application) => {
    const users = index.usersOf(application);
    return { users, lastActive: usages.lastActiveOf(users, application) };
  });
  /** The usage by one of the users of an application. */
  const usageOf = (application: number, at: number) => {
    const { users, lastActive } = activity[application] as Activity;
    const time = lastActive[at] as number;
    return usages.at(users[at] as number, application, Number.isNaN(time) ? null : time);
  };
  const usagesOfApplication = (application: number) =>
    lazyArray({
      count: index.usersOf(application).length,
      at: (position) => usageOf(application, position),
    });
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
  const seatedOf = seatings.map(({ application }, position) => seats.seatedOf(position, index.usersOf(application)));
  const subscriptions = new StoredCollection(
    seatings.map(({ application }, position) =>
      generateSubscription(
        application,
        applications[application] as (typeof applications)[number],
        seatedOf[position]?.length ?? 0,
      ),
    ),
  );
  const seatsOfUser = (user: number) => seats.ofUser(usagesOfUser(user));
  const figures = userFigures(size.users, {
    activity,
    seats: subscriptions.records.map(({ application, costPerMonth }, position) => ({
      ...{ application, costPerMonth },
      seated: seatedOf[position] as Uint32Array,
    })),
  });
  return {
    seed,
    discoverySources,
    sourcesOfUsers: lazyLists({ count: size.users, make: people.sourcesOf }),
    usagesOfUsers: lazyLists({ count: size.users, make: usagesOfUser }),
    usagesOfApplications: lazyLists({ count: size.applications, make: usagesOfApplication }),
    assignmentsOfUsers: lazyLists({ count: size.users, make: seatsOfUser }),
    assignmentsOfSubscriptions: lazyLists({
      count: subscriptions.records.length,
      make: (subscription) => {
        const { application } = subscriptions.at(subscription);
        const seated = seatedOf[subscription] as Uint32Array;
        return lazyArray({
          count: seated.length,
          at: (position) => seats.seatOf(subscription, usageOf(application, seated[position] as number)),
        });
      },
    }),
    subscriptions,
    users: new GeneratedCollection<User>({
      count: size.users,
      make: (user) => Object.assign(people.at(user), figures.of(user)),
      readers: { ...people.readers, ...figures.readers },
      positionOf: people.positionOf,
    }),
    applications: new StoredCollection(
      applications.map((application, position) => ({
        ...application,
        ...usageFiguresOfApplication(activity[position]?.lastActive ?? new Float64Array(0)),
        ...licenceFiguresOfApplication({ subscriptions, assignmentsOfSubscriptions: seatedOf }, position),
      })),
    ),
    agreements: generateAgreements(size.agreements),
    contracts: generateContracts(size.contracts),
  };
}
