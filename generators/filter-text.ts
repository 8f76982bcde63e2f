type Quote = "'" | '"';

/**
 * Prints `field -eq value`. Where the value holds the quote, the other quote is used, which needs no escape: the document
 * shows both, and says nothing of escapes. What needs one all the same is written as the conventions do (`quoted`).
 */
export function equals(field: string, value: string, quote: Quote = "'"): string {
  return `${field} -eq ${quoted(value, easyQuote(value, quote))}`;
}

/** A text in quotes, with that quote and every backslash in it escaped by a backslash, as the conventions write it. */
export function quoted(text: string, quote: Quote): string {
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** The quote that needs no escape in a value, where there is one; the wanted one where both are as good. */
export function easyQuote(value: string, wanted: Quote = "'"): Quote {
  const other = wanted === "'" ? '"' : "'";
  return value.includes(wanted) && !value.includes(other) ? other : wanted;
}

/** What of a value has to be escaped, whichever quote is around it. Only the conventions say how. */
export function escapedIn(value: string): readonly Escaped[] {
  return [
    ...(value.includes('\\') ? (['backslash'] as const) : []),
    ...(value.includes("'") && value.includes('"') ? (['quote'] as const) : []),
  ];
}

export type Escaped = 'backslash' | 'quote';

/** Values that no record holds and that a careless store takes for something else than text. */
export const INJECTIONS: readonly string[] = [
  '%',
  '*',
  "' or '1'='1",
  "x'; drop table users; --",
  '*)(uid=*))(|(uid=*',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that a server must not evaluate
  '${7*7}{{7*7}}',
  'x'.repeat(4000),
];
