import type { Context } from '../behaviour.js';
import type { Row } from '../model.js';
import { compareText, compareValues, type Scalar } from './collation.js';
import type { SortKey } from './sort-parser.js';
import { sortedByColumns } from './sorted-by-columns.js';

/**
 * Orders two records by one key; records without a value come last, in either direction. The dates of one field
 * all have the same form, so they sort like strings.
 */
export function compareBy({ field, direction }: SortKey, left: Row, right: Row): number {
  const a = (left[field] ?? null) as Scalar | null;
  const b = (right[field] ?? null) as Scalar | null;
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return direction === 'asc' ? compareValues(a, b) : compareValues(b, a);
}

/** The records in the order of the keys, ties by ascending id: the order is total, so pages cannot overlap. */
export function order(records: readonly Row[], keys: readonly SortKey[], context: Context): readonly Row[] {
  if (keys.length === 0) return records;
  // A hook may compare otherwise.
  const sorted = context.steps.compareBy === compareBy ? sortedByColumns(records, keys) : null;
  if (sorted !== null) return sorted;
  return [...records].sort((left, right) => {
    for (const key of keys) {
      const difference = context.steps.compareBy(key, left, right, context);
      if (difference !== 0) return difference;
    }
    return compareText(String(left.id), String(right.id));
  });
}
