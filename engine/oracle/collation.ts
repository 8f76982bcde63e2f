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

/** Languages whose collations differ from the root one in the order of letters. */
export const LANGUAGES: readonly string[] = ['sv', 'da', 'es', 'de-u-co-phonebk', 'cs', 'et', 'lt', 'tr', 'hu'];

let usual: readonly Compare[] | undefined;

/** The collations that real stores sort text by: binary, case-insensitive, accent-insensitive, and those of locales. */
export function usualCollations(): readonly Compare[] {
  usual ??= [
    byUnits,
    (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)),
    (one, other) => byUnits(one.toLowerCase(), other.toLowerCase()),
    (one, other) => byUnits(one.toUpperCase(), other.toUpperCase()),
    (one, other) => byUnits(fold(one), fold(other)),
    ...['und', 'en', ...LANGUAGES].flatMap((locale) => collatorsOf(locale)),
  ];
  return usual;
}

function collatorsOf(locale: string): Compare[] {
  const options = [false, true].flatMap((numeric) =>
    [false, true].flatMap((ignorePunctuation) =>
      (['upper', 'lower'] as const).map((caseFirst) => ({ numeric, ignorePunctuation, caseFirst })),
    ),
  );
  // The first letters of texts that are in order are not in order of their case.
  const folded = { sensitivity: 'base' } as const;
  return [...options, folded].map((own) => {
    let made: Intl.Collator | undefined;
    return (one, other) => {
      made ??= new Intl.Collator(locale, own);
      return made.compare(one, other);
    };
  });
}

/** Whether values are in ascending order under a comparison; equal values may be in any order. */
export function isAscending<T>(values: readonly T[], compare: (one: T, other: T) => number): boolean {
  return values.every((value, index) => index === 0 || compare(values[index - 1] as T, value) <= 0);
}
