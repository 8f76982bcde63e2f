import { closest, distance } from 'fastest-levenshtein';

const SHORT = 20;

/** The hint for an unknown name: the most similar known name, or else all known names if there are few. */
export function suggest(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const nearest = closest(name, [...known]);
  const near = distance(name.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, name.length / 3);
  if (near) return `Did you mean "${nearest}"?`;
  return known.length <= SHORT ? `Known: ${known.join(', ')}.` : '';
}
