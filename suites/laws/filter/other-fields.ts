import { looselyEqual } from '../../../engine/oracle/collation.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { nearMissesOf } from './near-miss-values.js';
import { isTellingValue } from './plain-value.js';
import type { TextEquality } from './together.js';

/** A value of a record to which similar ones are made; `null` if there is none. */
export function similarOf(texts: readonly string[], items: readonly JsonRecord[]): TextEquality | null {
  const values = texts.flatMap((field) => items.map((item) => ({ field, value: item[field] })));
  return (
    values.find((one): one is TextEquality => isTellingValue(one.value) && nearMissesOf(one.value).length > 0) ?? null
  );
}

/** Whether most values of a field are unique: a target may reject a name that it does not know, such as that of a status. */
function isFree(field: string, items: readonly JsonRecord[]): boolean {
  const texts = items.map((item) => item[field]).filter((own) => typeof own === 'string');
  return new Set(texts).size * 2 > texts.length;
}

/** Values similar to those of the same record in other fields, and its value in a field in which no record has it. */
export function inOtherFields(
  similar: TextEquality,
  texts: readonly string[],
  items: readonly JsonRecord[],
): TextEquality[] {
  const others = texts.filter((field) => field !== similar.field && isFree(field, items));
  const record = items.find((item) => item[similar.field] === similar.value);
  const misses = others.flatMap((field) => {
    const value = record?.[field];
    return isTellingValue(value) && nearMissesOf(value).length > 0 ? [{ field, value: `${value}x` }] : [];
  });
  const [foreign] = others.filter((field) => !items.some((item) => looselyEqual(String(item[field]), similar.value)));
  return [...misses, ...(foreign === undefined ? [] : [{ field: foreign, value: similar.value }])];
}
