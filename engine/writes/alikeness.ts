import type { JsonRecord } from '../session/page.js';

/** Texts that say nothing of what a record has in common with others. */
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * In how many fields each record has the text of another one of the list, by id: a target that finds the record of a
 * write by another field than its id changes such a record in place of the one that is named, or beside it.
 */
export function alikenessOf(listed: readonly JsonRecord[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const key of listed.flatMap(textsOf)) times.set(key, (times.get(key) ?? 0) + 1);
  return new Map(
    listed.map((record) => [String(record.id), textsOf(record).filter((key) => (times.get(key) ?? 0) > 1).length]),
  );
}

function textsOf(record: JsonRecord): string[] {
  return Object.entries(record).flatMap(([name, value]) => (isText(value) ? [JSON.stringify([name, value])] : []));
}
