import type { Scalar } from './collation.js';

/** How many texts are put together: V8 limits the length of a text. */
const AT_ONCE = 50_000;
const SEPARATOR = '\n';

/** Texts behind each other, which is searched many times as fast as each of them. */
interface Joined {
  readonly text: string;
  /** Where each text begins, and last where one more would begin. */
  readonly starts: Uint32Array;
}

/** By the values of a column, which several lists share. */
const known = new WeakMap<readonly Scalar[], readonly Joined[]>();

/** 1 for each text of a column that contains another one. */
export function containing(texts: readonly string[], part: string): Uint8Array {
  let joined = known.get(texts);
  if (joined === undefined) {
    joined = joinedTexts(texts);
    known.set(texts, joined);
  }
  const found = new Uint8Array(texts.length);
  for (const [index, one] of joined.entries()) search(one, part, found.subarray(index * AT_ONCE));
  return found;
}

function search({ text, starts }: Joined, part: string, found: Uint8Array): void {
  let index = 0;
  for (let at = text.indexOf(part); at !== -1 && at < text.length; ) {
    while ((starts[index + 1] as number) <= at) index += 1;
    const next = starts[index + 1] as number;
    // A text ends before the separator.
    const isWithin = at + part.length < next;
    if (isWithin) found[index] = 1;
    at = text.indexOf(part, isWithin ? next : at + 1);
  }
}

function joinedTexts(texts: readonly string[]): Joined[] {
  const joined: Joined[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const own = texts.slice(from, from + AT_ONCE);
    const starts = new Uint32Array(own.length + 1);
    for (const [index, text] of own.entries())
      starts[index + 1] = (starts[index] as number) + text.length + SEPARATOR.length;
    joined.push({ text: own.join(SEPARATOR) + SEPARATOR, starts });
  }
  return joined;
}
