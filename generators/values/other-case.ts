/** A text with each letter in the other case. */
export function inOtherCase(text: string): string {
  return text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
