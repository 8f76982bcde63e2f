import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord, type Page } from '../../engine/session/page.js';
import { SURVEY_SIZE, type SurveyedParent } from '../../engine/session/parent-survey.js';
import type { Query } from '../../engine/session/seen.js';
import { sameJson } from '../../engine/session/validation.js';
import { equals } from '../../generators/filter-text.js';
import { plural } from '../../numbers/plural.js';
import { takes } from './applies.js';
import { isTellingValue } from './filter/plain-value.js';
import { findFilterable } from './filterable.js';
import { findSortable } from './sortable.js';

/**
 * Sends a filter and a sort, which the target accepts for the parent that most rules use, to the list of a parent with one
 * child or none. Reports an error, and other records than those of the list. If both together fail, each is sent alone.
 */
export async function reportExpressions(context: AskContext, { params }: SurveyedParent): Promise<void> {
  if (context.allowance.sparing) return;
  const { items } = await context.page({ page_size: SURVEY_SIZE }, { params });
  // A wrong total is the business of other rules.
  if (items.length > 1) return;
  const expressions = await expressionsFor(context, items);
  const both = Object.assign({}, ...expressions) as Query;
  if (expressions.length === 0 || (await problemOf(context, params, items, both)) === null) return;
  for (const one of [...expressions, both]) {
    const problem = await problemOf(context, params, items, one);
    if (problem === null) continue;
    const { answer, at, actual } = problem;
    const words = Object.entries(one).map(([name, value]) => `${name}=${value}`);
    const expected = plural(items.length, 'record');
    const message = `${words.join(' and ')} returned ${actual} for a parent with ${expected} in the list, and 200 for another parent`;
    return context.report(answer, { at, expected, actual, message });
  }
}

/** A filter that the only child matches, if there is one, and a sort. */
async function expressionsFor(context: AskContext, [child]: readonly JsonRecord[]): Promise<Query[]> {
  const { operation } = context;
  const filters = takes('filter')(operation) ? await context.attempt(() => findFilterable(context)) : null;
  const sorts = takes('sort')(operation) ? await context.attempt(() => findSortable(context)) : null;
  const filter = (filters?.taken ?? []).flatMap(({ field, rare }) => {
    const value = child === undefined ? rare : child[field];
    return isTellingValue(value) ? [{ filter: equals(field, value) }] : [];
  });
  const sort = (sorts?.taken ?? []).map(({ field }) => ({ sort: `${field}:asc` }));
  return [...filter.slice(0, 1), ...sort.slice(0, 1)];
}

/** What a query returns in place of the records that the list has without it; `null` if it returns these. */
async function problemOf(
  context: AskContext,
  params: SurveyedParent['params'],
  known: readonly JsonRecord[],
  query: Query,
) {
  const wanted = known.map(identity);
  const asked = { ...query, page_size: SURVEY_SIZE };
  const isRight = ({ items }: Page) => sameJson(items.map(identity), wanted);
  const read = async (again?: string) => {
    const options = { params, ...(again !== undefined && { again }) };
    const answer = await context.ask(asked, options);
    const page = answer.status === 200 ? await context.page(asked, options) : null;
    return { answer, page, right: page !== null && isRight(page) };
  };
  if ((await read()).right) return null;
  // A child may have been added or removed in the meantime, or the parent.
  const now = await context.page({ page_size: SURVEY_SIZE }, { params, valid: false, again: `few ${query.sort}` });
  const { answer, page, right } = await read('few children');
  if (right || !isRight(now)) return null;
  return page === null
    ? { answer, at: 'status', actual: answer.summary }
    : { answer, at: '/items', actual: plural(page.items.length, 'record') };
}
