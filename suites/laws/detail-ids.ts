import { sampleSources } from '../../contract/samples.js';
import type { Operation } from '../../contract/types.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import type { JsonRecord } from '../../engine/session/page.js';
import { isSameId } from '../../engine/session/same-id.js';
import type { Query } from '../../engine/session/seen.js';
import { pathParameters } from '../../engine/session/world.js';
import { HARD } from './filter/hard-patterns.js';
import { spread } from './spread.js';

/** The maximum number of ids of the first and of the last page of a list that are read one by one. */
const EARLY = 4;
const LATE = 2;
/** The maximum number of records without some values that are read as well. */
const SPARSE = 2;
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
 * Ids to read one by one: the sample of the operation, if known, then ids at even distances over the first page of the
 * list of these records, and ids of its last page.
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
  const early = idsOf(first.items);
  const named: ListedId[] = [
    ...own,
    ...[...spread(early, context.upTo(EARLY, 1)), ...early.slice(-1)].map((id) => ({ id, page: {} })),
    ...idsOf(sparse(first.items, context.upTo(SPARSE, 0), countsOf(context.operation))).map((id) => ({ id, page: {} })),
    ...idsOf(withHardTexts(first.items, context.upTo(HARD_TEXTS, 0))).map((id) => ({ id, page: {} })),
    ...idsOf(last?.items ?? [])
      .slice(-context.upTo(LATE, 1))
      .map((id) => ({ id, page })),
  ];
  return named.filter(({ id }, index) => named.findIndex((other) => isSameId(other.id, id)) === index);
}

/** The fields that may count what else belongs to a record. */
function countsOf(operation: Operation): readonly string[] {
  const fixture = pathParameters(operation)[0]?.fixture ?? null;
  return fixture === null ? [] : (sampleSources[fixture]?.counts ?? []);
}

/**
 * Records that together lack many different values, those first without anything else that belongs to them, then those
 * that lack what few records lack: what is computed from a value may fail without it.
 */
function sparse(items: readonly JsonRecord[], most: number, counted: readonly string[]): JsonRecord[] {
  const lacking = items.map((item) => ({ item, names: Object.keys(item).filter((name) => isNothing(item[name])) }));
  const counts = new Map<string, number>();
  for (const { names } of lacking) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const first = counted.find((name) => counts.has(name));
  const weightOf = (name: string) => (name === first ? items.length : 1);
  const covered = new Set<string>();
  const chosen: JsonRecord[] = [];
  const gain = ({ names }: (typeof lacking)[number]) =>
    names.reduce((sum, name) => sum + (covered.has(name) ? 0 : weightOf(name) / (counts.get(name) ?? 1)), 0);
  while (chosen.length < most) {
    const [best] = lacking.toSorted((one, other) => gain(other) - gain(one));
    if (best === undefined || gain(best) === 0) break;
    chosen.push(best.item);
    for (const name of best.names) covered.add(name);
  }
  return chosen;
}

/** Records with texts of different kinds that are hard to send or to store: the last one of each kind. */
function withHardTexts(items: readonly JsonRecord[], most: number): JsonRecord[] {
  const isHard = (item: JsonRecord, pattern: RegExp) =>
    Object.values(item).some((own) => typeof own === 'string' && pattern.test(own));
  const found = HARD.map((pattern) => items.findLast((item) => isHard(item, pattern)));
  return [...new Set(found.filter((item) => item !== undefined))].slice(0, most);
}

function isNothing(value: unknown): boolean {
  if (value === null || value === '' || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function nameOf(operation: Operation): string {
  return pathParameters(operation)[0]?.name ?? '';
}

function idsOf(items: readonly { readonly id?: unknown }[]): string[] {
  return items.flatMap(({ id }) => (typeof id === 'string' && id !== '' ? [id] : []));
}
