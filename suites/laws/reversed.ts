import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord } from '../../engine/session/page.js';

const ASCII = /^[\x20-\x7e]+$/;
/** Letters that some collations consider equal to others. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[jy]/g, 'i'],
  [/[uw]/g, 'v'],
];

/** Two values in the same order in an ascending and in a descending list. */
export interface NotReversed {
  readonly before: string | boolean;
  readonly after: string | boolean;
}

/**
 * Two texts that a list in descending order has in the same order as one in ascending order; `null` if there are none. Under
 * whichever collation a target sorts: only texts that differ from all others in letters or digits are compared.
 */
export function notReversed(
  field: string,
  ascending: readonly JsonRecord[],
  descending: readonly JsonRecord[],
): NotReversed | null {
  const places = placesOf(field, descending);
  const shown = [...placesOf(field, ascending)].flatMap(([key, { value }]) => {
    const place = places.get(key);
    return place?.value === value ? [place] : [];
  });
  const at = shown.findIndex((place, index) => index > 0 && place.index > (shown[index - 1]?.index ?? 0));
  const [before, after] = [shown[at - 1], shown[at]];
  return before === undefined || after === undefined ? null : { before: before.value, after: after.value };
}

/** A sort that has two values in the order in which the opposite one has them. */
interface KeptOrder {
  readonly at: string;
  readonly sort: string;
  readonly opposite: string;
  readonly kept: NotReversed;
}

/** Reports two values that a sort has in the order of the opposite one. */
export function reportKept(context: AskContext, answer: Answer, { at, sort, opposite, kept }: KeptOrder): void {
  const [before, after] = [kept.before, kept.after].map((value) => JSON.stringify(value));
  const message = `${sort} has ${before} before ${after}, as ${opposite} has`;
  context.report(answer, { at, expected: `${after} before ${before}`, actual: 'the same order', message });
}

/** The part of a text that every collation compares: its letters, regardless of case, and its numbers. */
function keyOf(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/0+(?=\d)/g, '')
    .replace(/[^a-z0-9]/g, '');
  return ALIKE.reduce((key, [letters, other]) => key.replace(letters, other), plain);
}

/** The texts of a list by that part, in its order, each with its first place; without those that share it with another text. */
function placesOf(field: string, items: readonly JsonRecord[]): Map<string, { value: string; index: number }> {
  const places = new Map<string, { value: string; index: number } | null>();
  for (const [index, { [field]: value }] of items.entries()) {
    if (typeof value !== 'string') continue;
    const key = keyOf(value);
    const known = places.get(key);
    if (known?.value === value) continue;
    places.set(key, ASCII.test(value) && key !== '' && known === undefined ? { value, index } : null);
  }
  return new Map([...places].flatMap(([key, place]) => (place === null ? [] : [[key, place]])));
}
