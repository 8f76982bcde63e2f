/** A text as a store holds it that keeps one Unicode form, and no needless spaces. */
export function normalizedText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
