import type { AskContext } from '../../../engine/session/ask-context.js';
import type { JsonRecord } from '../../../engine/session/page.js';
import { OperationSlot } from '../../../engine/session/slot.js';
import { escapedIn, INJECTIONS } from '../../../generators/filter-text.js';
import { fieldsOf } from '../fields.js';
import { valuesByCount } from './candidates.js';
import { HARD, LONG } from './hard-patterns.js';
import { nearMissesOf } from './near-miss-values.js';
import { inOtherFields, similarOf } from './other-fields.js';
import { isTellingValue } from './plain-value.js';
import { QUOTED } from './quoted-values.js';
import { SeparateValues } from './separate-values.js';
import { notRightTogether, type TextEquality } from './together.js';

/** Without a limit of requests, the number of fields whose values show that the filter is read; each is sent alone too. */
const WITNESSES = 3;
/** How many values are tried to find one that suits the others. */
const TRIED = 10;

/** The kinds of values that rules try. */
type Kind = 'fields' | 'near-misses' | 'other-quotes' | 'hard-values';

/** A value in the filter, and what it is there for. */
interface Member extends TextEquality {
  readonly kind: Kind;
}

/** What one filter with values of all kinds has shown to be right. */
export interface InOneFilter {
  /** The fields that can be filtered. */
  readonly fields: ReadonlySet<string>;
  /** The values of each kind that it does not show to be right; a kind that was not tried is absent. */
  readonly left: ReadonlyMap<Kind, readonly TextEquality[]>;
}

const NONE: InOneFilter = { fields: new Set(), left: new Map() };
const IN_ONE = new OperationSlot<InOneFilter>();

/**
 * Sends the values that several rules try on a list in one filter, or in a few if they are long. The rules send what it
 * does not show to be right in filters of their own; without a limit of requests, they do so with each field and with the
 * values that are hard to read. Nothing with the budget thorough.
 */
export function allInOneFilter(
  context: AskContext,
  textFields: () => Promise<readonly string[]>,
): Promise<InOneFilter> {
  if (context.allowance.budget === 'thorough') return Promise.resolve(NONE);
  return IN_ONE.of(context, async () => look(context, await textFields()));
}

async function look(context: AskContext, texts: readonly string[]): Promise<InOneFilter> {
  const whole = await context.collection();
  const members = membersOf(context, texts, whole.items);
  let [left, before]: (readonly Member[])[] = [members, []];
  while (left !== undefined && left.length > 0 && left.length !== before?.length) {
    before = left;
    left = await notRightTogether(context, left, whole);
  }
  // The target rejects joins.
  if (left === undefined || left.length === members.length) return NONE;
  const others = left;
  const right = members.filter((one) => !others.includes(one));
  return {
    fields: new Set(
      context.allowance.sparing ? right.filter((one) => one.kind === 'fields').map(({ field }) => field) : [],
    ),
    left: new Map(members.map(({ kind }) => [kind, others.filter((one) => one.kind === kind)])),
  };
}

/**
 * Values that are hard to read and a value of each field, chosen so that no other one selects all of their records, and
 * values similar to one of a record that none of them selects.
 */
function membersOf(
  { operation, allowance }: AskContext,
  texts: readonly string[],
  items: readonly JsonRecord[],
): Member[] {
  const similar = similarOf(texts, items);
  const field = texts.at(-1);
  if (similar === null || field === undefined) return [];
  const chosen = new SeparateValues(items, similar);
  const patterns = allowance.sparing ? HARD : [];
  const hard = patterns.flatMap((pattern) => chosen.add(hardValues(texts, items, pattern)));
  const fields = Object.entries(fieldsOf(operation)).flatMap(([name, kind]) =>
    kind === 'uuid' || texts.includes(name) ? [name] : [],
  );
  const all = fields.map((name) => rarest(name, items));
  // The fields whose values many records have leave the fewest records to the others.
  const ranked = all.toSorted((one, other) => (other[0]?.count ?? 0) - (one[0]?.count ?? 0));
  const values = ranked.flatMap((one) => chosen.add(one)).slice(0, allowance.sparing ? ranked.length : WITNESSES);
  // White space at the end of a text counts in some collations and not in others.
  const misses = nearMissesOf(similar.value).filter((value) => value.trim() === value);
  const others = allowance.sparing ? [] : inOtherFields(similar, texts, items);
  const invented = allowance.sparing ? INJECTIONS.filter((value) => value.length < LONG) : [];
  const as = (kind: Member['kind'], ones: readonly TextEquality[]) => ones.map((one): Member => ({ ...one, kind }));
  const first = as('fields', values.slice(0, Math.ceil(values.length / 2)));
  return [
    ...first,
    ...as('near-misses', [...misses.map((value) => ({ ...similar, value })), ...others]),
    ...as(
      'other-quotes',
      QUOTED.map(([value]) => ({ field, value })),
    ),
    ...as('hard-values', [...invented.map((value) => ({ field, value })), ...hard]),
    // Each filter needs a value that selects a record, so some of those come last.
    ...as('fields', values.slice(first.length)),
  ];
}

/** Values that are hard to match in one way, and need no escape. */
function hardValues(texts: readonly string[], items: readonly JsonRecord[], pattern: RegExp): TextEquality[] {
  return texts
    .flatMap((field) => items.map((item) => ({ field, value: item[field] })))
    .filter((one): one is TextEquality => typeof one.value === 'string' && pattern.test(one.value))
    .filter(({ value }) => value.length < LONG && escapedIn(value).length === 0)
    .slice(0, TRIED);
}

/** The values of a field that fewest records have, with the number of these. */
function rarest(field: string, items: readonly JsonRecord[]): (TextEquality & { readonly count: number })[] {
  return valuesByCount(items, field, isTellingValue)
    .slice(0, TRIED)
    .map(([value, count]) => ({ field, value, count }));
}
