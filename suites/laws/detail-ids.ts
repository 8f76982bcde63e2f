import { sampleSources } from '../../contract/samples.js';
import type { Operation } from '../../contract/types.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { diverse } from '../../engine/session/diverse.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { isSameId } from '../../engine/session/same-id.js';
import type { Query } from '../../engine/session/seen.js';
import { pathParameters } from '../../engine/session/world.js';
import { HARD } from './filter/hard-patterns.js';

/** The maximum number of records that are read one by one because of the kinds of values that they have in the list. */
const DIVERSE = 16;
/** The maximum number of ids of the last page of a list that are read one by one. */
const LATE = 2;
/** The maximum number of records with texts that are hard to send or to store that are read as well. */
const HARD_TEXTS = 6;

/** The list operation with the ids of the records that an operation reads. */
export function listOf(operation: Operation): string | null {
  const fixture = pathParameters(operation)[0]?.fixture ?? null;
  return fixture === null ? null : (sampleSources[fixture]?.operation ?? null);
}

/** An id, and the page of the list that contains it. */
export interface ListedId {
  readonly id: string;
  readonly page: Query;
}

/**
 * Ids to read one by one: the sample of the operation, if known, then ids of the first page of the list of these records, of
 * records with hard texts and of some that have many kinds of values between them, and ids of its last page.
 */
export async function detailIds(context: AskContext): Promise<readonly ListedId[]> {
  const sample = (await context.attempt(() => context.params()))?.[nameOf(context.operation)];
  const own: ListedId[] = sample === undefined ? [] : [{ id: sample, page: {} }];
  const list = listOf(context.operation);
  const source = list === null ? null : context.world.operation(list);
  const first = source === null ? null : await context.attempt(() => context.page({}, { operation: source }));
  if (source === null || first === null) return own;
  const pages = first.totalItems === null ? first.totalPages : Math.ceil(first.totalItems / DEFAULT_SIZE);
  const page = { page_number: pages ?? 1 };
  const last =
    page.page_number > 1 ? await context.attempt(() => context.page(page, { operation: source, valid: false })) : null;
  const identified = (items: readonly JsonRecord[]) => items.filter(({ id }) => typeof id === 'string' && id !== '');
  const [early, late] = [identified(first.items), identified(last?.items ?? [])];
  const fixed = [
    ...early.filter(({ id }) => isSameId(String(id), sample ?? '')),
    ...early.slice(-1),
    ...withHardTexts(early, context.upTo(HARD_TEXTS, 0)),
    ...late.slice(-context.upTo(LATE, 1)),
  ];
  const others = diverse([...early, ...late], context.upTo(DIVERSE, 1), fixed, countsOf(context.operation));
  const named = [...fixed, ...others].map(
    (item): ListedId => ({ id: String(item.id), page: late.includes(item) ? page : {} }),
  );
  return [...own, ...named].filter(({ id }, index, all) => all.findIndex((other) => isSameId(other.id, id)) === index);
}

/** The fields that may count what else belongs to a record. */
export function countsOf(operation: Operation): readonly string[] {
  const fixture = pathParameters(operation)[0]?.fixture ?? null;
  return fixture === null ? [] : (sampleSources[fixture]?.counts ?? []);
}

/** Records with texts of different kinds that are hard to send or to store: the last one of each kind. */
function withHardTexts(items: readonly JsonRecord[], most: number): JsonRecord[] {
  const isHard = (item: JsonRecord, pattern: RegExp) =>
    Object.values(item).some((own) => typeof own === 'string' && pattern.test(own));
  const found = HARD.map((pattern) => items.findLast((item) => isHard(item, pattern)));
  return [...new Set(found.filter((item) => item !== undefined))].slice(0, most);
}

function nameOf(operation: Operation): string {
  return pathParameters(operation)[0]?.name ?? '';
}
