import type { FieldReader } from '../collection.js';
import { timestamp, timestampOrNull } from '../random.js';
import type { User } from '../stored.js';

/** The fields of a user that follow from usages and seats. */
export const FIGURES = ['lastActive', 'licenseCount', 'potentialSavings', 'userCostPerMonth'] as const;
type Figure = (typeof FIGURES)[number];

/** The figures of one user; the activity is epoch milliseconds. */
export type Figures = Readonly<Record<Exclude<Figure, 'lastActive'>, number>> & { readonly lastActive: number | null };

/** Reads the figures of many users: those of all are made when one is read, because one user takes as long for one as for all. */
export function figureReaders(count: number, figuresOf: (user: number) => Figures) {
  let known: Readonly<Record<Figure, Float64Array>> | undefined;
  const all = () => {
    known ??= figuresOfAll(count, figuresOf);
    return known;
  };
  const timeAt = (user: number) => {
    const time = all().lastActive[user] as number;
    return Number.isNaN(time) ? null : time;
  };
  const numberReader = (figure: Figure) => ({ at: (user: number) => all()[figure][user] as number });
  return {
    lastActive: { at: (user) => timestampOrNull(timeAt(user)), numbers: { at: timeAt, textOf: timestamp } },
    licenseCount: numberReader('licenseCount'),
    potentialSavings: numberReader('potentialSavings'),
    userCostPerMonth: numberReader('userCostPerMonth'),
  } satisfies { readonly [Field in Figure]: FieldReader<User[Field]> };
}

function figuresOfAll(count: number, figuresOf: (user: number) => Figures) {
  const columns = {
    lastActive: new Float64Array(count).fill(Number.NaN),
    licenseCount: new Float64Array(count),
    potentialSavings: new Float64Array(count),
    userCostPerMonth: new Float64Array(count),
  } satisfies Record<Figure, Float64Array>;
  for (let user = 0; user < count; user += 1) {
    const { lastActive, licenseCount, potentialSavings, userCostPerMonth } = figuresOf(user);
    columns.lastActive[user] = lastActive ?? Number.NaN;
    columns.licenseCount[user] = licenseCount;
    columns.potentialSavings[user] = potentialSavings;
    columns.userCostPerMonth[user] = userCostPerMonth;
  }
  return columns;
}
