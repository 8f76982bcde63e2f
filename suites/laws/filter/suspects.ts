import { looselyEqual } from '../../../engine/oracle/collation.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import type { JsonRecord, Walk } from '../../../engine/session/page.js';
import { joinOf, type TextEquality } from './together.js';

/**
 * The filters after the first that explain why a join of all returns other records, the likeliest first; `null` if the target
 * rejects the join.
 */
export async function suspectsIn(
  context: AskContext,
  parts: readonly TextEquality[],
  whole: Walk,
): Promise<readonly TextEquality[] | null> {
  const page = await context.attemptPage({ filter: joinOf(parts), page_size: whole.pageSize });
  if (page === null) return null;
  const isWanted = (item: JsonRecord) => parts.some(({ field, value }) => looselyEqual(String(item[field]), value));
  const others = page.items.filter((item) => !isWanted(item));
  const unwanted = whole.items.filter((item) => !isWanted(item));
  const causes = parts.slice(1).flatMap((part) => {
    const [best] = COMPARISONS.map((compare): Cause => {
      const selects = (item: JsonRecord) => compare(String(item[part.field]).toLowerCase(), part.value.toLowerCase());
      const explained = others.filter(selects).length;
      return { part, explained, share: explained / Math.max(1, unwanted.filter(selects).length) };
    }).toSorted(likelierFirst);
    return best === undefined || best.explained === 0 ? [] : [best];
  });
  return causes.toSorted(likelierFirst).map(({ part }) => part);
}

/** A part of a value that may be the reason why records that contain it were returned. */
interface Cause {
  readonly part: TextEquality;
  /** The number of records that it explains, and their share of those that it would select. */
  readonly explained: number;
  readonly share: number;
}

const likelierFirst = (one: Cause, other: Cause): number => other.share - one.share || other.explained - one.explained;

/** What a target compares that reads no more of a value. */
const BEGINNING = 8;

/** The comparisons that accept a part of a value, or another value that begins alike, in place of the value. */
const COMPARISONS: readonly ((own: string, part: string) => boolean)[] = [
  (own, part) => own.startsWith(part),
  (own, part) => own.endsWith(part),
  (own, part) => own.includes(part),
  (own, part) => own.length >= BEGINNING && part.startsWith(own.slice(0, BEGINNING)),
];
