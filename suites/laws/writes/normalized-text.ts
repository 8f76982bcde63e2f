import { normalizedText } from '../../../engine/writes/normalized-text.js';

/** Said where two texts differ and look the same. */
export const LOOKS_ALIKE = '; they differ in their Unicode form or in spaces';

/**
 * Whether two values of a field are the same, or differ only as a store that normalizes texts changes them. Compared as JSON, so
 * that the text "true" is not the boolean; a target may store an empty text as null.
 */
export function isSameNormalized(left: unknown, right: unknown): boolean {
  return normalized(left) === normalized(right);
}

function normalized(value: unknown): string | undefined {
  if (value === '') return 'null';
  return JSON.stringify(typeof value === 'string' ? normalizedText(value) : value);
}
