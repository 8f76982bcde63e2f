import { cut, halvesOf } from '../cut.js';

/** The minimum length of a value whose parts are distinctive. */
const LONG = 4;
/**
 * Suffixes that a careless parser of URLs, strings or patterns cuts off, ignores or interprets. An asterisk is none of them: search
 * engines document it as a wildcard.
 */
const CONTINUED = ['&x', '#x', '%26', ';x', ',x', '=x', ' (x)', ' ', '%', 'x'];

/** Values that differ from a value, but that a careless comparison considers equal; none for a short value. */
export function nearMissesOf(value: string): string[] {
  if (value.length < LONG) return [];
  const parts = [...halvesOf(value), cut(value, 1, -1)];
  // A plus sign that is read as a space although it was percent-encoded.
  const joined = value.includes(' ') ? [value.replaceAll(' ', '+')] : [];
  return [
    ...parts.map((part) => part.trim()).filter((part) => part !== ''),
    ...withWildcard(value, '_'),
    ...joined,
    ...CONTINUED.map((more) => value + more),
  ];
}

/** The maximum length of a part of a value. */
const PART = 24;

/** The beginning and the end of a value, without characters that need an escape, which a comparison of parts considers equal. */
export function partsOf(value: string): string[] {
  const head = /^[A-Za-z0-9](?:[A-Za-z0-9 _.@-]*[A-Za-z0-9.])?/.exec(value.slice(0, -1).slice(0, PART));
  const tail = /[A-Za-z0-9](?:[A-Za-z0-9 _.@-]*[A-Za-z0-9.])?$/.exec(value.slice(1).slice(-PART));
  return [...new Set([head, tail].flatMap((found) => (found === null ? [] : [found[0]])))];
}

/** What matches any character, or any text, in a pattern of SQL or in a regular expression. */
export type Wildcard = '_' | '%' | '.';

/** The value with a wildcard in place of a letter or digit within it; none if it has neither. */
export function withWildcard(value: string, wildcard: Wildcard): string[] {
  const index = [...value].findIndex((one, at, all) => at > 0 && at < all.length - 1 && /[A-Za-z0-9]/.test(one));
  return index < 0 ? [] : [[...value].with(index, wildcard).join('')];
}
