import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord, Walk } from '../../engine/session/page.js';
import { OperationSlot } from '../../engine/session/slot.js';
import { equals } from '../../generators/filter-text.js';
import { fieldsOf } from './fields.js';

/** The maximum number of fields that are tried to find some that can be filtered. */
const TRIED = 6;
/** The number of records with one value from which a filter by it has several pages. */
const REPEATED = 3;
const SIMPLE = /^[A-Za-z0-9](?:[A-Za-z0-9 _.@-]*[A-Za-z0-9.])?$/;

/** A field that the target can filter, with values that need no escape. */
export interface Filterable {
  readonly field: string;
  /** A value that few records have. */
  readonly rare: string;
  /** The value that most records have. */
  readonly common: string;
  /** How many of the records that were read have the common value. */
  readonly matches: number;
}

export interface Found {
  readonly whole: Walk;
  readonly taken: readonly Filterable[];
  /** Responses that reject a filter on a documented field with a value that a record has. */
  readonly refused: readonly { readonly field: string; readonly answer: Answer }[];
  /** Fields that cannot be tried, because every value of them needs an escape or is too long. */
  readonly untried: readonly string[];
}

const FILTERABLE = new OperationSlot<Found>();

/**
 * Finds the fields of a list that can be filtered, by trying documented strings with values that records have. Which
 * fields can be filtered is unspecified, so a target may reject a field with 400; any other response is judged.
 */
export function findFilterable(context: AskContext): Promise<Found> {
  return FILTERABLE.of(context, () => look(context));
}

async function look(context: AskContext): Promise<Found> {
  const whole = await context.collection();
  const texts = Object.entries(fieldsOf(context.operation)).filter(([, kind]) => kind === 'string');
  const candidates = texts.map(([field]) => valuesOf(whole.items, field)).filter((one) => one !== null);
  const askAll = (some: readonly Filterable[]) =>
    Promise.all(
      some.map(async (candidate) => {
        const query = { filter: equals(candidate.field, candidate.rare), page_size: whole.pageSize };
        const answer = await context.ask(query);
        if (answer.status !== 400) await context.ask(query, { valid: true });
        return { candidate, answer };
      }),
    );
  const chosen = withRepeated(candidates, context.upTo(TRIED, 2));
  const first = await askAll(chosen);
  const allRefused = first.every(({ answer }) => answer.status === 400);
  const tried = allRefused ? [...first, ...(await askAll(candidates.filter((one) => !chosen.includes(one))))] : first;
  const hasText = (field: string) => whole.items.some((item) => typeof item[field] === 'string' && item[field] !== '');
  return {
    whole,
    untried: texts
      .map(([field]) => field)
      .filter((one) => hasText(one) && !candidates.some(({ field }) => field === one)),
    taken: tried.filter(({ answer }) => answer.status === 200).map(({ candidate }) => candidate),
    refused: tried
      .filter(({ answer }) => answer.status !== 200)
      .map(({ candidate, answer }) => ({ field: candidate.field, answer })),
  };
}

/** The fields that can be filtered; inconclusive if there is none (see filter.offered). */
export async function mustFindFilterable(context: AskContext): Promise<Found & { readonly first: Filterable }> {
  const found = await findFilterable(context);
  const [first] = found.taken;
  if (first !== undefined) return { ...found, first };
  if (found.refused.length === 0) return context.lacksData('no record has a string to filter by (see filter.offered)');
  return context.inconclusive('no documented field can be filtered (see filter.offered)');
}

/**
 * The first fields, the last of which is replaced by the one with the most frequent value if none of them has a value
 * that several records share: names and ids come first in a record, and a filter by them has no second page.
 */
export function withRepeated<One extends Pick<Filterable, 'matches'>>(fields: readonly One[], most: number): One[] {
  const first = fields.slice(0, most);
  const [repeated] = fields.toSorted((one, other) => other.matches - one.matches);
  const enough = repeated === undefined || repeated.matches < REPEATED || first.some(isRepeated);
  return enough ? first : [...first.slice(0, -1), repeated];
}

/** The fields that refer to other records by an id, with the ids that several records share, the most frequent first. */
export function findSharedIds(operation: Operation, items: readonly JsonRecord[]): Filterable[] {
  return Object.entries(fieldsOf(operation))
    .flatMap(([field, kind]) => (kind === 'uuid' && field !== 'id' ? (valuesOf(items, field) ?? []) : []))
    .filter(isRepeated)
    .toSorted((one, other) => other.matches - one.matches);
}

const isRepeated = ({ matches }: Pick<Filterable, 'matches'>): boolean => matches >= REPEATED;

function valuesOf(items: readonly JsonRecord[], field: string): Filterable | null {
  const counts = new Map<string, number>();
  for (const { [field]: value } of items) {
    if (isPlainValue(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([, one], [, other]) => one - other);
  const [rare] = ordered;
  const common = ordered.at(-1);
  return rare === undefined || common === undefined
    ? null
    : { field, rare: rare[0], common: common[0], matches: common[1] };
}

/** Whether a value is a text that needs no escape in a filter. */
export function isPlainValue(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 100 && SIMPLE.test(value);
}
