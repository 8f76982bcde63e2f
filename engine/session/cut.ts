/** The first characters of a text, in UTF-16 code units; one less where the cut would halve a character. */
export function cut(text: string, length: number): string {
  const halved = /[\ud800-\udbff]/.test(text.charAt(length - 1)) && text.length > length;
  return text.slice(0, halved ? length - 1 : length);
}
