/**
 * Prints `field -eq value` in the grammar of the conventions: quoted with `quote`, and with that quote and every
 * backslash in the value escaped by a backslash.
 */
export function equals(field: string, value: string, quote: "'" | '"' = "'"): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return `${field} -eq ${quote}${escaped}${quote}`;
}

/** The quote that needs no escape in a value, where there is one. */
export function easyQuote(value: string): "'" | '"' {
  return value.includes("'") ? '"' : "'";
}

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
