import type { Filter } from '../../../contract/query-language.js';
import type { Operation } from '../../../contract/types.js';
import { type Answer, isClientError } from '../../../engine/client/answer.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import type { SurveyedParent } from '../../../engine/session/parent-survey.js';
import type { Params } from '../../../engine/session/world.js';
import { filterOver } from '../../../generators/filter/filter-arbitrary.js';
import { type FilterFault, malformedOf } from '../../../generators/filter/malformed-filter.js';
import { equals } from '../../../generators/filter-text.js';
import { MALFORMED_FILTERS, UNKNOWN_FIELD_FILTER } from '../../../generators/malformed-filters.js';
import { sampleOf } from '../../../generators/sample-of.js';
import { hasPathParameters } from '../applies.js';
import { assertMayFilter, filterableUnlessSparing } from '../filterable.js';
import { vocabularyOf } from '../query/vocabulary.js';
import { shown } from '../shown.js';
import { simpleText } from '../sortable.js';
import { survey } from '../survey.js';
import { filtersOn } from './after-filters.js';
import { common, takesFilter } from './common.js';
import { firstFields } from './first-fields.js';
import { reportStatus } from './report-status.js';

/** The number of valid filters that malformed ones are made from. */
const BROKEN = 12;

/** Mistakes that parsers forgive most, which come first, and how many a run with a limit of requests has. */
const CORE: readonly FilterFault[] = [
  'missing-operator',
  'missing-closing-quote',
  'unknown-operator',
  'extra-opening-parenthesis',
];
const SPARING = 4;
/** Mistakes that most parsers handle like others: the lists of a run take turns with them. */
const ALIKE: readonly FilterFault[] = [
  'missing-opening-parenthesis',
  'doubled-value',
  'doubled-field',
  'doubled-operator',
  'doubled-join',
  'unknown-join',
  'missing-left-operand',
  'empty-operand',
  'empty-parentheses',
];
/** The number of them that one list is tried with. */
const OF_ALIKE = 2;

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
  // All refused requests of an operation share this one.
  byFault.set('missing-operator', MALFORMED_FILTERS.noOperator);
  const found = await filterableUnlessSparing(context);
  if (found !== null) byFault.set('missing-closing-quote', filtersOn(found.first, context).malformed);
  if (context.allowance.budget !== 'thorough') for (const fault of ofOthers(context)) byFault.delete(fault);
  const most = context.upTo(byFault.size, SPARING);
  return CORE.flatMap((fault) => byFault.get(fault) ?? [])
    .concat([...byFault].flatMap(([fault, text]) => (CORE.includes(fault) ? [] : [text])))
    .slice(0, most)
    .toSorted((one, other) => one.length - other.length);
}

/** The mistakes whose turn is at other lists. */
function ofOthers({ operation, world }: AskContext): FilterFault[] {
  const turn = world.described.operations.filter(takesFilter).indexOf(operation) * OF_ALIKE;
  return ALIKE.filter((_fault, index) => (index - turn + 2 * ALIKE.length * OF_ALIKE) % ALIKE.length >= OF_ALIKE);
}

/** A parent whose list is empty; `null` if none is found, or in a run with a limit of requests. */
async function parentWithoutChildren(context: AskContext): Promise<Params | null> {
  if (context.allowance.sparing || !hasPathParameters(context.operation)) return null;
  const isEmpty = ({ count }: SurveyedParent) => count === 0;
  const parents = await context.attempt(() => survey(context, (some) => some.some(isEmpty)));
  return parents?.find(isEmpty)?.params ?? null;
}

export const malformed: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'filter.malformed',
  clause: 'filter.malformed',
  async ask(context) {
    const filters = await malformedFilters(context);
    // A target may read a filter in another place if other parameters come with it, so some have them.
    const withOthers = { page_number: 1, page_size: 7 };
    const answers = await Promise.all(
      filters.map((filter, index) => context.ask(index % 2 === 1 ? { filter, ...withOthers } : { filter })),
    );
    await assertMayFilter(context, answers);
    const report = (answer: Answer, filter: string, where = '') => {
      if (answer.status === 400) return;
      const message = `the malformed filter ${shown(filter)} returned ${answer.summary}${where}`;
      context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message });
    };
    answers.forEach((answer, index) => {
      report(answer, filters[index] ?? '');
    });
    const [params, [filter]] = [await parentWithoutChildren(context), filters];
    if (params === null || filter === undefined || context.evidence.length > 0) return;
    // A target may read the filter only when it compares a record with it.
    const answer = await context.ask({ filter }, { params });
    if (answer.status !== 404) report(answer, filter, ', for a parent without children');
  },
};

export const wrongType: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'filter.wrong-type',
  clause: 'filter.wrong-type',
  from: 'standard',
  appliesTo: (operation) => takesFilter(operation) && typedFields(operation).length > 0,
  async ask(context) {
    for (const field of typedFields(context.operation)) {
      const filter = equals(field, 'touchstone');
      const answer = await context.ask({ filter });
      if (answer.status >= 500 && answer.status !== 503) reportStatus(context, answer, shown(filter));
    }
  },
};

/** The first field of each type that is no string. */
function typedFields(operation: Operation): string[] {
  return [...firstFields(operation)].flatMap(([type, field]) => (type === 'string' ? [] : [field]));
}

export const unknownField: AskRule = {
  ...common,
  needs: ['answer'],
  id: 'filter.unknown-field',
  clause: 'filter.unknown-field',
  async ask(context) {
    const answer = await context.ask({ filter: UNKNOWN_FIELD_FILTER });
    if (isClientError(answer)) return;
    const message = `a filter on a field that does not exist returned ${answer.summary}`;
    context.report(answer, { at: 'status', expected: '400', actual: answer.summary, message });
  },
};
