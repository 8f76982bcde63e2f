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
import { findFilterable, mustFindFilterable } from './filterable.js';
import { hardValues } from './hard-values.js';
import { shown } from './query/ask-filter.js';
import { vocabularyOf } from './query/vocabulary.js';
import { findSortable, simpleText } from './sortable.js';
import { strideOf } from './stride.js';

/** Matches of a filter whose pages are all read, at most. */
const LARGEST = 1500;

/** Fields that are filtered by a rare and by a common value, at most. */
const JUDGED = 3;

/** Good filters that malformed ones are made of. */
const BROKEN = 12;

const takesFilter = takes('filter');
const common = { needs: ['records'] as readonly Need[], appliesTo: takesFilter };

/** The whole answer to a filter, over all its pages. */
function filtered(context: AskContext, filter: string, pageSize: number): Promise<Walk> {
  return context.walk(pageSize, { filter });
}

/** Filters to judge by: each field that is taken, with a rare and with a common value. */
async function samples(context: AskContext) {
  const { whole, taken } = await mustFindFilterable(context);
  const pairs = taken
    .slice(0, JUDGED)
    .flatMap(({ field, rare, common: most }) => [...new Set([rare, most])].map((value) => ({ field, value })));
  const walks = await Promise.all(
    pairs.map(({ field, value }) => filtered(context, equals(field, value), whole.pageSize)),
  );
  return pairs.map((pair, index) => ({ ...pair, whole, result: walks[index] as Walk }));
}

/** Those of the filters whose answers were read to their end; inconclusive where there is none. */
async function wholeSamples(context: AskContext) {
  const read = (await samples(context)).filter(({ result }) => !result.partial);
  if (read.length === 0) context.inconclusive('each filter answers more records than are read');
  return read;
}

type Sample = Awaited<ReturnType<typeof samples>>[number];

const firstAnswer = ({ pages: [first] }: Walk) => first?.answer;

/** Whether the answer to a filter is another one than that to no filter: a record that was read is not among it. */
function selects({ whole, result }: Pick<Sample, 'whole' | 'result'>): boolean {
  const answered = new Set(result.items.map(identity));
  return whole.items.some((item) => !answered.has(identity(item)));
}

/** Ends a check that no filter could decide: where each answers the list as it is, nothing shows that it was read. */
function assertSelects(context: AskContext, tried: readonly Pick<Sample, 'whole' | 'result'>[]): void {
  if (!tried.some(selects))
    context.inconclusive('each filter that was tried answers the whole list, as if there was none (see filter.sound)');
}

export const offered: AskRule = {
  ...common,
  id: 'filter.offered',
  clause: 'filter.offered',
  async ask(context) {
    const { taken, refused } = await findFilterable(context);
    const [first] = refused;
    if (taken.length > 0) return assertSelects(context, await samples(context));
    if (first === undefined) return context.lacksData('no record holds a text to filter by');
    const message = `a filter is refused on each of ${refused.map(({ field }) => field).join(', ')}`;
    context.report(first.answer, {
      at: 'status',
      expected: '200 for one of them',
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
        const message = `${equals(field, value)} answers a record whose ${field} is ${JSON.stringify(other)}`;
        const at = `/items/${index}/${field}`;
        context.report(answer, { at, expected: JSON.stringify(value), actual: JSON.stringify(other), message });
      }
    }
    if (tried.every(({ field, value, whole }) => whole.items.every((item) => fits(item, field, value))))
      context.inconclusive('all records hold the values that were tried, so that none is to be left out');
  },
};

/** A record that does not carry the field at all says nothing of it. */
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
      const actual = `${result.items.length} records without it`;
      const message = `${equals(field, value)} leaves out ${missing.length} records that have this value`;
      context.report(answer, { at: '/items', expected, actual, message });
    }
    assertSelects(context, tried);
  },
};

/** What no record holds. */
const NO_SUCH_VALUE = 'touchstone: no such value';

export const totals: AskRule = {
  ...common,
  id: 'filter.totals',
  clause: 'filter.totals',
  async ask(context) {
    const largest = await inPages(context);
    const walks = largest === null || largest.strides.partial ? [] : [{ ...largest, result: largest.strides }];
    const tried = [...(await wholeSamples(context)), ...walks];
    for (const { field, value, whole, result } of tried) {
      const count = result.items.length;
      const pages = Math.ceil(count / result.pageSize);
      for (const { answer, totalItems, totalPages } of result.pages) {
        const wrongItems = totalItems !== null && totalItems !== count;
        const wrongPages = totalPages !== null && totalPages !== pages && !(count === 0 && totalPages === 1);
        if (!wrongItems && !wrongPages) continue;
        await context.assertStable(whole, [field]);
        const [at, expected, actual] = wrongItems
          ? ['total_items', count, totalItems]
          : ['total_pages', pages, totalPages];
        const message = `${equals(field, value)} answers ${count} records, and ${at} is ${actual}`;
        context.report(answer, { at: `/pagination/${at}`, expected: `${expected}`, actual: `${actual}`, message });
      }
    }
    await reportEmptyTotals(context);
    assertSelects(context, tried);
  },
};

/** A filter that matches nothing counts nothing: no items, and no page or one. */
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
    const message = `a filter that matches nothing has ${name} ${actual}`;
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
    const expected = `the ${single.items.length} records that single quotes answer`;
    if (answer.status !== 200) {
      const message = `${filter} is answered with ${answer.summary}, and with single quotes with 200`;
      return context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    const double = await filtered(context, filter, whole.pageSize);
    if (sameJson(idsOf(single), idsOf(double))) return assertSelects(context, [sample]);
    await context.assertStable(whole, [field]);
    const message = `${filter} does not answer what it answers with single quotes`;
    context.report(answer, { at: '/items', expected, actual: `${double.items.length} records`, message });
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
    // A field of a few known values may refuse any other one: the fields that hold any text decide.
    const [found] = [...asked.filter(({ answer }) => answer.status !== 400), ...asked];
    if (found === undefined) return;
    const { filter, answer } = found;
    if (answer.status === 400 && asked.length === 1)
      context.inconclusive(`the only field that is accepted refuses a value that no record holds: ${filter}`);
    const expected = '200 with no items';
    if (answer.status !== 200) {
      const message = `a filter that matches nothing is answered with ${answer.summary}`;
      return context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    const { items } = await context.page({ filter });
    if (items.length === 0) return;
    const message = `a filter that matches nothing answers ${items.length} records`;
    context.report(answer, { at: '/items', expected, actual: `${items.length} items`, message });
  },
};

/** The sample that answers most records, and the same in about six pages; `null` where none answers several. */
async function inPages(context: AskContext) {
  const found = (await samples(context)).filter(
    ({ result }) => result.items.length >= 3 && result.items.length <= LARGEST && !result.partial,
  );
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
    if (largest === null)
      return context.inconclusive('no filter that was tried answers three records, so that it has pages');
    const { field, value, whole, result, strides } = largest;
    const answer = firstAnswer(strides);
    const last = strides.pages.findLastIndex(({ items }) => items.length > 0);
    const short = strides.pages.slice(0, Math.max(last, 0)).find(({ items }) => items.length < strides.pageSize);
    if (answer === undefined) return;
    if (sameJson(idsOf(result), idsOf(strides)) && short === undefined) return assertSelects(context, [largest]);
    await context.assertStable(whole, [field]);
    const filter = equals(field, value);
    if (short !== undefined) {
      const message = `${filter} answers a page that is not the last one with ${short.items.length} of ${strides.pageSize} items`;
      const [expected, actual] = [`${strides.pageSize} items`, `${short.items.length} items`];
      return context.report(short.answer, { at: '/items', expected, actual, message });
    }
    const message = `${filter} answers other records in pages of ${strides.pageSize} than on one page`;
    const expected = `the ${result.items.length} records of pages of ${result.pageSize}`;
    context.report(answer, { at: '/items', expected, actual: `${strides.items.length} records`, message });
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
    if (key === undefined) return context.inconclusive('no documented field can be sorted by (see sort.offered)');
    const weight = (one: Sample) => (selects(one) ? one.result.items.length : 0);
    const [sample] = tried.toSorted((one, other) => weight(other) - weight(one));
    if (sample === undefined) return context.inconclusive('no filter was tried');
    const { field, value, whole, result: plain } = sample;
    const filter = equals(field, value);
    const query = { filter, sort: `${key.field}:asc` };
    const answer = await context.ask({ ...query, page_size: whole.pageSize });
    const expected = `the ${plain.items.length} records that the filter answers`;
    if (answer.status !== 200) {
      const message = `${filter} with sort=${query.sort} is answered with ${answer.summary}`;
      return context.report(answer, { at: 'status', expected, actual: answer.summary, message });
    }
    const both = await context.walk(whole.pageSize, query);
    if (sameJson(idsOf(plain), idsOf(both))) return assertSelects(context, [sample]);
    await context.assertStable(whole, [field, key.field]);
    const message = `${filter} answers other records with sort=${query.sort}`;
    context.report(answer, { at: '/items', expected, actual: `${both.items.length} records`, message });
  },
};

/** Filters that are broken in one place each: a few that any list takes, and one of each fault over the list's fields. */
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
  // A language may join what stands side by side by an implied -and.
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
      const message = `the malformed filter ${shown(filters[index] ?? '')} is answered with ${answer.summary}`;
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
    const message = `a filter on a field that does not exist is answered with ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message });
  },
};

export const fields: AskRule = {
  ...common,
  id: 'filter.fields',
  clause: 'filter.fields',
  async ask(context) {
    const { whole, taken, refused } = await findFilterable(context);
    const words = [`taken: ${taken.map(({ field }) => field).join(', ') || 'none'}`];
    if (refused.length > 0) words.push(`refused: ${refused.map(({ field }) => field).join(', ')}`);
    const answer = refused[0]?.answer ?? firstAnswer(whole);
    if (answer !== undefined) context.observe(answer, `texts that were tried: ${words.join('; ')}`);
  },
};

function idsOf({ items }: Walk): string[] {
  return items.map(identity).sort();
}

/** The rules of a filter. */
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
