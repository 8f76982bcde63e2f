/** The form of a noun for a count: `record`, `records`. Pass `many` for irregular nouns. */
export function nounFor(count: number, noun: string, many = `${noun}s`): string {
  return count === 1 ? noun : many;
}

/** A count with its noun: `1 record`, `2 records`. */
export function plural(count: number, noun: string): string {
  return `${count} ${nounFor(count, noun)}`;
}
