import fc from 'fast-check';
import type { SortKey } from '../../contract/query-language.js';

/** One key to sort by, over the names of fields; shrinks towards the first field, ascending. */
export function sortKeyOver(fields: readonly string[]): fc.Arbitrary<SortKey> {
  if (fields.length === 0) throw new RangeError('there is no field to sort by');
  return fc.record({
    field: fc.constantFrom(...fields),
    direction: fc.constantFrom<SortKey['direction'][]>('asc', 'desc'),
  });
}

/**
 * One to `maxKeys` sort keys without repeated fields; shrinks towards one key, like `sortKeyOver`. Throws `RangeError` if
 * there is no field.
 */
export function sortOver(fields: readonly string[], maxKeys = 3): fc.Arbitrary<readonly SortKey[]> {
  const maxLength = Math.min(maxKeys, new Set(fields).size);
  return fc.uniqueArray(sortKeyOver(fields), { minLength: 1, maxLength, selector: ({ field }) => field });
}
