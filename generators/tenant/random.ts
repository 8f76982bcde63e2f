import { faker } from '@faker-js/faker/locale/en';

/** The last day of the data of a tenant; fixed, so that a seed always gives the same dates. */
export const TENANT_NOW = Date.UTC(2025, 5, 1);
export const DAY = 86_400_000;

const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59Z');

/** The length of a timestamp up to its seconds. */
const SECONDS = 19;

/** An epoch time as an ISO 8601 timestamp in UTC, to the second; limited to years with four digits. */
export function timestamp(time: number): string {
  const text = new Date(Math.min(Math.max(time, FIRST_TIME), LAST_TIME)).toISOString();
  return asOneString(text.slice(0, SECONDS), 'Z');
}

/** Parts put together, without the parts in memory: `+` would keep them, and a large tenant has millions. */
export function asOneString(...parts: readonly string[]): string {
  // V8 puts exactly two parts together as `+` does.
  return ['', ...parts].join('');
}

/** A time between two epoch times, to the second. */
export function timeBetween(from: number, to: number): number {
  return Math.floor((from + faker.number.float() * (to - from)) / 1000) * 1000;
}

/** True with a probability between 0 and 1. */
export function chance(probability: number): boolean {
  return faker.number.float() < probability;
}

/** An amount of money between two limits, in cents. */
export function money(min: number, max: number): number {
  return faker.number.int({ min: min * 100, max: max * 100 }) / 100;
}

/** A random element of a non-empty list. */
export function oneOf<T>(values: readonly T[]): T {
  return values[faker.number.int(values.length - 1)] as T;
}

/** Calls `make` once for each index below `count`. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
