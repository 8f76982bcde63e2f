import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import { OperationSlot } from '../../engine/session/slot.js';
import { fieldsOf } from './fields.js';
import { findSortable } from './sortable.js';

/** Kinds of values with a usual order. */
const KINDS = ['boolean', 'integer', 'number'];
/** The maximum number of values of a field that is one of several keys: only records with the same value show the next key. */
const VALUES = 12;
/** The maximum number of keys: long sorts name nothing. */
const KEYS = 6;

/** The fewest keys that a target heeds: whether it heeds a second one is a question of its own. */
const LEAST = 2;

/** What a target may make of a value before it sorts by it. */
type Reading = (value: unknown) => number | string;

const asNumber = (value: unknown): number =>
  value === null || value === undefined ? Number.POSITIVE_INFINITY : Number(value);
const MISREADINGS: readonly Reading[] = [
  () => 0,
  (value) => -asNumber(value),
  (value) => `${value ?? ''}`,
  (value) => Math.abs(asNumber(value)),
];

const TOGETHER = { asc: new OperationSlot<readonly Joined[]>(), desc: new OperationSlot<readonly Joined[]>() };

type Direction = keyof typeof TOGETHER;

/** A sort by several keys, with the number of the first ones that order the response. */
interface Joined {
  readonly sort: string;
  readonly keys: readonly string[];
  readonly heeded: number;
  readonly answer: Answer;
}

/**
 * The fields whose sorts need no request of their own. Flags and numbers with few values are the keys of few sorts, in which
 * no key hides another one: if the target ignores one, reverses it, or reads it as a text or without its sign, the order
 * changes whenever that of the sort by this key alone does. If the response is exactly in order, each key is right. None
 * with another response, with the budget thorough, or for a list that is not on one page.
 */
export async function sortsShown(context: AskContext, direction: Direction = 'asc'): Promise<ReadonlySet<string>> {
  const sorts = await together(context, direction);
  return new Set(sorts.flatMap(({ keys, heeded }) => (heeded === keys.length ? keys : [])));
}

/** Sorts by several keys of which the target heeds only the first two or more, but orders the list by the next one alone. */
export async function cutSorts(context: AskContext): Promise<readonly Joined[]> {
  const cut: Joined[] = [];
  for (const one of await together(context, 'asc')) {
    const next = one.keys[one.heeded];
    if (next === undefined || one.heeded < LEAST) continue;
    const alone = await readInOrder(context, [next], 'asc');
    if (alone?.heeded === 1) cut.push(one);
  }
  return cut;
}

function together(context: AskContext, direction: Direction): Promise<readonly Joined[]> {
  const { budget, sparing } = context.allowance;
  if (sparing || budget === 'thorough') return Promise.resolve([]);
  return TOGETHER[direction].of(context, async () => {
    const sorts =
      direction === 'asc' ? await keysOfList(context) : (await together(context, 'asc')).map(({ keys }) => keys);
    const asked = await Promise.all(sorts.map((keys) => readInOrder(context, keys, direction)));
    return asked.filter((one) => one !== null);
  });
}

async function keysOfList(context: AskContext): Promise<readonly (readonly string[])[]> {
  const { items, pageSize, partial } = await context.collection();
  if (partial || items.length > pageSize) return [];
  const found = await context.attempt(() => findSortable(context));
  const sent = [...(found?.taken ?? []), ...(found?.refused ?? [])].map(({ field }) => field);
  // A field that no record of the list shows may have values all the same.
  const isShown = (field: string) => items.some((item) => (item[field] ?? null) !== null);
  const fields = Object.entries(fieldsOf(context.operation))
    .filter(([field]) => isShown(field))
    .filter(([field, kind]) => KINDS.includes(kind) && !sent.includes(field) && countValues(items, field) <= VALUES)
    .map(([field]) => field)
    // Flags that divide the records evenly come first.
    .toSorted(
      (one, other) => countValues(items, one) - countValues(items, other) || most(items, one) - most(items, other),
    );
  return keysTogether(fields, items);
}

/** Reads the whole list in one order; `null` if it is rejected, or does not have the records of the list. */
async function readInOrder(context: AskContext, keys: readonly string[], direction: Direction): Promise<Joined | null> {
  const { items, pageSize } = await context.collection();
  const sort = keys.map((field) => `${field}:${direction}`).join(',');
  const page = await context.attemptPage({ sort, page_size: pageSize });
  if (page === null || !hasSameRecords(page.items, items)) return null;
  const ascending = direction === 'asc' ? page.items : page.items.toReversed();
  const wrong = keys.findIndex((_key, at) => !isInOrder(ascending, keys.slice(0, at + 1)));
  return { sort, keys, heeded: wrong < 0 ? keys.length : wrong, answer: page.answer };
}

/** Fields as the keys of few sorts, none of which hides another; a field that suits no other is absent. */
export function keysTogether(fields: readonly string[], items: readonly JsonRecord[]): string[][] {
  const sorts: string[][] = [];
  for (const field of fields) {
    const room = sorts.find((keys) => keys.length < KEYS && isEachShown([...keys, field], items));
    if (room === undefined) sorts.push([field]);
    else room.push(field);
  }
  return sorts.filter((keys) => keys.length > 1);
}

function isEachShown(keys: readonly string[], items: readonly JsonRecord[]): boolean {
  // What a sort compares is read once: it compares each record several times, and there are many combinations of keys.
  const columns: Column[] = keys.map((key) => items.map((item) => asNumber(item[key])));
  const right = ordered(columns);
  return keys.every((key, at) => {
    const [column = []] = columns.slice(at, at + 1);
    const alone = ordered([column]);
    return MISREADINGS.every((reading) => {
      const misread = items.map((item) => reading(item[key]));
      return (
        !isChanged([column], alone, ordered([misread])) || isChanged(columns, right, ordered(columns.with(at, misread)))
      );
    });
  });
}

/** What a sort compares of each record, for one key. */
type Column = readonly (number | string)[];

/** Whether the values of the keys are in another order. Orders are positions of records. */
function isChanged(columns: readonly Column[], right: readonly number[], wrong: readonly number[]): boolean {
  return right.some((row, at) => columns.some((column) => column[row] !== column[wrong[at] as number]));
}

/** The positions of the records in the order of the keys, with ties in the order of the list. */
function ordered(columns: readonly Column[]): number[] {
  const positions = [...(columns[0] ?? []).keys()];
  return positions.sort((one, other) => compare(columns, one, other));
}

/** Compares the records at two positions. */
function compare(columns: readonly Column[], one: number, other: number): number {
  for (const column of columns) {
    const [left, right] = [column[one] as number | string, column[other] as number | string];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** Whether records are in order by the keys, with those without a value before or after all others. */
function isInOrder(items: readonly JsonRecord[], keys: readonly string[]): boolean {
  const first: Reading = (value) => (value === null || value === undefined ? Number.NEGATIVE_INFINITY : Number(value));
  return [first, asNumber].some((reading) => {
    const columns = keys.map((key) => items.map((item) => reading(item[key])));
    return items.every((_item, at) => at === 0 || compare(columns, at - 1, at) <= 0);
  });
}

function hasSameRecords(some: readonly JsonRecord[], all: readonly JsonRecord[]): boolean {
  const ids = new Set(some.map(identity));
  return some.length === all.length && ids.size === all.length && all.every((item) => ids.has(identity(item)));
}

const valuesOf = (items: readonly JsonRecord[], field: string): unknown[] => items.map((item) => item[field] ?? null);

const countValues = (items: readonly JsonRecord[], field: string): number => new Set(valuesOf(items, field)).size;

/** The number of records with the most frequent value of a field. */
function most(items: readonly JsonRecord[], field: string): number {
  const counts = new Map<unknown, number>();
  for (const value of valuesOf(items, field)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
