import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord, Page, Walk } from '../../engine/session/page.js';
import { SURVEY_SIZE, type SurveyedParent } from '../../engine/session/parent-survey.js';
import { sameJson } from '../../engine/session/validation.js';
import { pathParameters } from '../../engine/session/world.js';
import { plural } from '../../numbers/plural.js';
import { hasPathParameters, isList } from './applies.js';
import { emptySubscription, unassigned } from './empty-subscriptions.js';
import { reportExpressions } from './few-children.js';
import { isOtherThan, survey } from './survey.js';

/** The maximum number of parents whose children are read. */
const READ = 4;

const isChildList: AskRule['appliesTo'] = (operation) => isList(operation) && hasPathParameters(operation);

const hasChildren = ({ count }: SurveyedParent): boolean => (count ?? 0) > 0;

/**
 * Whether an error may be caused by the run: the document does not state that the sample identifies the parent, the
 * parent was deleted in the meantime, or the caller may not read it. A 401 is no such error: the credential is accepted for others.
 */
async function isExcused(context: AskContext, { params, status }: SurveyedParent): Promise<boolean> {
  if (status !== 400 && status !== 404) return status >= 300 && status < 500 && status !== 401;
  const [parameter] = pathParameters(context.operation);
  const assumed = context.world.described.samples[parameter?.fixture ?? 'insightRuleId']?.assumed === true;
  return assumed || (await context.world.sampleIsGone(context.operation, params));
}

export const emptyParent: AskRule = {
  id: 'relations.empty-parent',
  clause: 'relations.empty-parent',
  needs: [],
  appliesTo: isChildList,
  async ask(context) {
    const isEmptyOrFails = ({ count }: SurveyedParent) => count === 0 || count === null;
    const parents = await survey(context, (some) => some.some(isEmptyOrFails) && some.some(hasChildren));
    for (const parent of parents.filter(({ count }) => count === null)) {
      const answer = await context.ask({}, { params: parent.params });
      if (answer.status === 200 || (await isExcused(context, parent))) continue;
      const message = `the list of an existing parent returned ${answer.summary}, but those of other parents returned 200`;
      const expected = '200, with an empty list if it has no children';
      context.report(answer, { at: 'status', expected, actual: answer.summary, message });
      return;
    }
    const found = parents.filter(({ count }) => count === 0);
    const empty = found.length > 0 ? found : (await unassigned(context)).filter(({ count }) => count === 0);
    if (empty.length === 0) context.lacksData(`no parent without children was found (${parents.length} checked)`);
    if (found.length === parents.length) context.lacksData('no parent with children was found');
    for (const { params } of empty.slice(0, READ))
      reportCounts(context, await context.page({ page_size: SURVEY_SIZE }, { params }));
    for (const one of empty.slice(0, 1)) await reportExpressions(context, one);
  },
};

function reportCounts(context: AskContext, { answer, items, totalItems, totalPages }: Page): void {
  const counts = [
    ['/items', items.length, 0],
    ['/pagination/total_items', totalItems ?? 0, 0],
    ['/pagination/total_pages', totalPages ?? 0, 1],
  ] as const;
  // A child may have been added in the meantime.
  if (items.length > 0 && items.length === (totalItems ?? items.length)) return;
  for (const [at, actual, most] of counts) {
    if (actual <= most) continue;
    const message = `the list of a parent without children returned ${at} ${actual}`;
    context.report(answer, { at, expected: '0', actual: `${actual}`, message });
  }
}

export const otherParents: AskRule = {
  id: 'paging.other-parents',
  clause: 'paging.other-parents',
  needs: [],
  appliesTo: isChildList,
  async ask(context) {
    const isAnother = isOtherThan(await context.params());
    const isOther = (one: SurveyedParent) => hasChildren(one) && isAnother(one);
    const parents = await survey(context, (some) => some.filter(isOther).length >= READ);
    const others = parents.filter(isOther);
    if (others.length === 0) context.lacksData('no other parent with children was found');
    const byCount = others.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0));
    // The one with the most children and those with the fewest: a list may consist of a first page with one record.
    const chosen = [...new Set([byCount[0], ...byCount.slice(1 - context.upTo(READ, 2))])].filter(
      (one) => one !== undefined,
    );
    const first = await context.page();
    const lists = [];
    for (const one of chosen) lists.push(await countChildren(context, one));
    for (const one of parents.filter(({ count }) => count === 1).slice(0, 1)) await reportExpressions(context, one);
    if (parents.every(({ count }) => (count ?? 0) <= 1)) for (const one of chosen) await reportHidden(context, one);
    if (lists.every((items) => sameJson(items, first.items.slice(0, SURVEY_SIZE))))
      context.inconclusive('each parent has the same children');
  },
};

/**
 * Reports a parent whose only child has a page of one record, and is not the only page: where no parent has several children,
 * a target may return one of each, and without total_items only pages of that size show that it has counted more.
 */
async function reportHidden(context: AskContext, { params }: SurveyedParent): Promise<void> {
  const list = await context.walk(SURVEY_SIZE, {}, { params });
  const { answer, totalItems, totalPages } = await context.page({ page_size: 1, page_number: 1 }, { params });
  if (totalItems !== null || totalPages === null || list.items.length !== 1 || totalPages <= 1) return;
  await context.assertStable(list, [], { params });
  const message = `total_pages is ${totalPages} with page_size 1, but the list has one item`;
  context.report(answer, { at: '/pagination/total_pages', expected: '1', actual: `${totalPages}`, message });
}

/** Compares the totals of the children of a parent with the children; returns the records of their first page. */
async function countChildren(
  context: AskContext,
  { params }: SurveyedParent,
): Promise<readonly JsonRecord[] | undefined> {
  const list = await context.walk(SURVEY_SIZE, {}, { params });
  const [page] = list.pages;
  const wrong = list.partial || page === undefined ? null : wrongCount(list, page);
  if (wrong === null || page === undefined) return page?.items;
  await context.assertStable(list, [], { params });
  const { at, expected, actual } = wrong;
  const message = `${at} is ${actual}, but the list has ${plural(list.items.length, 'item')} on ${plural(list.pages.length, 'page')}`;
  context.report(page.answer, { at: `/pagination/${at}`, expected: `${expected}`, actual: `${actual}`, message });
  return page.items;
}

function wrongCount({ items, pageSize }: Walk, { totalItems, totalPages }: Page) {
  if (totalItems !== null && totalItems !== items.length)
    return { at: 'total_items', expected: items.length, actual: totalItems };
  const pages = Math.ceil(items.length / pageSize);
  if (totalPages === null || totalPages === pages || (pages === 0 && totalPages === 1)) return null;
  return { at: 'total_pages', expected: pages, actual: totalPages };
}

/** The rules that check several parents; most rules use only one. */
export const parentRules = [emptyParent, emptySubscription, otherParents];
