import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Walk } from '../../engine/session/page.js';
import { SURVEY_SIZE } from '../../engine/session/parent-survey.js';
import { equals } from '../../generators/filter-text.js';
import { hasPathParameters, takes } from './applies.js';
import { cut } from './cut.js';
import { reportElsewhere } from './elsewhere.js';
import { fieldsOf, isUnshown } from './fields.js';
import type { Filterable } from './filter/candidates.js';
import { noSuchValue } from './filter/no-such-value.js';
import { mustFindFilterable } from './filterable.js';
import { expressions } from './query/grammar.js';
import { vocabularyOf } from './query/vocabulary.js';
import { shown } from './shown.js';

/** The number of the first fields that are filtered by both values, and of those with most matches by the common one. */
const FIRST = 2;
const MOST = 2;
/** How many letters of a text are sought in others. */
const PART = 1;

export const filterWithin: AskRule = {
  id: 'filter.within',
  clause: 'filter.within',
  needs: ['records'],
  appliesTo: takes('filter'),
  async ask(context) {
    const { whole, taken } = await mustFindFilterable(context);
    if (whole.partial) {
      const reason = 'the list is too large to read completely, so a returned record may be in the rest';
      context.lacksData(reason, whole.cause);
    }
    const known = new Set(whole.items.map(identity));
    let compared = 0;
    let selects = false;
    for (const filter of filtersOf(context, taken)) {
      const list = await context.walk(whole.pageSize, { filter });
      selects ||= list.items.length < whole.items.length;
      compared += list.items.length;
      await reportStranger(context, filter, list, known);
    }
    for (const filter of negated(context, taken, whole.items)) {
      // Operators are conventions, which a target may reject.
      const list = await context.attempt(() => context.walk(whole.pageSize, { filter }, { valid: false }));
      if (list !== null) await reportStranger(context, filter, list, known);
    }
    await reportJoined(context, known);
    await reportOfOthers(context, taken, whole);
    if (!selects) context.inconclusive('each filter returns as many records as the whole list, as if it was ignored');
    if (compared === 0) context.inconclusive('no filter returned a record (see filter.complete)');
  },
};

/** Reports a record of a filtered list that is not in the list without a filter, on each of its pages. */
async function reportStranger(
  context: AskContext,
  filter: string,
  { pages }: Walk,
  known: ReadonlySet<string>,
): Promise<void> {
  for (const { answer, items } of pages) {
    const index = items.findIndex((item) => !known.has(identity(item)));
    const stranger = items[index];
    if (stranger !== undefined)
      await report(context, { answer, filter, at: `/items/${index}`, id: identity(stranger) });
  }
}

interface Stranger {
  readonly answer: Answer;
  readonly filter: string;
  readonly at: string;
  readonly id: string;
}

async function report(context: AskContext, { answer, filter, at, id }: Stranger): Promise<void> {
  await context.assertStable(await context.collection());
  const message = `${filter} returned the record ${id}, which is not in the list without a filter`;
  context.report(answer, { at, expected: 'records of the list', actual: id, message });
}

/**
 * Sends filters to another parent too: one that a target may have kept without the parent, and one of each other kind, by a
 * flag and by a part of a text, as code of its own may read it and forget the parent.
 */
async function reportOfOthers(context: AskContext, taken: readonly Filterable[], whole: Walk): Promise<void> {
  const [first] = taken;
  if (first === undefined) return;
  const { pageSize, items } = whole;
  const filter = equals(first.field, first.common);
  const query = { filter, page_size: pageSize };
  await reportElsewhere(context, query, filter, (await context.page(query)).items);
  const flags = Object.entries(fieldsOf(context.operation)).flatMap(([field, kind]) => {
    const value = items.map((item) => item[field]).find((one) => typeof one === 'boolean');
    return kind === 'boolean' && value !== undefined ? [`${field} -eq ${value}`] : [];
  });
  const isText = fieldsOf(context.operation)[first.field] === 'string';
  const part = isText ? [`${first.field} -contains '${cut(first.common, 0, PART)}'`] : [];
  for (const other of [...flags.slice(0, 1), ...part])
    await reportElsewhere(context, { filter: other, page_size: SURVEY_SIZE }, other, items);
}

/**
 * Filters that all records of a child list match, those without a value too where a target reads them so: one that forgets
 * the parentheses around both finds such records of all parents.
 */
function negated(context: AskContext, taken: readonly Filterable[], items: readonly JsonRecord[]): string[] {
  if (context.allowance.sparing || !hasPathParameters(context.operation)) return [];
  const emptyIn = ({ field }: Filterable) => items.filter((item) => isUnshown(item, field)).length;
  const [sparsest] = taken
    .filter((one) => emptyIn(one) * 2 <= items.length)
    .toSorted((one, other) => emptyIn(other) - emptyIn(one));
  if (sparsest === undefined) return [];
  const value = noSuchValue(context, sparsest.field);
  return [`${sparsest.field} -ne '${value}'`, `-not (${equals(sparsest.field, value)})`];
}

/**
 * Reports a record that is not in the list and that an expression returned which filter.grammar sends, with operators and joins:
 * the shortest such expression.
 */
async function reportJoined(context: AskContext, known: ReadonlySet<string>): Promise<void> {
  if (context.allowance.sparing) return;
  const sent = await context.attempt(async () => expressions(context, await vocabularyOf(context)));
  const found = (sent?.evidence ?? []).flatMap(({ text, answer, answered }) => {
    const id = answered?.ids.find((one) => !known.has(one));
    return id === undefined ? [] : [{ answer, text, at: '/items', id }];
  });
  const [first] = found.toSorted((one, other) => one.text.length - other.text.length);
  if (first !== undefined) await report(context, { ...first, filter: shown(first.text) });
}

/** Filters that other rules send too, and those that select most records, among which a stranger is most likely. */
function filtersOf(context: AskContext, taken: readonly Filterable[]): Set<string> {
  const both = taken
    .slice(0, context.upTo(FIRST, 1))
    .flatMap(({ field, rare, common }) => [equals(field, rare), equals(field, common)]);
  const ranked = taken.toSorted((one, other) => other.matches - one.matches).slice(0, context.upTo(MOST, 0));
  return new Set([...both, ...ranked.map(({ field, common }) => equals(field, common))]);
}
