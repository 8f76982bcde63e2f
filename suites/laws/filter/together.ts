import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord, pageOf, type Walk } from '../../../engine/session/page.js';
import { equals } from '../../../generators/filter-text.js';

/** A filter by one value. */
export interface Equality {
  readonly field: string;
  readonly value: string | number;
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
 * rejects joins, which are a convention, if it returns anything else, or with the budget thorough.
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
  const returned = await context.attempt(async () =>
    pageOf(await context.ask({ filter: joinOf(joined), page_size: whole.pageSize })),
  );
  if (returned === null || !isSame(returned.items, wanted)) return ones;
  return ones.filter((one) => !joined.includes(one) || !isProven(one, joined, whole));
}

/** Whether the result of a join depends on a filter: no record has its value, or one has it that no other filter selects. */
function isProven(one: Equality, joined: readonly Equality[], { items }: Walk): boolean {
  const own = items.filter((item) => has(item, one));
  return own.length === 0 || own.some((item) => !joined.some((other) => other !== one && has(item, other)));
}

function within<One extends Equality>(most: number, ones: readonly One[]): One[] {
  return ones.filter((_one, index) => joinOf(ones.slice(0, index + 1)).length <= most);
}

const joinOf = (ones: readonly Equality[]): string => ones.map((one) => `(${equality(one)})`).join(' -or ');

const has = (item: JsonRecord, { field, value }: Equality): boolean => item[field] === value;

function isSame(some: readonly JsonRecord[], others: readonly JsonRecord[]): boolean {
  const ids = new Set(some.map(identity));
  return some.length === others.length && others.every((item) => ids.has(identity(item)));
}
