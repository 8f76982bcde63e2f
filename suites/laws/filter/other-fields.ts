import { looselyEqual } from '../../../engine/oracle/collation.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { nearMissesOf, partsOf } from './near-miss-values.js';
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

/**
 * The beginning and the end of a value of each field, if some record has one from which they differ; of different records if there are
 * several, so that a record that a filter returns by mistake shows which part caused it.
 */
export function partsIn(fields: readonly string[], items: readonly JsonRecord[]): TextEquality[] {
  return fields.flatMap((field, index) => {
    const from = items.length === 0 ? 0 : index % items.length;
    const values = [...items.slice(from), ...items.slice(0, from)].map((item) => item[field]);
    const parts = values.map((own) => (typeof own === 'string' ? partsOf(own) : []));
    const most = parts.reduce((best, own) => (own.length > best.length ? own : best), []);
    return most.map((value) => ({ field, value }));
  });
}

/** The longest value that is continued: servers limit the length of a URL. */
const LONGEST = 160;
/** A shorter one is continued for other rules. */
const LONG = 40;

/**
 * Values that differ little from those of records, which a target may take for these: numbers with a fraction of zero, a long
 * text that goes on, and an id with another last character.
 */
export function alikeIn(
  { texts, ids }: { readonly texts: readonly string[]; readonly ids: readonly string[] },
  items: readonly JsonRecord[],
): TextEquality[] {
  const valuesOf = (field: string) =>
    items
      .map((item) => item[field])
      .filter((own) => typeof own === 'string')
      .filter((own) => own.isWellFormed());
  const isHeld = ({ field, value }: TextEquality) => valuesOf(field).some((own) => looselyEqual(own, value));
  const oneOf = (field: string, pattern: RegExp, change: (own: string) => string) => {
    const own = valuesOf(field).find((value) => pattern.test(value));
    return own === undefined ? [] : [{ field, value: change(own) }];
  };
  const ofTexts = texts.flatMap((field) => {
    const plain = valuesOf(field).filter((value) => value.length <= LONGEST && isTellingValue(value.slice(0, LONG)));
    const [longest = ''] = plain.toSorted((one, other) => other.length - one.length);
    return [
      // Other zeros before it would be equal under a collation that compares numbers by value.
      ...oneOf(field, /^[0-9]{1,15}$/, (own) => `${own}.0`),
      ...(longest.length >= LONG && !/['"\\]/.test(longest) ? [{ field, value: `${longest}x` }] : []),
    ];
  });
  const ofIds = ids.flatMap((field) =>
    oneOf(field, /^[\w-]+[0-9a-f]$/i, (own) => own.slice(0, -1) + other(own.slice(-1))),
  );
  return [...ofTexts, ...ofIds].filter((one) => !isHeld(one));
}

/** Another hexadecimal digit. */
const other = (digit: string): string => ((Number.parseInt(digit, 16) + 1) % 16).toString(16);
