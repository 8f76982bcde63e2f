import type { Filter } from '../../../contract/query-language.js';
import type { AskRule } from '../../../engine/run/rule.js';
import type { AskContext } from '../../../engine/session/ask-context.js';
import { filterOver } from '../../../generators/filter/filter-arbitrary.js';
import { malformedOf } from '../../../generators/filter/malformed-filter.js';
import { equals } from '../../../generators/filter-text.js';
import { MALFORMED_FILTERS } from '../../../generators/malformed-filters.js';
import { sampleOf } from '../../../generators/sample-of.js';
import { shown } from '../query/ask-filter.js';
import { vocabularyOf } from '../query/vocabulary.js';
import { simpleText } from '../sortable.js';
import { common } from './common.js';

/** The number of valid filters that malformed ones are made from. */
const BROKEN = 12;

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
