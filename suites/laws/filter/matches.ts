import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../../engine/session/page.js';
import { sameJson } from '../../../engine/session/validation.js';
import { equals } from '../../../generators/filter-text.js';
import { plural } from '../../../numbers/plural.js';
import { fieldsOf, idFieldsOf } from '../fields.js';
import { assertMayFilter, findFilterable } from '../filterable.js';
import { common } from './common.js';
import {
  assertSelects,
  assertSteady,
  filtered,
  firstAnswer,
  fits,
  idsOf,
  samples,
  selects,
  wholeSamples,
} from './samples.js';

/** The minimum number of fields that are tried before a target counts as one that filters by none. */
const FIELDS = 2;

export const offered: AskRule = {
  ...common,
  id: 'filter.offered',
  clause: 'filter.offered',
  async ask(context) {
    const { whole, taken, refused, untried } = await findFilterable(context);
    const [first] = refused;
    if (taken.length > 0) return assertSelects(context, await samples(context));
    if (first === undefined) return context.lacksData('no record has a string to filter by');
    await assertMayFilter(
      context,
      refused.map(({ answer }) => answer),
    );
    if (refused.length < FIELDS) return context.lacksData(`a filter was only tried on ${first.field}, and rejected`);
    if (untried.length > 0)
      return context.lacksData(
        `no value of ${untried.join(', ')} can be tried in a filter, and other fields are rejected`,
      );
    if (await isFilteredOtherwise(context, whole.items))
      return context.inconclusive('only fields of ids, flags or numbers can be filtered, and no text');
    const message = `a filter is rejected on every field tried: ${refused.map(({ field }) => field).join(', ')}`;
    context.report(first.answer, {
      at: 'status',
      expected: '200 for at least one field',
      actual: first.answer.summary,
      message,
    });
  },
};

/** The kinds of fields that a target may filter by, and not by texts, with a value as a filter has it. */
const OTHERWISE: Readonly<Record<string, (value: unknown) => string | null>> = {
  uuid: (value) => (typeof value === 'string' ? `'${value}'` : null),
  boolean: (value) => (typeof value === 'boolean' ? `${value}` : null),
  integer: (value) => (typeof value === 'number' ? `${value}` : null),
};

/** Whether the target accepts a filter on a field that is no text: by an id, a flag or a number of a record. */
async function isFilteredOtherwise(context: AskContext, items: readonly JsonRecord[]): Promise<boolean> {
  const fields = Object.entries(fieldsOf(context.operation));
  const filters = Object.entries(OTHERWISE).flatMap(([kind, literal]) => {
    const named =
      kind === 'uuid'
        ? idFieldsOf(context.operation)
        : fields.filter(([, own]) => own === kind).map(([field]) => field);
    const all = named.flatMap((field) => items.map((item) => ({ field, value: literal(item[field]) })));
    const found = all.find(({ value }) => value !== null);
    return found === undefined ? [] : [`${found.field} -eq ${found.value}`];
  });
  const answers = await Promise.all(filters.map((filter) => context.attempt(() => context.ask({ filter }))));
  return answers.some((answer) => answer?.status === 200);
}

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

export const quotes: AskRule = {
  ...common,
  id: 'filter.quotes',
  clause: 'filter.quotes',
  async ask(context) {
    await reportSingleRefused(context);
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
    await assertSteady(context, sample, [field]);
    const message = `${filter} returned other records than with single quotes`;
    context.report(answer, { at: '/items', expected, actual: plural(double.items.length, 'record'), message });
  },
};

/** Reports a filter that is rejected with single quotes and accepted with double ones, where each one that was tried is rejected. */
async function reportSingleRefused(context: AskContext): Promise<void> {
  const { whole, taken, refused } = await findFilterable(context);
  if (taken.length > 0) return;
  for (const { field, value, answer } of refused.slice(0, FIELDS)) {
    const filter = equals(field, value, '"');
    const { status } = await context.ask({ filter, page_size: whole.pageSize });
    const double = status === 200 ? await context.attempt(() => filtered(context, filter, whole.pageSize)) : null;
    if (double === null || double.items.length === 0 || !double.items.every((item) => fits(item, field, value)))
      continue;
    const message = `${equals(field, value)} returned ${answer.summary}, but 200 with double quotes`;
    const expected = `the result with double quotes (records: ${double.items.length})`;
    context.report(answer, { at: 'status', expected, actual: answer.summary, message });
  }
}

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
