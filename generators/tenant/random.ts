import { faker } from '@faker-js/faker/locale/en';

/** The last day of the data of a tenant; fixed, so that a seed always gives the same dates. */
export const TENANT_NOW = Date.UTC(2025, 5, 1);
export const DAY = 86_400_000;

/** A source of random numbers. */
export interface Dice {
  /** A number from 0 to less than 1. */
  float(): number;
  /** An integer from 0 to `max`, both included. */
  int(max: number): number;
}

/** The shared source, which a tenant seeds once and draws from in order. */
export const fakerDice: Dice = { float: () => faker.number.float(), int: (max) => faker.number.int(max) };

const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59Z');

export const SECOND = 1000;
const SECONDS_OF_DAY = DAY / SECOND;
/** The length of a timestamp up to its hours. */
const DATE_LENGTH = 11;
/** Texts that were made before: a large tenant has millions of timestamps of few days. */
const dayTexts = new Map<number, string>();
const timeTexts: string[] = [];

/** An epoch time as an ISO 8601 timestamp in UTC, to the second; limited to years with four digits. */
export function timestamp(time: number): string {
  const seconds = Math.floor(Math.trunc(Math.min(Math.max(time, FIRST_TIME), LAST_TIME)) / SECOND);
  const day = Math.floor(seconds / SECONDS_OF_DAY);
  return asOneString(dayText(day), timeText(seconds - day * SECONDS_OF_DAY));
}

/** As `timestamp`, of a time that may be missing. */
export function timestampOrNull(time: number | null): string | null {
  return time === null ? null : timestamp(time);
}

/** The beginning of a timestamp, `2025-06-01T`, by the days since 1970. */
function dayText(day: number): string {
  let text = dayTexts.get(day);
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, DATE_LENGTH);
    dayTexts.set(day, text);
  }
  return text;
}

/** The end of a timestamp, `12:30:00Z`, by the seconds of the day. */
function timeText(seconds: number): string {
  timeTexts[seconds] ??= `${new Date(seconds * SECOND).toISOString().slice(DATE_LENGTH, DATE_LENGTH + 8)}Z`;
  return timeTexts[seconds];
}

/** Parts put together, without the parts in memory: `+` would keep them, and a large tenant has millions. */
export function asOneString(...parts: readonly string[]): string {
  // V8 puts exactly two parts together as `+` does.
  return ['', ...parts].join('');
}

/** A time between two epoch times, to the second. */
export function timeBetween(from: number, to: number, dice = fakerDice): number {
  return Math.floor((from + dice.float() * (to - from)) / 1000) * 1000;
}

/** True with a probability between 0 and 1. */
export function chance(probability: number, dice = fakerDice): boolean {
  return dice.float() < probability;
}

/** An amount of money between two limits, in cents. */
export function money(min: number, max: number): number {
  return faker.number.int({ min: min * 100, max: max * 100 }) / 100;
}

/** A random element of a non-empty list. */
export function oneOf<T>(values: readonly T[], dice = fakerDice): T {
  return values[dice.int(values.length - 1)] as T;
}

/** Calls `make` once for each index below `count`. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
