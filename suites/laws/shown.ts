/** A text for a message: only its first `kept` characters if it is longer than `most`. */
export function shown(text: string, most = 120, kept = most): string {
  return text.length > most ? `${text.slice(0, kept)}… (${text.length} characters)` : text;
}
