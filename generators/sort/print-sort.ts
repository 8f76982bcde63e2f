import type { SortKey } from '../../contract/query-language.js';

/** Prints sort keys in the grammar of the conventions: `field:asc` or `field:desc`, several separated by commas. */
export function printSort(keys: readonly SortKey[]): string {
  return keys.map(({ field, direction }) => `${field}:${direction}`).join(',');
}
