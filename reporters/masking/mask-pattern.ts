import { PERSONAL_FIELDS } from '../../contract/personal-fields.js';

/** The members of a body, from its root to a value. */
export type Path = readonly string[];

/** Whether the value at a path, or what contains it, is masked. */
export type IsMasked = (path: Path) => boolean;

/** Matches any number of members, none included. */
const ANY_DEPTH = '**';

/**
 * The places to mask: the documented personal fields, wherever they are, and those of patterns. A pattern is a JSON Pointer (RFC 6901) where a `*` stands
 * for any one member or index and `**` for any number of them.
 */
export function maskedPlaces(patterns: readonly string[]): IsMasked {
  const all = patterns.map(membersOf);
  return (path) => path.some((name) => PERSONAL_FIELDS.has(name)) || all.some((pattern) => matches(pattern, path));
}

/** The names of fields that the patterns end in, for text that names a field without its place. */
export function maskedNames(patterns: readonly string[]): ReadonlySet<string> {
  const last = patterns.map((pattern) => membersOf(pattern).at(-1) ?? '');
  return new Set([...PERSONAL_FIELDS, ...last.filter((name) => name !== '' && !name.startsWith('*'))]);
}

/** The members of a JSON Pointer. */
export function membersOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((member) => member.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether a pattern matches a path or the beginning of it: what is within a masked value is masked too. */
function matches([head, ...rest]: Path, path: Path): boolean {
  if (head === undefined) return true;
  if (head === ANY_DEPTH) return path.some((_member, index) => matches(rest, path.slice(index)));
  const [first, ...others] = path;
  return first !== undefined && (head === '*' || head === first) && matches(rest, others);
}
