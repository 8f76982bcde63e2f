/**
 * Whether two field names differ, and only in case, separators or grammatical number: `lastActivity`, `last_activity`
 * and `LastActivities` are spellings of one name.
 */
export function isRespelled(one: string, other: string): boolean {
  if (one === other) return false;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (isSameWord(words.join(''), others.join(''))) return true;
  return words.length === others.length && words.every((word, index) => isSameWord(word, others[index] ?? ''));
}

/** Whether the names of two flags differ only in the word "is" at the beginning, which many serializers add or leave out. */
export function isSameFlag(one: string, other: string): boolean {
  const isLonger = (name: string, rest: string) => name.toLowerCase() === `is${rest}`.toLowerCase();
  return isLonger(one, other) || isLonger(other, one);
}

/**
 * Whether the words of one of two field names are, in their order, words of the other one or their beginnings: `appName` and
 * `applicationName`, `manualCount` and `manuallyAddedCount`.
 */
export function isAbbreviated(one: string, other: string): boolean {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].toSorted(byNumberOfWords);
  return isWithin(short, long) || (short.length === long.length && isWithin(long, short));
}

const byNumberOfWords = (one: readonly string[], other: readonly string[]): number => one.length - other.length;

function isWithin([first, ...rest]: readonly string[], words: readonly string[]): boolean {
  if (first === undefined) return true;
  const at = words.findIndex((word) => word.startsWith(first));
  return at !== -1 && isWithin(rest, words.slice(at + 1));
}

function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function isSameWord(one: string, other: string): boolean {
  return one === other || isPlural(one, other) || isPlural(other, one);
}

function isPlural(many: string, one: string): boolean {
  if (/(?:[sxz]|ch|sh)$/.test(one)) return many === `${one}es`;
  return many === (/[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`);
}
