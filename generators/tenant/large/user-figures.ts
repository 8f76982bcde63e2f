import type { FieldReader } from '../collection.js';
import { cents, isRecent } from '../figures.js';
import { SECOND, timestamp, timestampOrNull } from '../random.js';
import type { User } from '../stored.js';

/** The fields of a user that follow from usages and seats. */
type Figure = 'lastActive' | 'licenseCount' | 'potentialSavings' | 'userCostPerMonth';

/** Who uses an application, and when each of these users last did; `NaN` for one who never did. */
export interface Activity {
  readonly users: Uint32Array;
  readonly lastActive: Float64Array;
}

/** The seats of a subscription: which of the users of its application have one. */
export interface Seats {
  readonly application: number;
  readonly costPerMonth: number;
  readonly seated: Uint32Array;
}

/** What the figures of users follow from: the activity by application, and the seats by subscription. */
interface Facts {
  readonly activity: readonly Activity[];
  readonly seats: readonly Seats[];
}

/** The figures of users. Those of all are made when one is read, by application and by subscription. */
export function userFigures(count: number, facts: Facts) {
  let known: Readonly<Record<Figure, Float64Array>> | undefined;
  const all = () => {
    known ??= figuresOfAll(count, facts);
    return known;
  };
  const timeAt = (user: number) => all().lastActive[user] || null;
  const numberReader = (figure: Figure) => ({ at: (user: number) => all()[figure][user] as number });
  const readers = {
    lastActive: {
      at: (user) => timestampOrNull(timeAt(user)),
      numbers: { at: timeAt, textOf: timestamp, unit: SECOND },
    },
    licenseCount: numberReader('licenseCount'),
    potentialSavings: numberReader('potentialSavings'),
    userCostPerMonth: numberReader('userCostPerMonth'),
  } satisfies { readonly [Field in Figure]: FieldReader<User[Field]> };
  return {
    readers,
    of: (user: number): Pick<User, Figure> => ({
      lastActive: readers.lastActive.at(user),
      licenseCount: readers.licenseCount.at(user),
      potentialSavings: readers.potentialSavings.at(user),
      userCostPerMonth: readers.userCostPerMonth.at(user),
    }),
  };
}

/** The figures by user; the activity is epoch milliseconds, and 0 for a user who never was active. */
function figuresOfAll(count: number, { activity, seats }: Facts): Record<Figure, Float64Array> {
  const latest = new Float64Array(count);
  for (const { users, lastActive } of activity)
    for (let index = 0; index < users.length; index += 1) {
      const [user, time] = [users[index] as number, lastActive[index] as number];
      if (time > (latest[user] as number)) latest[user] = time;
    }
  const [licences, costs, savings] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const add = (sums: Float64Array, user: number, amount: number) => {
    sums[user] = (sums[user] as number) + amount;
  };
  for (const { application, costPerMonth, seated } of seats) {
    const { users, lastActive } = activity[application] as Activity;
    for (const index of seated) {
      const user = users[index] as number;
      add(licences, user, 1);
      add(costs, user, costPerMonth);
      if (!isRecent(lastActive[index] as number)) add(savings, user, costPerMonth);
    }
  }
  return {
    lastActive: latest,
    licenseCount: licences,
    potentialSavings: savings.map(cents),
    userCostPerMonth: costs.map(cents),
  };
}
