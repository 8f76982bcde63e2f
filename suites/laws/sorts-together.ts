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

const TOGETHER = new OperationSlot<ReadonlySet<string>>();

/**
 * The fields whose sorts need no request of their own. Flags and numbers with few values are the keys of few sorts, in which
 * no key hides another one: if the target ignores one, reverses it, or reads it as a text or without its sign, the order
 * changes whenever that of the sort by this key alone does. If the response is exactly in order, each key is right. None
 * with another response, with the budget thorough, or for a list that is not on one page.
 */
export function sortsShown(context: AskContext): Promise<ReadonlySet<string>> {
  const { budget, sparing } = context.allowance;
  if (sparing || budget === 'thorough') return Promise.resolve(new Set());
  return TOGETHER.of(context, () => look(context));
}

async function look(context: AskContext): Promise<ReadonlySet<string>> {
  const { items, pageSize, partial } = await context.collection();
  if (partial || items.length > pageSize) return new Set();
  const found = await context.attempt(() => findSortable(context));
  const sent = [...(found?.taken ?? []), ...(found?.refused ?? [])].map(({ field }) => field);
  const fields = Object.entries(fieldsOf(context.operation))
    .filter(([field, kind]) => KINDS.includes(kind) && !sent.includes(field) && countValues(items, field) <= VALUES)
    .map(([field]) => field)
    // Flags that divide the records evenly come first.
    .toSorted(
      (one, other) => countValues(items, one) - countValues(items, other) || most(items, one) - most(items, other),
    );
  const shown = await Promise.all(
    keysTogether(fields, items).map(async (keys) => {
      const sort = keys.map((field) => `${field}:asc`).join(',');
      const page = await context.attemptPage({ sort, page_size: pageSize });
      return page !== null && hasSameRecords(page.items, items) && isInOrder(page.items, keys) ? keys : [];
    }),
  );
  return new Set(shown.flat());
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
  return keys.every((key) =>
    MISREADINGS.every((reading) => !isChanged([key], key, reading, items) || isChanged(keys, key, reading, items)),
  );
}

/** Whether the values of the keys are in another order if one of the keys is misread, and ties are in the order of the list. */
function isChanged(keys: readonly string[], misread: string, reading: Reading, items: readonly JsonRecord[]): boolean {
  const right = ordered(keys, items, () => asNumber);
  const wrong = ordered(keys, items, (key) => (key === misread ? reading : asNumber));
  return right.some((item, at) => keys.some((key) => asNumber(item[key]) !== asNumber(wrong[at]?.[key])));
}

function ordered(
  keys: readonly string[],
  items: readonly JsonRecord[],
  readingOf: (key: string) => Reading,
): JsonRecord[] {
  return items.toSorted((one, other) => compare(keys, one, other, readingOf));
}

function compare(
  keys: readonly string[],
  one: JsonRecord,
  other: JsonRecord,
  readingOf: (key: string) => Reading,
): number {
  for (const key of keys) {
    const [left, right] = [readingOf(key)(one[key]), readingOf(key)(other[key])];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** Whether records are in order by the keys, with those without a value before or after all others. */
function isInOrder(items: readonly JsonRecord[], keys: readonly string[]): boolean {
  const first: Reading = (value) => (value === null || value === undefined ? Number.NEGATIVE_INFINITY : Number(value));
  return [first, asNumber].some((reading) =>
    items.every((item, at) => at === 0 || compare(keys, items[at - 1] as JsonRecord, item, () => reading) <= 0),
  );
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
