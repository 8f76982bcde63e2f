import type { DataType } from '../../../contract/query-language.js';

type Comparable = number | string;

/** What a careless target compares in place of the value of a record and the value of a filter; a date is its milliseconds. */
export type Misreading = (own: number, sought: number) => readonly [Comparable, Comparable];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const bothAs =
  (fold: (value: number) => Comparable): Misreading =>
  (own, sought) => [fold(own), fold(sought)];
const soughtAs =
  (fold: (value: number) => number): Misreading =>
  (own, sought) => [own, fold(sought)];
const startOf = (unit: number) => (time: number) => Math.floor(time / unit) * unit;

/** Numbers that lose their fraction or their sign, in the filter, in the record or in both, or are compared as texts. */
const NUMBERS: readonly Misreading[] = [
  bothAs(Math.trunc),
  soughtAs(Math.trunc),
  (own, sought) => [Math.trunc(own), sought],
  bothAs(Math.round),
  soughtAs(Math.round),
  bothAs((value) => `${value}`),
  bothAs(Math.abs),
  soughtAs(Math.abs),
];

/** Times that lose their smaller units, and times of another zone. */
const DATES: readonly Misreading[] = [
  bothAs(startOf(DAY_MS)),
  bothAs(startOf(HOUR_MS)),
  bothAs(startOf(MINUTE_MS)),
  soughtAs(startOf(DAY_MS)),
  soughtAs((time) => startOf(DAY_MS)(time) + DAY_MS - 1),
  (own, sought) => [own + HOUR_MS, sought],
  (own, sought) => [own - HOUR_MS, sought],
];

/** How careless targets misread the values of a type; none for texts and flags. */
export function misreadingsOf(type: DataType): readonly Misreading[] {
  return type === 'number' ? NUMBERS : type === 'date' ? DATES : [];
}
