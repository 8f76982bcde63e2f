import { looselyEqual } from '../../../engine/oracle/collation.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord, pageOf, type Walk } from '../../../engine/session/page.js';
import { equals } from '../../../generators/filter-text.js';

/** A filter by one value. */
export interface Equality {
  readonly field: string;
  readonly value: string | number;
}

/** A filter by a text. */
export interface TextEquality extends Equality {
  readonly value: string;
}

/** The text of a filter by one value: a number has no quotes. */
export function equality({ field, value }: Equality): string {
  return typeof value === 'number' ? `${field} -eq ${value}` : equals(field, value);
}

/** The minimum number of filters to join, and the maximum length of a join in characters: servers limit that of a URL. */
const FEWEST = 3;
const LONGEST = 1800;

/**
 * The filters by one value that have to be sent one by one. The others are joined by `-or`, and that one filter returns
 * exactly the records of the list that have one of their values, so each of them is right. All of them if the target
 * rejects joins, which are a convention, if it returns anything else, or with the budget thorough. In a run with a limit of
 * requests, a join with another result is halved to find those that are right.
 */
export async function notRightTogether<One extends Equality>(
  context: AskContext,
  ones: readonly One[],
  whole: Walk,
): Promise<readonly One[]> {
  const joined = within(LONGEST, ones);
  if (context.allowance.budget === 'thorough' || whole.partial || joined.length < FEWEST) return ones;
  const wanted = whole.items.filter((item) => joined.some((one) => has(item, one)));
  if (wanted.length === 0 || wanted.length >= Math.min(whole.items.length, whole.pageSize)) return ones;
  const answer = await context.attempt(() => context.ask({ filter: joinOf(joined), page_size: whole.pageSize }));
  if (answer === null || answer.status === 400) return ones;
  const returned = answer.status === 200 ? await context.attempt(async () => pageOf(answer)) : null;
  const { sparing } = context.allowance;
  if (returned !== null && isRight(returned.items, wanted, sparing ? joined : []))
    return ones.filter((one) => !joined.includes(one) || !isProven(one, joined, whole));
  if (!sparing) return ones;
  const halves = [0, 1].map((half) => joined.filter((_one, index) => index % 2 === half));
  const left = await Promise.all(halves.map((half) => notRightTogether(context, half, whole)));
  return ones.filter((one) => !joined.includes(one) || left.some((some) => some.includes(one)));
}

/** Whether the result of a join depends on a filter: no record has its value, or one has it that no other filter selects. */
function isProven(one: Equality, joined: readonly Equality[], { items }: Walk): boolean {
  const own = items.filter((item) => has(item, one));
  return own.length === 0 || own.some((item) => !joined.some((other) => other !== one && has(item, other)));
}

function within<One extends Equality>(most: number, ones: readonly One[]): One[] {
  return ones.filter((_one, index) => joinOf(ones.slice(0, index + 1)).length <= most);
}

/** The filters in as few groups as their joins are not too long for, each with the first one too. */
export function inGroups<One extends Equality>(first: One, ones: readonly One[]): readonly One[][] {
  const group = [first, ...within(LONGEST, [first, ...ones]).slice(1)];
  const rest = ones.slice(group.length - 1);
  return group.length === 1 ? [] : [group, ...inGroups(first, rest)];
}

/** The filters as one that is satisfied by the records of each of them. */
export const joinOf = (ones: readonly Equality[]): string => ones.map((one) => `(${equality(one)})`).join(' -or ');

const has = (item: JsonRecord, { field, value }: Equality): boolean => item[field] === value;

/**
 * Whether a result has the wanted records, each once, and others only if they have a text that differs from one of `loose`
 * by letter case or the like.
 */
export function isRight(
  returned: readonly JsonRecord[],
  wanted: readonly JsonRecord[],
  loose: readonly Equality[] = [],
): boolean {
  const ids = new Set(returned.map(identity));
  if (ids.size < returned.length || !wanted.every((item) => ids.has(identity(item)))) return false;
  const known = new Set(wanted.map(identity));
  const others = returned.filter((item) => !known.has(identity(item)));
  // White space at the end is no letter case: a value with it is there to be distinguished from one without.
  const plain = loose.filter(
    (one): one is TextEquality => typeof one.value === 'string' && one.value.trim() === one.value,
  );
  return others.every((item) => plain.some(({ field, value }) => looselyEqual(String(item[field]), value)));
}
