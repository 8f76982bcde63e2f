type Quote = "'" | '"';

/**
 * Prints `field -eq value`. If the value contains the quote, the other quote is used to avoid an escape: the document
 * shows both and does not specify escapes. Values that still need an escape follow the conventions (`quoted`).
 */
export function equals(field: string, value: string, quote: Quote = "'"): string {
  return `${field} -eq ${quoted(value, easyQuote(value, quote))}`;
}

/** A text in quotes, with that quote and every backslash in it escaped by a backslash, as in the conventions. */
export function quoted(text: string, quote: Quote): string {
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** The quote that needs no escape in a value, if there is one; the preferred quote if both do. */
export function easyQuote(value: string, wanted: Quote = "'"): Quote {
  const other = wanted === "'" ? '"' : "'";
  return value.includes(wanted) && !value.includes(other) ? other : wanted;
}

/** What must be escaped in a value with either quote. Only the conventions specify how. */
export function escapedIn(value: string): readonly Escaped[] {
  return [
    ...(value.includes('\\') ? (['backslash'] as const) : []),
    ...(value.includes("'") && value.includes('"') ? (['quote'] as const) : []),
  ];
}

export type Escaped = 'backslash' | 'quote';

/** Values that no record has and that a careless store may not treat as text. */
export const INJECTIONS: readonly string[] = [
  '%',
  '*',
  "' or '1'='1",
  "x'; drop table users; --",
  '*)(uid=*))(|(uid=*',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that a server must not evaluate
  '${7*7}{{7*7}}',
  // A store whose letters have up to three bytes fails at others.
  'no \u{1f600} in \u{20bb7}',
  'x'.repeat(4000),
];
