import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import type { JsonRecord, Page, Walk } from '../../engine/session/page.js';
import type { SurveyedParent } from '../../engine/session/parent-survey.js';
import { sameJson } from '../../engine/session/validation.js';
import { pathParameters } from '../../engine/session/world.js';
import { hasPathParameters, isList } from './applies.js';

/** Parents whose children are counted, at most, and those of them whose lists are read. */
const SURVEYED = 24;
/** Parents whose children are counted, at most, to find one without any. */
const SEARCHED = 48;
const READ = 4;
const PAGE_SIZE = 100;

const isChildList: AskRule['appliesTo'] = (operation) => isList(operation) && hasPathParameters(operation);

/**
 * Whether a refusal may be the fault of the run: the sample is one of which the document does not say that it names the
 * parent, its parent has gone since, or the caller may not read it.
 */
async function isExcused(context: AskContext, { params, status }: SurveyedParent): Promise<boolean> {
  if (status !== 400 && status !== 404) return status < 500;
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
    const few = await context.world.parents(context.operation, SURVEYED);
    const found = few.some(({ count }) => count === 0 || count === null);
    const parents = found ? few : await context.world.parents(context.operation, SEARCHED);
    for (const parent of parents.filter(({ count }) => count === null)) {
      const answer = await context.ask({ page_size: 1 }, { params: parent.params });
      if (answer.status === 200 || (await isExcused(context, parent))) continue;
      const message = `the list of a parent that exists is answered with ${answer.summary}, and that of others with 200`;
      const expected = '200, with no items where it has none';
      context.report(answer, { at: 'status', expected, actual: answer.summary, message });
      return;
    }
    const empty = parents.filter(({ count }) => count === 0);
    if (empty.length === 0) context.lacksData(`none of the parents that were looked at is empty: ${parents.length}`);
    if (empty.length === parents.length) context.lacksData('all of the parents that were looked at are empty');
    for (const { params } of empty.slice(0, READ)) reportCounts(context, await context.page({}, { params }));
  },
};

function reportCounts(context: AskContext, { answer, items, totalItems, totalPages }: Page): void {
  const counts = [
    ['/items', items.length, 0],
    ['/pagination/total_items', totalItems ?? 0, 0],
    ['/pagination/total_pages', totalPages ?? 0, 1],
  ] as const;
  // One that has got children meanwhile is empty no more.
  if (items.length > 0 && items.length === (totalItems ?? items.length)) return;
  for (const [at, actual, most] of counts) {
    if (actual <= most) continue;
    const message = `a parent without children is answered with ${at} ${actual}`;
    context.report(answer, { at, expected: '0', actual: `${actual}`, message });
  }
}

export const otherParents: AskRule = {
  id: 'paging.other-parents',
  clause: 'paging.other-parents',
  needs: [],
  appliesTo: isChildList,
  async ask(context) {
    const own = JSON.stringify(await context.params());
    const parents = await context.world.parents(context.operation, SURVEYED);
    const others = parents.filter(({ params, count }) => (count ?? 0) > 0 && JSON.stringify(params) !== own);
    if (others.length === 0) context.lacksData('no other parent with children was found');
    const byCount = others.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0));
    // The richest, and the poorest ones: the first page of one record may be all there is of a list.
    const chosen = [...new Set([byCount[0], ...byCount.slice(1 - READ)])].filter((one) => one !== undefined);
    const first = await context.page({ page_size: PAGE_SIZE });
    const lists = [];
    for (const { params } of chosen) lists.push(await countChildren(context, params));
    if (lists.every((items) => sameJson(items, first.items.slice(0, PAGE_SIZE))))
      context.inconclusive('each parent is answered with the same records');
  },
};

/** Compares the totals of the children of a parent with what is read; answers the records of their first page. */
async function countChildren(
  context: AskContext,
  params: SurveyedParent['params'],
): Promise<readonly JsonRecord[] | undefined> {
  const list = await context.walk(PAGE_SIZE, {}, { params });
  const [page] = list.pages;
  const wrong = list.partial || page === undefined ? null : wrongCount(list, page);
  if (wrong === null || page === undefined) return page?.items;
  await context.assertStable(list, [], { params });
  const { at, expected, actual } = wrong;
  const message = `${at} is ${actual}, and the list holds ${list.items.length} of the items on ${list.pages.length} of the pages`;
  context.report(page.answer, { at: `/pagination/${at}`, expected: `${expected}`, actual: `${actual}`, message });
  return page.items;
}

function wrongCount({ items }: Walk, { totalItems, totalPages }: Page) {
  if (totalItems !== null && totalItems !== items.length)
    return { at: 'total_items', expected: items.length, actual: totalItems };
  const pages = Math.ceil(items.length / PAGE_SIZE);
  if (totalPages === null || totalPages === pages || (pages === 0 && totalPages === 1)) return null;
  return { at: 'total_pages', expected: pages, actual: totalPages };
}

/** The rules of the parents besides the one that most rules look at. */
export const parentRules = [emptyParent, otherParents];
