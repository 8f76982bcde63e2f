/** Compares two texts: negative, zero or positive. */
export type Compare = (one: string, other: string) => number;

/** Orders texts by UTF-16 code unit, as the language does. */
export const byUnits: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** Folds case, accents, compatibility forms and trailing spaces, which stores with loose collations ignore. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trimEnd();
}

let base: Intl.Collator | undefined;

/** Whether two texts are equal under some common collation: stores may ignore case, accents and normal form. */
export function looselyEqual(one: string, other: string): boolean {
  if (one === other || fold(one) === fold(other)) return true;
  base ??= new Intl.Collator('und', { sensitivity: 'base' });
  return base.compare(one, other) === 0;
}

/** Whether values are in ascending order under a comparison; equal values may be in any order. */
export function isAscending<T>(values: readonly T[], compare: (one: T, other: T) => number): boolean {
  return values.every((value, index) => index === 0 || compare(values[index - 1] as T, value) <= 0);
}
