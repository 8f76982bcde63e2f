import { kindOfPlace } from '../../schemas/json-pointer.js';
import type { Difference } from './seen.js';

/** What differences have in common that are one finding: the kind of place and of expectation. */
export function kindOfDifference({ at, expected }: Difference): string {
  return `${kindOfPlace(at)} ${kindOfExpectation(expected)}`;
}

/** The expectation without its numbers and quoted values, to group findings. */
export function kindOfExpectation(expected: string): string {
  return expected.replace(/"(?:[^"\\]|\\.)*"/g, '"').replace(/\d+/g, '#');
}
