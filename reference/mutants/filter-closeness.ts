import type { Hook } from '../behaviour.js';
import { type ComparisonOperator, scale } from '../query-hooks.js';
import { type Defect, family } from './mutant.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What is compared in place of the value of a record and the value of a filter; a time is its milliseconds. */
type Misreading = (own: number, sought: number) => readonly [number, number];

const startOf = (unit: number, time: number): number => Math.floor(time / unit) * unit;

const NUMBERS: readonly (readonly [string, Misreading])[] = [
  ['drop the fraction of the number in the filter', (own, sought) => [own, Math.trunc(sought)]],
  ['compare numbers without their fractions', (own, sought) => [Math.trunc(own), Math.trunc(sought)]],
];
const ROUNDED: readonly [string, Misreading] = [
  'compare rounded numbers',
  (own, sought) => [Math.round(own), Math.round(sought)],
];

const TIMES: readonly (readonly [string, Misreading])[] = [
  ['take times for an hour later', (own, sought) => [own + HOUR_MS, sought]],
  ['take times for an hour earlier', (own, sought) => [own - HOUR_MS, sought]],
  ['compare with the start of the day', (own, sought) => [own, startOf(DAY_MS, sought)]],
];

const TO_THE_MINUTE: readonly [string, Misreading] = [
  'compare times to the minute',
  (own, sought) => [startOf(MINUTE_MS, own), startOf(MINUTE_MS, sought)],
];

const LISTS_WITH_FRACTIONS = [
  'getUsers',
  'getApplications',
  'getUserSubscriptions',
  'getApplicationUsers',
  'getSubscriptionUserConsumptions',
  'getSubscriptionInsightUsers',
];
const LISTS_WITH_TIMES = [
  'getUsers',
  'getUserSubscriptions',
  'getUserDiscoverySources',
  'getApplicationUsers',
  'getUserApplications',
];
type Operators = readonly ComparisonOperator[];
/** Operators of which one is the negation of the other, which targets evaluate with the same code. */
const OPPOSITES: readonly Operators[] = [
  ['-gt', '-le'],
  ['-lt', '-ge'],
];
const EQUALITY: Operators = ['-eq', '-ne'];

const numbers = (operators: Operators, read: Misreading): Hook =>
  scale(
    (own, sought, type) => (type === 'number' && typeof own === 'number' ? read(own, Number(sought)) : null),
    operators,
  );

const times = (operators: Operators, read: Misreading): Hook =>
  scale(
    (own, sought, type) =>
      type === 'date' && typeof own === 'string' && own.endsWith('Z') ? read(Date.parse(own), Number(sought)) : null,
    operators,
  );

/** Each misreading with each operator, in the lists by turns. */
function defects(
  misreadings: readonly (readonly [string, Misreading])[],
  operators: readonly Operators[],
  lists: readonly string[],
  hookOf: (operators: Operators, read: Misreading) => Hook,
): Defect[] {
  const all = misreadings.flatMap(([title, read]) => operators.map((some) => ({ title, read, some })));
  return all.map(({ title, read, some }, index) => {
    const operation = lists[index % lists.length] as string;
    return {
      title: `${some.join(' and ')} ${title} in ${operation}`,
      operation,
      rule: 'filter.grammar',
      also: ['filter.every-type'],
      rarity: 'rare',
      hook: hookOf(some, read),
    };
  });
}

/** Filters that take values for others that are close to them. */
export const filterCloseness = family('filter-closeness', [
  ...defects(NUMBERS, [...OPPOSITES, EQUALITY, ['-gt'], ['-ge']], LISTS_WITH_FRACTIONS, numbers),
  ...defects([ROUNDED], [EQUALITY, ['-gt'], ['-ge']], LISTS_WITH_FRACTIONS, numbers),
  ...defects(TIMES, OPPOSITES, LISTS_WITH_TIMES, times),
  ...defects([TO_THE_MINUTE], [['-gt', '-le']], LISTS_WITH_TIMES, times),
]);
