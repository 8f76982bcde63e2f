import { diffWordsWithSpace } from 'diff';

/** A piece of a text, and whether the other text lacks it. */
export interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** The share of the shorter text that both must have in common to be compared word by word. */
const ALIKE = 0.3;

/**
 * Splits two texts into pieces and marks those that differ. Texts with almost nothing in common, such as a requirement in
 * words and a value, are marked as a whole.
 */
export function difference(expected: string, actual: string): { expected: Piece[]; actual: Piece[] } {
  const changes = diffWordsWithSpace(expected, actual);
  const shared = changes.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim());
  const enough = shared.join('').length >= ALIKE * Math.min(expected.length, actual.length);
  if (!enough) {
    return { expected: [{ text: expected, differs: true }], actual: [{ text: actual, differs: true }] };
  }
  const side = (other: 'added' | 'removed', own: 'added' | 'removed') =>
    changes.filter((change) => !change[other]).map(({ value, ...change }) => ({ text: value, differs: change[own] }));
  return { expected: side('added', 'removed'), actual: side('removed', 'added') };
}
