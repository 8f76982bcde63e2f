import type { AskContext } from '../../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../../engine/session/page.js';
import { SURVEY_SIZE, type SurveyedParent } from '../../../engine/session/parent-survey.js';
import { escapedIn } from '../../../generators/filter-text.js';
import { plural } from '../../../numbers/plural.js';
import { hasPathParameters } from '../applies.js';
import { shown } from '../shown.js';
import { HARD, SHORT } from './hard-patterns.js';
import { equality, joinOf, type TextEquality } from './together.js';

/** The number of parents among whose children values are searched; so many are known anyway. */
const PARENTS = 8;

/**
 * The parent that most rules use may have few children, and none with a value that is hard to match in some way. This sends
 * values of the children of another parent to their own list: all in one filter, and each alone if its result is wrong.
 */
export async function reportHardChildren(
  context: AskContext,
  fields: readonly string[],
  items: readonly JsonRecord[],
): Promise<void> {
  if (!hasPathParameters(context.operation) || context.allowance.sparing) return;
  const patterns = HARD.filter((pattern) => valuesIn(items, fields, pattern).length === 0);
  const own = JSON.stringify(await context.params());
  const parents = (await context.world.parents(context.operation, PARENTS)).filter(
    ({ params, count }) => JSON.stringify(params) !== own && (count ?? 0) > 1 && (count ?? 0) < SURVEY_SIZE,
  );
  const held = parents.map((parent) => ({ parent, values: hardValues(parent, fields, patterns) }));
  const [most] = held.toSorted((one, other) => other.values.length - one.values.length);
  if (most === undefined || most.values.length === 0) return;
  const { parent, values } = most;
  if (values.length > 1 && (await problemOf(context, parent, values)) === null) return;
  for (const value of values) {
    const problem = await problemOf(context, parent, [value]);
    if (problem !== null) context.report(problem.answer, problem);
  }
}

function hardValues({ items }: SurveyedParent, fields: readonly string[], patterns: readonly RegExp[]): TextEquality[] {
  const found = patterns.flatMap((pattern) => valuesIn(items, fields, pattern).slice(0, 1));
  return [...new Map(found.map((one) => [equality(one), one])).values()];
}

/** The values that match a pattern and need no escape. */
function valuesIn(items: readonly JsonRecord[], fields: readonly string[], pattern: RegExp): TextEquality[] {
  return fields
    .flatMap((field) => items.map((item) => ({ field, value: item[field] })))
    .filter(
      (one): one is TextEquality =>
        typeof one.value === 'string' &&
        pattern.test(one.value) &&
        one.value.length <= SHORT &&
        escapedIn(one.value).length === 0,
    );
}

/** What is wrong with the result of a filter by any of some values; `null` if it has all records with one of them. */
async function problemOf(context: AskContext, { params }: SurveyedParent, values: readonly TextEquality[]) {
  const [first] = values;
  if (first === undefined) return null;
  const filter = values.length > 1 ? joinOf(values) : equality(first);
  const { items } = await context.page({ page_size: SURVEY_SIZE }, { params });
  const answer = await context.ask({ filter, page_size: SURVEY_SIZE }, { params });
  const found =
    answer.status === 200
      ? (await context.page({ filter, page_size: SURVEY_SIZE }, { params })).items.map(identity)
      : [];
  const wanted = items.filter((item) => values.some(({ field, value }) => item[field] === value)).map(identity);
  const missing = wanted.find((id) => !found.includes(id));
  if (missing === undefined) return null;
  // The record may have been changed or removed in the meantime.
  const again = await context.page({ page_size: SURVEY_SIZE }, { params, valid: false, again: 'hard children' });
  const isThere = again.items.some(
    (item) => identity(item) === missing && values.some(({ field, value }) => item[field] === value),
  );
  if (!isThere) return null;
  const actual = answer.status === 200 ? `${plural(found.length, 'record')} without it` : answer.summary;
  const message = `${shown(filter, 80)} returned ${actual}, and a record of the list has this value`;
  const at = answer.status === 200 ? '/items' : 'status';
  return { answer, at, expected: `${missing} among the records`, actual, message };
}
