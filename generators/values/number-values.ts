import fc from 'fast-check';
import { memberOf } from './member-of.js';
import { mostlyHeld } from './mostly-held.js';
import { simplestFirst } from './simplest-first.js';

const BORDERS = [0, -1, 1, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 0.000_001, 1e15, 1e21];

/**
 * Numbers to compare a field with, given its values: those values, their neighbours and negations, decimals, and the
 * limits of the usual types.
 */
export function numberValues(held: readonly number[]): fc.Arbitrary<number> {
  return mostlyHeld(simplestFirst(held.filter(Number.isFinite)), neighboursOf, [
    { weight: 2, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -100_000, max: 100_000 }).map((hundredths) => hundredths / 100) },
    { weight: 2, arbitrary: memberOf(BORDERS) },
  ]);
}

/** Sums are rounded, because no decimal store contains 0.1 + 0.2 as JavaScript computes it. */
function neighboursOf(value: number): readonly number[] {
  const near = [value + 1, value - 1, -value, value + 0.5, value + 0.01, value * 10];
  return near.map((one) => Number(one.toFixed(6)) + 0);
}
