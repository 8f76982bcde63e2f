import type { Filter } from '../../contract/query-language.js';
import { looselyEqual } from '../../engine/oracle/collation.js';
import type { AskRule, Need } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { filterOver } from '../../generators/filter/filter-arbitrary.js';
import { malformedOf } from '../../generators/filter/malformed-filter.js';
import { equals } from '../../generators/filter-text.js';
import { MALFORMED_FILTERS } from '../../generators/malformed-filters.js';
import { sampleOf } from '../../generators/sample-of.js';
import { takes } from './applies.js';
import { findFilterable, findSharedIds, mustFindFilterable, withRepeated } from './filterable.js';
import { hardValues } from './hard-values.js';
import { plural } from './plural.js';
import { shown } from './query/ask-filter.js';
import { vocabularyOf } from './query/vocabulary.js';
import { findSortable, simpleText } from './sortable.js';
import { strideOf } from './stride.js';

/** The largest number of matches for which all pages of a filtered list are read. */
const LARGEST = 1500;

/** The maximum number of fields to filter by a rare and by a common value. */
const JUDGED = 3;

/** The number of valid filters that malformed ones are made from. */
const BROKEN = 12;

const takesFilter = takes('filter');
const common = { needs: ['records'] as readonly Need[], appliesTo: takesFilter };

/** All pages of a filtered list. */
function filtered(context: AskContext, filter: string, pageSize: number): Promise<Walk> {
  return context.walk(pageSize, { filter });
}

/** Filters to judge by: each accepted field with a rare and with a common value. */
async function samples(context: AskContext) {
  const { whole, taken } = await mustFindFilterable(context);
  const pairs = withRepeated(taken, JUDGED).flatMap(({ field, rare, common: most }) =>
    [...new Set([rare, most])].map((value) => ({ field, value })),
  );
  const walks = await Promise.all(
    pairs.map(({ field, value }) => filtered(context, equals(field, value), whole.pageSize)),
  );
  return pairs.map((pair, index) => ({ ...pair, whole, result: walks[index] as Walk }));
}

/** The filters whose pages were all read; inconclusive if there is none. */
async function wholeSamples(context: AskContext) {
  const read = (await samples(context)).filter(({ result }) => !result.partial);
  if (read.length === 0) context.inconclusive('every filter matches more records than a run reads');
  return read;
}

type Sample = Awaited<ReturnType<typeof samples>>[number];

const firstAnswer = ({ pages: [first] }: Walk) => first?.answer;

/** Whether a filter has an effect: at least one record of the list does not match it. */
function selects({ whole, result }: Pick<Sample, 'whole' | 'result'>): boolean {
  const answered = new Set(result.items.map(identity));
  return whole.items.some((item) => !answered.has(identity(item)));
}

/** Inconclusive if every filter returns the whole list: nothing shows that the target reads the filter. */
function assertSelects(context: AskContext, tried: readonly Pick<Sample, 'whole' | 'result'>[]): void {
  if (!tried.some(selects))
    context.inconclusive(
      'every filter that was tried returns the whole list, as if the filter were ignored (see filter.sound)',
    );
}

/** The minimum number of fields that are tried before a target counts as one that filters by none. */
const FIELDS = 2;

export const offered: AskRule = {
  ...common,
  id: 'filter.offered',
  clause: 'filter.offered',
  async ask(context) {
    const { taken, refused, untried } = await findFilterable(context);
    const [first] = refused;
    if (taken.length > 0) return assertSelects(context, await samples(context));
    if (first === undefined) return context.lacksData('no record has a string to filter by');
    if (refused.length < FIELDS) return context.lacksData(`a filter was only tried on ${first.field}, and rejected`);
    if (untried.length > 0)
      return context.lacksData(
        `no value of ${untried.join(', ')} can be tried in a filter, and other fields are rejected`,
      );
    const message = `a filter is rejected on every field tried: ${refused.map(({ field }) => field).join(', ')}`;
    context.report(first.answer, {
      at: 'status',
      expected: '200 for at least one field',
      actual: first.answer.summary,
      message,
    });
  },
};

export const sound: AskRule = {
  ...common,
  id: 'filter.sound',
  clause: 'filter.sound',
  async ask(context) {
    const tried = await samples(context);
    for (const { field, value, result } of tried) {
      for (const { items, answer } of result.pages) {
        const index = items.findIndex((item) => !fits(item, field, value));
        const other = items[index]?.[field];
        if (index < 0) continue;
        const message = `${equals(field, value)} returned a record whose ${field} is ${JSON.stringify(other)}`;
        const at = `/items/${index}/${field}`;
        context.report(answer, { at, expected: JSON.stringify(value), actual: JSON.stringify(other), message });
      }
    }
    if (tried.every(({ field, value, whole }) => whole.items.every((item) => fits(item, field, value))))
      context.inconclusive('all records have the values that were tried, so the filters exclude no record');
  },
};

/** A record without the field proves nothing. */
function fits(item: JsonRecord, field: string, value: string): boolean {
  const own = item[field];
  return own === undefined || (typeof own === 'string' && looselyEqual(own, value));
}

export const complete: AskRule = {
  ...common,
  id: 'filter.complete',
  clause: 'filter.complete',
  async ask(context) {
    const tried = await wholeSamples(context);
    for (const { field, value, whole, result } of tried) {
      const answered = new Set(result.items.map(identity));
      const missing = whole.items.filter((item) => item[field] === value && !answered.has(identity(item)));
      const [first] = missing;
      const answer = firstAnswer(result);
      if (first === undefined || answer === undefined) continue;
      await context.assertStable(whole, [field]);
      const expected = `${identity(first)}, whose ${field} is ${JSON.stringify(value)}`;
      const actual = `${plural(result.items.length, 'record')} without it`;
      const message = `${equals(field, value)} omitted ${plural(missing.length, 'record')} with this value`;
      context.report(answer, { at: '/items', expected, actual, message });
    }
    assertSelects(context, tried);
  },
};

/** A value that no record has. */
const NO_SUCH_VALUE = 'touchstone: no such value';

export const totals: AskRule = {
  ...common,
  id: 'filter.totals',
  clause: 'filter.totals',
  async ask(context) {
    const largest = await inPages(context);
    const walks = largest === null || largest.strides.partial ? [] : [{ ...largest, result: largest.strides }];
    const whole = await wholeSamples(context);
    const tried = [...whole, ...walks, ...(largest === null ? await inSinglePages(context, whole) : [])];
    for (const { field, value, whole: list, result } of tried) {
      const count = result.items.length;
      const pages = Math.ceil(count / result.pageSize);
      for (const { answer, totalItems, totalPages } of result.pages) {
        const wrongItems = totalItems !== null && totalItems !== count;
        const wrongPages = totalPages !== null && totalPages !== pages && !(count === 0 && totalPages === 1);
        if (!wrongItems && !wrongPages) continue;
        await context.assertStable(list, [field]);
        const [at, expected, actual] = wrongItems
          ? ['total_items', count, totalItems]
          : ['total_pages', pages, totalPages];
        const message = `${equals(field, value)} returned ${plural(count, 'record')}, but ${at} is ${actual}`;
        context.report(answer, { at: `/pagination/${at}`, expected: `${expected}`, actual: `${actual}`, message });
      }
    }
    await reportEmptyTotals(context);
    assertSelects(context, tried);
  },
};

/** The totals of a filter that matches nothing are 0 items, and 0 pages or 1 page. */
async function reportEmptyTotals(context: AskContext): Promise<void> {
  const { first } = await mustFindFilterable(context);
  const answer = await context.ask({ filter: equals(first.field, NO_SUCH_VALUE) });
  if (answer.status !== 200) return;
  const { items, totalItems, totalPages } = await context.page({ filter: equals(first.field, NO_SUCH_VALUE) });
  if (items.length > 0) return;
  const counts = [
    ['total_items', totalItems ?? 0, 0],
    ['total_pages', totalPages ?? 0, 1],
  ] as const;
  for (const [name, actual, most] of counts) {
    if (actual <= most) continue;
    const message = `a filter that matches nothing returned ${name} ${actual}`;
    context.report(answer, { at: `/pagination/${name}`, expected: '0', actual: `${actual}`, message });
  }
}

export const quotes: AskRule = {
  ...common,
  id: 'filter.quotes',
  clause: 'filter.quotes',
  async ask(context) {
    const tried = await wholeSamples(context);
    const [sample] = tried.toSorted((one, other) => Number(selects(other)) - Number(selects(one)));
    if (sample === undefined) return context.inconclusive('no filter was tried');
    const { field, value, whole, result: single } = sample;
    const filter = equals(field, value, '"');
    const answer = await context.ask({ filter, page_size: whole.pageSize });
    const expected = `the result with single quotes (records: ${single.items.length})`;
    if (answer.status !== 200) {
      const message = `${filter} returned ${answer.summary}, but 200 with single quotes`;
      return context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    const double = await filtered(context, filter, whole.pageSize);
    if (sameJson(idsOf(single), idsOf(double))) return assertSelects(context, [sample]);
    await context.assertStable(whole, [field]);
    const message = `${filter} returned other records than with single quotes`;
    context.report(answer, { at: '/items', expected, actual: plural(double.items.length, 'record'), message });
  },
};

export const noMatch: AskRule = {
  ...common,
  id: 'filter.no-match',
  clause: 'filter.no-match',
  async ask(context) {
    const { taken } = await mustFindFilterable(context);
    const asked = await Promise.all(
      taken.map(async ({ field }) => {
        const filter = equals(field, `no such value ${context.seed.toString(36)}`);
        return { filter, answer: await context.ask({ filter }) };
      }),
    );
    // A field with a fixed set of values may reject any other value, so the fields with free text decide.
    const [found] = [...asked.filter(({ answer }) => answer.status !== 400), ...asked];
    if (found === undefined) return;
    const { filter, answer } = found;
    if (answer.status === 400 && asked.length === 1)
      context.inconclusive(`the only field that accepts a filter rejects a value that no record has: ${filter}`);
    const expected = '200 with no items';
    if (answer.status !== 200) {
      const message = `a filter that matches nothing returned ${answer.summary}`;
      return context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    const { items } = await context.page({ filter });
    if (items.length === 0) return;
    const message = `a filter that matches nothing returned ${plural(items.length, 'record')}`;
    context.report(answer, { at: '/items', expected, actual: plural(items.length, 'item'), message });
  },
};

/** A sample with one or two matches, read with one record on a page: its pages are fewer than those of the list. */
async function inSinglePages(context: AskContext, tried: readonly Sample[]): Promise<Sample[]> {
  const sample = tried.find((one) => one.result.items.length > 0 && selects(one));
  if (sample === undefined || sample.result.items.length > 2) return [];
  return [{ ...sample, result: await filtered(context, equals(sample.field, sample.value), 1) }];
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

/** The sample with the most matches, also read in about six pages; `null` if none has at least three matches. */
async function inPages(context: AskContext) {
  const suits = ({ result }: Sample) => result.items.length >= 3 && result.items.length <= LARGEST && !result.partial;
  const texts = (await samples(context)).filter(suits);
  const found = texts.length > 0 ? texts : (await sharedIdSamples(context)).filter(suits);
  const [largest] = found.sort((one, other) => other.result.items.length - one.result.items.length);
  if (largest === undefined) return null;
  const strides = await filtered(context, equals(largest.field, largest.value), strideOf(largest.result.items.length));
  return { ...largest, strides };
}

export const paged: AskRule = {
  ...common,
  id: 'filter.paging',
  clause: 'filter.paging',
  async ask(context) {
    const largest = await inPages(context);
    if (largest === null) return context.inconclusive('no filter matches at least 3 records, which several pages need');
    const { field, value, whole, result, strides } = largest;
    const answer = firstAnswer(strides);
    const last = strides.pages.findLastIndex(({ items }) => items.length > 0);
    const short = strides.pages.slice(0, Math.max(last, 0)).find(({ items }) => items.length < strides.pageSize);
    if (answer === undefined) return;
    if (sameJson(idsOf(result), idsOf(strides)) && short === undefined) return assertSelects(context, [largest]);
    await context.assertStable(whole, [field]);
    const filter = equals(field, value);
    if (short !== undefined) {
      const message = `${filter} returned ${plural(short.items.length, 'item')} with page_size ${strides.pageSize} on a page that is not the last one`;
      const [expected, actual] = [`a full page (page_size ${strides.pageSize})`, plural(short.items.length, 'item')];
      return context.report(short.answer, { at: '/items', expected, actual, message });
    }
    const message = `${filter} returned other records in pages of ${strides.pageSize} than in pages of ${result.pageSize}`;
    const expected = `the result in pages of ${result.pageSize} (records: ${result.items.length})`;
    context.report(answer, { at: '/items', expected, actual: plural(strides.items.length, 'record'), message });
  },
};

export const sorted: AskRule = {
  ...common,
  id: 'filter.sorted',
  clause: 'filter.sorted',
  appliesTo: (operation) => takesFilter(operation) && takes('sort')(operation),
  async ask(context) {
    const tried = await wholeSamples(context);
    const [key] = (await findSortable(context)).taken;
    if (key === undefined)
      return context.inconclusive('the list cannot be sorted by any documented field (see sort.offered)');
    const weight = (one: Sample) => (selects(one) ? one.result.items.length : 0);
    const [sample] = tried.toSorted((one, other) => weight(other) - weight(one));
    if (sample === undefined) return context.inconclusive('no filter was tried');
    const { field, value, whole, result: plain } = sample;
    const filter = equals(field, value);
    const query = { filter, sort: `${key.field}:asc` };
    const answer = await context.ask({ ...query, page_size: whole.pageSize });
    const expected = `the result of the filter (records: ${plain.items.length})`;
    if (answer.status !== 200) {
      const message = `${filter} with sort=${query.sort} returned ${answer.summary}`;
      return context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    const both = await context.walk(whole.pageSize, query);
    if (sameJson(idsOf(plain), idsOf(both))) return assertSelects(context, [sample]);
    await context.assertStable(whole, [field, key.field]);
    const message = `${filter} returned other records with sort=${query.sort} than without it`;
    context.report(answer, { at: '/items', expected, actual: plural(both.items.length, 'record'), message });
  },
};

/**
 * Filters with one mistake each: a few that fit any list, and one of each kind of mistake over the fields of this list.
 */
async function malformedFilters(context: AskContext): Promise<string[]> {
  const vocabulary = await context.attempt(() => vocabularyOf(context));
  if (vocabulary === null) return Object.values(MALFORMED_FILTERS);
  const { fields, whole } = vocabulary;
  const simple = fields.flatMap(({ field, type }): Filter[] => {
    const value = whole.items.map((item) => item[field]).find(simpleText);
    return type !== 'string' || value === undefined
      ? []
      : [{ kind: 'comparison', field, operator: '-eq', literal: { type, value } }];
  });
  const filters = [...simple.slice(0, 1), ...sampleOf(filterOver(fields), context.sharedSeed, BROKEN)];
  const byFault = new Map(
    filters
      .toReversed()
      .flatMap(malformedOf)
      .map(({ fault, text }) => [fault, text]),
  );
  // A filter language may read adjacent expressions as joined by an implied -and.
  byFault.delete('missing-join');
  return [...byFault.values()].toSorted((one, other) => one.length - other.length);
}

export const malformed: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'filter.malformed',
  clause: 'filter.malformed',
  async ask(context) {
    const filters = await malformedFilters(context);
    const answers = await Promise.all(filters.map((filter) => context.ask({ filter })));
    answers.forEach((answer, index) => {
      if (answer.status === 400) return;
      const message = `the malformed filter ${shown(filters[index] ?? '')} returned ${answer.summary}`;
      context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message });
    });
  },
};

export const unknownField: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'filter.unknown-field',
  clause: 'filter.unknown-field',
  async ask(context) {
    const answer = await context.ask({ filter: equals('touchstoneNoSuchField', 'abc') });
    if (answer.status >= 400 && answer.status < 500) return;
    const message = `a filter on a field that does not exist returned ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message });
  },
};

export const fields: AskRule = {
  ...common,
  id: 'filter.fields',
  clause: 'filter.fields',
  async ask(context) {
    const { whole, taken, refused } = await findFilterable(context);
    const words = [`accepted: ${taken.map(({ field }) => field).join(', ') || 'none'}`];
    if (refused.length > 0) words.push(`rejected: ${refused.map(({ field }) => field).join(', ')}`);
    const answer = refused[0]?.answer ?? firstAnswer(whole);
    if (answer !== undefined) context.observe(answer, `filters on string fields ${words.join('; ')}`);
  },
};

function idsOf({ items }: Walk): string[] {
  return items.map(identity).sort();
}

/** The rules of filters with one comparison. */
export const filter = [
  offered,
  sound,
  complete,
  totals,
  quotes,
  noMatch,
  paged,
  sorted,
  malformed,
  unknownField,
  hardValues,
  fields,
];
