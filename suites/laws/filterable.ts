import type { Operation } from '../../contract/types.js';
import type { Answer } from '../../engine/client/answer.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord, Walk } from '../../engine/session/page.js';
import { OperationSlot } from '../../engine/session/slot.js';
import { equals } from '../../generators/filter-text.js';
import { inOtherCase } from '../../generators/values/other-case.js';
import { takes } from './applies.js';
import { fieldsOf, idFieldsOf, textFieldsOf } from './fields.js';
import { type AfterFilters, sendFilters } from './filter/after-filters.js';
import { type Filterable, isRepeated, valuesOf, withRepeated } from './filter/candidates.js';
import { allInOneFilter, type InOneFilter } from './filter/in-one-filter.js';
import { placeOf } from './place-of.js';

/** The maximum number of fields that are tried to find some that can be filtered. */
const TRIED = 6;
/** How many lists take turns with a filter in the other letter case. */
const TURNS = 4;
/** The maximum number of fields of ids that are tried where no text can be filtered. */
const IDS = 2;
const CAPITALS = /[A-F]/;

export interface Found {
  readonly whole: Walk;
  readonly taken: readonly Filterable[];
  /** Responses that reject a filter on a documented field with a value that a record has. */
  readonly refused: readonly { readonly field: string; readonly value: string; readonly answer: Answer }[];
  /** Fields that cannot be tried, because every value of them needs an escape or is too long. */
  readonly untried: readonly string[];
  /** What follows a malformed filter; `null` if none was sent. */
  readonly after: AfterFilters | null;
}

const FILTERABLE = new OperationSlot<Found>();

/**
 * Finds the fields of a list that can be filtered, by trying documented strings with values that records have, and ids where
 * no string is accepted. Which fields can be filtered is unspecified, so a target may reject a field with 400; any other
 * response is judged.
 */
export function findFilterable(context: AskContext): Promise<Found> {
  return FILTERABLE.of(context, () => look(context));
}

async function look(context: AskContext): Promise<Found> {
  const whole = await context.collection();
  const named = textFieldsOf(context.operation);
  // With few requests, each filter that is alone is on one of the fields that are rarely tried.
  const texts = context.allowance.sparing ? named.toReversed() : named;
  const valuesIn = (fields: readonly string[]) =>
    fields.map((field) => valuesOf(whole.items, field)).filter((one) => one !== null);
  const candidates = valuesIn(texts);
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
  const proven = context.allowance.sparing ? (await inOneFilter(context)).fields : new Set<string>();
  const right = chosen.filter(({ field }) => proven.has(field));
  await askInOtherCase(context, chosen, whole.pageSize);
  const first = await askAll(chosen.filter((one) => !right.includes(one)));
  const allRefused = right.length === 0 && first.every(({ answer }) => answer.status === 400);
  const tried = [...first, ...(allRefused ? await askAll(candidates.filter((one) => !chosen.includes(one))) : [])];
  // A target that compares ids with their letter case may show them in another one than it holds.
  const ids = valuesIn(idFieldsOf(context.operation)).filter(({ rare, common }) => !CAPITALS.test(rare + common));
  const areTextsRefused = tried.length > 0 && right.length === 0 && tried.every(({ answer }) => answer.status !== 200);
  if (areTextsRefused && !context.allowance.sparing) tried.push(...(await askAll(ids.slice(0, IDS))));
  const hasText = (field: string) => whole.items.some((item) => typeof item[field] === 'string' && item[field] !== '');
  const taken = [...right, ...tried.filter(({ answer }) => answer.status === 200).map(({ candidate }) => candidate)];
  const [field] = taken;
  // Before any rule knows what to filter by: the next request is one of this sequence.
  const isSent = field !== undefined && !context.allowance.sparing;
  return {
    whole,
    untried: texts.filter((one) => hasText(one) && !candidates.some(({ field }) => field === one)),
    taken,
    after: isSent ? await context.attempt(() => sendFilters(context, field)) : null,
    refused: tried
      .filter(({ answer }) => answer.status !== 200)
      .map(({ candidate: { field, rare: value }, answer }) => ({ field, value, answer })),
  };
}

/**
 * Sends the first filter in the other letter case, right before the filter itself: a target may keep the result of one for the
 * other. Most targets do so for all lists or for none, so the lists take turns.
 */
async function askInOtherCase(context: AskContext, [first]: readonly Filterable[], page_size: number): Promise<void> {
  const { budget, sparing } = context.allowance;
  const isTurn = budget === 'thorough' || placeOf(context) % TURNS === 0;
  if (first === undefined || sparing || !isTurn) return;
  const value = inOtherCase(first.rare);
  if (value === first.rare) return;
  await context.attempt(() => context.ask({ filter: equals(first.field, value), page_size }));
}

/**
 * What one filter with values of all kinds has shown to be right. Without a limit of requests, it is on fields alone that
 * the target accepts.
 */
export function inOneFilter(context: AskContext): Promise<InOneFilter> {
  return allInOneFilter(context, async () => {
    if (context.allowance.sparing) return textFieldsOf(context.operation);
    const found = await context.attempt(() => findFilterable(context));
    return found?.taken.map(({ field }) => field) ?? [];
  });
}

/** The texts that can be filtered, for rules that filter by values that are no ids; inconclusive if there is none. */
export async function mustFindTexts(context: AskContext): Promise<Found & { readonly first: Filterable }> {
  const found = await mustFindFilterable(context);
  if (fieldsOf(context.operation)[found.first.field] === 'string') return found;
  return context.lacksData('only ids can be filtered, and no text (see filter.offered)');
}

/** The fields that can be filtered; inconclusive if there is none (see filter.offered). */
export async function mustFindFilterable(context: AskContext): Promise<Found & { readonly first: Filterable }> {
  const found = await findFilterable(context);
  const [first] = found.taken;
  if (first !== undefined) return { ...found, first };
  if (found.refused.length === 0) return context.lacksData('no record has a string to filter by (see filter.offered)');
  return context.inconclusive(
    'no documented text can be filtered, and what only ids, flags or numbers can show was not tried (see filter.offered)',
  );
}

/** As `mustFindFilterable`; `null` if the list takes no filter, or none is found, and in a run with a limit of requests. */
export async function filterableUnlessSparing(context: AskContext) {
  const isFiltered = takes('filter')(context.operation) && !context.allowance.sparing;
  return isFiltered ? context.attempt(() => mustFindFilterable(context)) : null;
}

/**
 * Inconclusive if a list forbids its caller every filter, by a 403 that the document lists for it: that comes before the
 * validation of a filter.
 */
export async function assertMayFilter(context: AskContext, answers: readonly Answer[]): Promise<void> {
  const isForbidden = ({ status }: Answer) => status === 403;
  if (!context.operation.statuses.includes(403) || !answers.every(isForbidden)) return;
  const { taken, refused } = await findFilterable(context);
  if (taken.length === 0 && refused.every(({ answer }) => isForbidden(answer)))
    context.inconclusive('the caller may not filter this list: each filter returned 403');
}

/** The fields that refer to other records by an id, with the ids that several records share, the most frequent first. */
export function findSharedIds(operation: Operation, items: readonly JsonRecord[]): Filterable[] {
  return idFieldsOf(operation)
    .flatMap((field) => (field === 'id' ? [] : (valuesOf(items, field) ?? [])))
    .filter(isRepeated)
    .toSorted((one, other) => other.matches - one.matches);
}
