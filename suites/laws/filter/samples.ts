import { looselyEqual } from '../../../engine/oracle/collation.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../../engine/session/page.js';
import { equals } from '../../../generators/filter-text.js';
import { findSharedIds, mustFindFilterable } from '../filterable.js';
import { strideOf } from '../stride.js';
import { withRepeated } from './candidates.js';

/** The largest number of matches for which all pages of a filtered list are read. */
const LARGEST = 1500;

/** The maximum number of fields to filter by a rare and by a common value. */
const JUDGED = 2;

/** All pages of a filtered list. */
export function filtered(context: AskContext, filter: string, pageSize: number): Promise<Walk> {
  return context.walk(pageSize, { filter });
}

/** Filters to judge by: each accepted field with a rare and with a common value. */
export async function samples(context: AskContext) {
  const { whole, taken } = await mustFindFilterable(context);
  const pairs = withRepeated(taken, context.upTo(JUDGED, 1)).flatMap(({ field, rare, common: most, matches }) => {
    // Several records say most, unless they are all.
    const values = context.allowance.sparing ? [matches < whole.items.length ? most : rare] : [rare, most];
    return [...new Set(values)].map((value) => ({ field, value }));
  });
  const walks = await Promise.all(
    pairs.map(({ field, value }) => filtered(context, equals(field, value), whole.pageSize)),
  );
  return pairs.map((pair, index) => ({ ...pair, whole, result: walks[index] as Walk }));
}

/** The filters whose pages were all read; inconclusive if there is none. */
export async function wholeSamples(context: AskContext) {
  const read = (await samples(context)).filter(({ result }) => !result.partial);
  if (read.length === 0) context.inconclusive('every filter matches more records than a run reads');
  return read;
}

export type Sample = Awaited<ReturnType<typeof samples>>[number];

export const firstAnswer = ({ pages: [first] }: Walk) => first?.answer;

export function idsOf({ items }: Walk): string[] {
  return items.map(identity).sort();
}

/** A record without the field proves nothing. */
export function fits(item: JsonRecord, field: string, value: string): boolean {
  const own = item[field];
  return own === undefined || (typeof own === 'string' && looselyEqual(own, value));
}

/** Whether a filter has an effect: at least one record of the list does not match it. */
export function selects({ whole, result }: Pick<Sample, 'whole' | 'result'>): boolean {
  const answered = new Set(result.items.map(identity));
  return whole.items.some((item) => !answered.has(identity(item)));
}

/**
 * Checks that a list was stable. Where it was read in part, the result of the filter has to be stable too: a record that was
 * not read may match.
 */
export async function assertSteady(
  context: AskContext,
  { whole, result }: Pick<Sample, 'whole' | 'result'>,
  fields: readonly string[],
): Promise<void> {
  await context.assertStable(whole, fields);
  if (whole.partial) await context.assertStable(result, fields);
}

/** Inconclusive if every filter returns the whole list: nothing shows that the target reads the filter. */
export function assertSelects(context: AskContext, tried: readonly Pick<Sample, 'whole' | 'result'>[]): void {
  if (!tried.some(selects))
    context.inconclusive(
      'every filter that was tried returns the whole list, as if the filter were ignored (see filter.sound)',
    );
}

/** A filter by the reference that most records share, such as the type of agreements; empty if it is rejected. */
async function sharedIdSamples(context: AskContext): Promise<Sample[]> {
  const { whole } = await mustFindFilterable(context);
  const [most] = findSharedIds(context.operation, whole.items);
  if (most === undefined) return [];
  const { field, common: value } = most;
  const answer = await context.ask({ filter: equals(field, value), page_size: whole.pageSize });
  if (answer.status !== 200) return [];
  return [{ field, value, whole, result: await filtered(context, equals(field, value), whole.pageSize) }];
}

/**
 * The sample with the most matches that are not the whole list, also read in about three pages; `null` if none has at least
 * three matches. A filter that matches the whole list shows no totals of its own.
 */
export async function inPages(context: AskContext) {
  const suits = ({ result }: Sample) => result.items.length >= 3 && result.items.length <= LARGEST && !result.partial;
  const texts = (await samples(context)).filter(suits);
  const found = texts.length > 0 ? texts : (await sharedIdSamples(context)).filter(suits);
  const weight = (one: Sample) => (selects(one) ? 1 : 0);
  const [largest] = found.sort(
    (one, other) => weight(other) - weight(one) || other.result.items.length - one.result.items.length,
  );
  if (largest === undefined) return null;
  const stride = strideOf(largest.result.items.length);
  const strides = await filtered(context, equals(largest.field, largest.value), stride);
  return { ...largest, strides };
}

/** A sample with one or two matches, read with one record on a page: its pages are fewer than those of the list. */
export async function inSinglePages(context: AskContext, tried: readonly Sample[]): Promise<Sample[]> {
  const sample = tried.find((one) => [1, 2].includes(one.result.items.length) && selects(one));
  if (sample === undefined) return [];
  return [{ ...sample, result: await filtered(context, equals(sample.field, sample.value), 1) }];
}
