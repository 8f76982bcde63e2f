import type { AskContext } from '../../engine/session/ask-context.js';
import { identity, type JsonRecord } from '../../engine/session/page.js';
import { isWhole, SURVEY_SIZE, type SurveyedParent } from '../../engine/session/parent-survey.js';
import type { Query } from '../../engine/session/seen.js';
import { hasPathParameters } from './applies.js';
import { isOtherThan, READ_ANYWAY } from './survey.js';

/**
 * Sends a query to another parent of a child list too, which lacks one of the records that the parent of most rules has, and
 * reports a record that it does not have: a target may keep a response by the query alone, or forget the parent. Not with a
 * limit of requests.
 */
export async function reportElsewhere(
  context: AskContext,
  query: Query,
  words: string,
  records: readonly JsonRecord[],
): Promise<void> {
  if (context.allowance.sparing || !hasPathParameters(context.operation)) return;
  const other = await parentWithout(context, records);
  if (other === undefined) return;
  const { params } = other;
  const page = await context.attempt(() => context.page(query, { params, valid: false }));
  if (page === null) return;
  const list = await context.walk(SURVEY_SIZE, {}, { params });
  const known = new Set(list.items.map(identity));
  const at = page.items.findIndex((item) => !known.has(identity(item)));
  const stranger = page.items[at];
  if (stranger === undefined) return;
  await context.assertStable(list, [], { params });
  const parent = Object.values(params).join(', ');
  const message = `${words} returned the record ${identity(stranger)} for ${parent}, whose list does not have it`;
  context.report(page.answer, {
    at: `/items/${at}`,
    expected: 'records of the list',
    actual: identity(stranger),
    message,
  });
}

/** Another parent whose children are known and lack one of the records. */
async function parentWithout(context: AskContext, records: readonly JsonRecord[]): Promise<SurveyedParent | undefined> {
  const isOther = isOtherThan(await context.params());
  const ids = records.map(identity);
  return (await context.world.parents(context.operation, READ_ANYWAY)).find((one) => {
    const known = new Set(one.items.map(identity));
    return isWhole(one) && known.size > 0 && isOther(one) && ids.some((id) => !known.has(id));
  });
}
