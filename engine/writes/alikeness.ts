import type { JsonRecord } from '../session/page.js';

/** Texts that say nothing of what a record has in common with others. */
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * How much each record has in common with the other one of the list that it has most in common with, by id: the sum over
 * their common texts, in which a text counts the more the fewer records have it. A target that finds the record of a write
 * by other fields than its id changes such a record in place of the one that is named, or beside it.
 */
export function alikenessOf(listed: readonly JsonRecord[]): ReadonlyMap<string, number> {
  const texts = listed.map(textsOf);
  const holders = new Map<string, number[]>();
  for (const [index, keys] of texts.entries()) {
    for (const key of keys) {
      const known = holders.get(key);
      if (known === undefined) holders.set(key, [index]);
      else known.push(index);
    }
  }
  return new Map(
    listed.map((record, own) => {
      const common = new Float64Array(listed.length);
      for (const key of texts[own] ?? []) {
        const alike = holders.get(key) ?? [];
        for (const other of alike) common[other] = (common[other] ?? 0) + Math.log(listed.length / alike.length);
      }
      common[own] = 0;
      return [String(record.id), common.reduce((most, one) => Math.max(most, one), 0)];
    }),
  );
}

function textsOf(record: JsonRecord): string[] {
  return Object.entries(record).flatMap(([name, value]) => (isText(value) ? [JSON.stringify([name, value])] : []));
}
