/** Whether a text has no unpaired surrogate, which no URL can contain. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
