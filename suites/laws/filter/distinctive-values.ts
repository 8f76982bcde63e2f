import type { JsonRecord } from '../../../engine/session/page.js';
import { isTellingValue } from './plain-value.js';
import type { Equality } from './together.js';

/** For each field a value of a record that none of the values before it selects, and that few records have. */
export function distinctiveValues(fields: readonly string[], items: readonly JsonRecord[]): Equality[] {
  const selected = new Set<JsonRecord>();
  return fields.flatMap((field) => {
    const counts = new Map<unknown, number>();
    for (const { [field]: value } of items) counts.set(value, (counts.get(value) ?? 0) + 1);
    const countOf = (item: JsonRecord): number => counts.get(item[field]) ?? 0;
    const [rarest] = items
      .filter((item) => isTellingValue(item[field]) && !selected.has(item))
      .toSorted((one, other) => countOf(one) - countOf(other));
    if (rarest === undefined || countOf(rarest) * 2 > items.length) return [];
    const value = String(rarest[field]);
    for (const item of items) if (item[field] === value) selected.add(item);
    return [{ field, value }];
  });
}
