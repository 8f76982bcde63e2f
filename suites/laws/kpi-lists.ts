import type { Answer } from '../../engine/client/answer.js';
import type { AskRule } from '../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { detailIds } from './detail-ids.js';
import { paramsFor } from './params-for.js';

/** How often a contradiction has to show again: applications of a live target change. */
const LOOKS = 3;
/** The fewest applications whose KPIs say something in common. */
const SEVERAL = 3;
/** So many totals that differ by the same number from what they count do so by no chance. */
const SHIFTED = 4;

/** A figure of the KPIs that contradicts the list of applications. */
interface Contradiction {
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
  readonly message: string;
}

/**
 * The KPIs of all applications count those of the list. What they count is unspecified, so a figure contradicts the list only if
 * another one shows that the target counts the same applications: all of them, or those of each category.
 */
export const kpiLists: AskRule = {
  id: 'relations.kpi-lists',
  clause: 'relations.kpi-lists',
  needs: ['answer'],
  appliesTo: () => true,
  async ask(context) {
    let left = contradictionsIn(context, await context.body(), await listOfAll(context));
    for (let look = 1; look <= LOOKS && left.length > 0; look += 1) {
      const before = await listOfAll(context, `before kpis ${look}`);
      const body = await context.body({ again: `kpi lists ${look}` });
      const after = await listOfAll(context, `after kpis ${look}`);
      if (!sameJson(before.map(counted), after.map(counted)))
        context.inconclusive('the applications changed during the check');
      const again = contradictionsIn(context, body, after);
      left = again.filter(({ at }) => left.some((other) => other.at === at));
    }
    const answer = await context.ask({}, { valid: true });
    for (const one of left) context.report(answer, one);
  },
};

/** What the KPIs may count of an application. */
const counted = ({ id, name, sanctioned, categoryName, aiCategory }: JsonRecord) => [
  id,
  name,
  sanctioned,
  categoryName,
  aiCategory,
];

async function listOfAll(context: AskContext, again?: string): Promise<readonly JsonRecord[]> {
  const operation = context.world.operation('getApplications');
  const options = again === undefined ? {} : { again };
  const { items, partial } = await context.walk(DEFAULT_SIZE, {}, { operation, ...options });
  if (partial) context.inconclusive('the list of applications is too large to read completely');
  return items;
}

function contradictionsIn(context: AskContext, body: unknown, items: readonly JsonRecord[]): readonly Contradiction[] {
  if (!isRecord(body)) return context.inconclusive('the response is no object');
  const found = [
    ...ofTotals(body, items),
    ...ofCategories(body, items),
    ofBothKinds(body, items),
    ...ofNames(body, items),
  ];
  if (found.every((one) => one === null)) context.inconclusive('no figure counts the applications of the list');
  return found.flatMap((one) => one ?? []);
}

/** What is wrong, nothing, or `null` if nothing shows that a figure counts what the list shows. */
type Judged = readonly Contradiction[] | null;

const isUnsanctioned = ({ sanctioned }: JsonRecord): boolean => sanctioned === false;

/**
 * Whether a number may be that of the unsanctioned ones of some applications: those without a value count or do not, and a target
 * may know a value that it does not show.
 */
function mayCountUnsanctioned(number: number, items: readonly JsonRecord[]): boolean {
  const sanctioned = items.filter((item) => item.sanctioned === true).length;
  return number >= items.filter(isUnsanctioned).length && number <= items.length - sanctioned;
}

/** If totalApplications counts the whole list, unsanctioned counts those of it that are not sanctioned. */
function ofTotals({ totalApplications, unsanctioned }: JsonRecord, items: readonly JsonRecord[]): Judged[] {
  if (totalApplications !== items.length || typeof unsanctioned !== 'number') return [null];
  if (!items.some(({ sanctioned }) => typeof sanctioned === 'boolean')) return [null];
  if (mayCountUnsanctioned(unsanctioned, items)) return [[]];
  const count = items.filter(isUnsanctioned).length;
  const message = `unsanctioned is ${unsanctioned}, and ${count} of the ${plural(items.length, 'application')} that totalApplications counts are not sanctioned`;
  return [[{ at: '/unsanctioned', expected: `${count}`, actual: `${unsanctioned}`, message }]];
}

/** If the totals of categories count the applications of the list, those of unsanctioned ones do too. */
function ofCategories(body: JsonRecord, items: readonly JsonRecord[]): Judged[] {
  const pairs = [
    { all: 'appCategories', some: 'appCategoriesUnsanctioned', field: 'categoryName' },
    { all: 'aiAppCategories', some: 'aiAppCategoriesUnsanctioned', field: 'aiCategory' },
  ];
  return pairs.map(({ all, some, field }): Judged => {
    const [totals, own] = [totalsIn(body[all]), totalsIn(body[some])];
    const shifted = shiftOf(totals, (name) => items.filter((item) => item[field] === name).length);
    if (shifted !== null) {
      const { name, total, count } = shifted;
      const message = `each total of ${all} differs by ${total - count} from the number of applications of the list with that ${field}, such as ${JSON.stringify(name)} with ${total} and ${count}`;
      return [{ at: `/${all}`, expected: `${count}`, actual: `${total}`, message }];
    }
    const itemsOf = (name: string) => items.filter((item) => item[field] === name);
    const isCounted = totals.length > 1 && totals.every(({ name, total }) => itemsOf(name).length === total);
    if (!isCounted) return null;
    const fewest = Math.min(...totals.map(({ total }) => total));
    // What is no AI is in no AI category, whatever the list calls it.
    const named = field === 'categoryName' ? items.map((item) => item[field]) : [];
    const missing = named.find((name) => isMissing(name, totals, fewest, itemsOf));
    if (missing !== undefined) {
      const count = itemsOf(`${missing}`).length;
      const message = `${all} lacks ${JSON.stringify(missing)}, the ${field} of ${plural(count, 'application')} of the list, and has categories of fewer: each of its totals counts those of the list`;
      return [{ at: `/${all}`, expected: `${missing}: ${count}`, actual: 'absent', message }];
    }
    if (own.length === 0) return null;
    const wrong = own.find(({ name, total }) => !mayCountUnsanctioned(total, itemsOf(name)));
    if (wrong === undefined) return [];
    const count = itemsOf(wrong.name).filter(isUnsanctioned).length;
    const message = `${some} counts ${wrong.total} for ${JSON.stringify(wrong.name)}, and ${plural(count, 'application')} of the list with that ${field} ${count === 1 ? 'is' : 'are'} not sanctioned, as ${all} counts them`;
    return [{ at: `/${some}`, expected: `${count}`, actual: `${wrong.total}`, message }];
  });
}

/** Names for what has no category, which KPIs may leave out. */
const NO_CATEGORY = /^$|^\W|^(?:n\/?a|no|non|none|not|null|other|others|misc\w*|un\w*|default|general)\b/i;

/** Whether KPIs lack a category that is larger than one that they have; they may leave out the smallest ones. */
function isMissing(
  name: unknown,
  totals: readonly CategoryTotal[],
  fewest: number,
  itemsOf: (name: string) => readonly JsonRecord[],
): boolean {
  if (typeof name !== 'string' || NO_CATEGORY.test(name)) return false;
  return !totals.some((one) => one.name === name) && itemsOf(name).length > fewest;
}

/** The first of several totals that all differ from what they count by the same number, which is no accident; `null` otherwise. */
function shiftOf(totals: readonly CategoryTotal[], countOf: (name: string) => number) {
  const shown = totals.map(({ name, total }) => ({ name, total, count: countOf(name) }));
  const [first] = shown;
  const shift = first === undefined ? 0 : first.total - first.count;
  const isSame =
    shown.length >= SHIFTED && shift !== 0 && shown.every(({ total, count }) => count > 0 && total - count === shift);
  return isSame && new Set(shown.map(({ count }) => count)).size > 1 && first !== undefined ? first : null;
}

/** The total of a category. */
interface CategoryTotal {
  readonly name: string;
  readonly total: number;
}

function totalsIn(value: unknown): CategoryTotal[] {
  return (Array.isArray(value) ? value.filter(isRecord) : []).flatMap(({ name, total }) =>
    typeof name === 'string' && typeof total === 'number' ? [{ name, total }] : [],
  );
}

/** Two arrays of categories are not the same, if an application of one of those categories has no AI category. */
function ofBothKinds({ appCategories, aiAppCategories }: JsonRecord, items: readonly JsonRecord[]): Judged {
  const names = new Set<unknown>(totalsIn(appCategories).map(({ name }) => name));
  const hasOther = items.some(({ aiCategory }) => typeof aiCategory === 'string' && !names.has(aiCategory));
  const plain = items.find(({ categoryName, aiCategory = null }) => names.has(categoryName) && aiCategory === null);
  const isOne = (field: string) => (name: unknown) => items.some((item) => item[field] === name);
  if (names.size > 1 && [...names].every(isOne('aiCategory')) && ![...names].some(isOne('categoryName'))) {
    const message = 'each name in appCategories is an aiCategory of applications of the list, and none a categoryName';
    return [{ at: '/appCategories', expected: 'categories', actual: 'AI categories', message }];
  }
  if (names.size < SEVERAL || !hasOther || plain === undefined) return null;
  if (!sameJson(appCategories, aiAppCategories)) return [];
  const message = `aiAppCategories has the same names and totals as appCategories, and ${plain.id} is in one of these categories and has no aiCategory`;
  return [
    {
      at: '/aiAppCategories',
      expected: 'other categories, or other totals',
      actual: 'those of appCategories',
      message,
    },
  ];
}

/** Whether unsanctioned shows that the target counts the applications of the list, and those that are not sanctioned. */
function tellsUnsanctioned({ totalApplications, unsanctioned }: JsonRecord, items: readonly JsonRecord[]): boolean {
  const sanctioned = items.filter((item) => item.sanctioned === true).length;
  const count = items.filter(isUnsanctioned).length;
  return totalApplications === items.length && unsanctioned === count && count !== sanctioned;
}

/** A name of an unsanctioned application is not that of sanctioned ones alone, if others are of unsanctioned ones. */
function ofNames(body: JsonRecord, items: readonly JsonRecord[]): Judged[] {
  const at = 'activeUserApplicationsUnsanctioned';
  const named = (Array.isArray(body[at]) ? body[at].filter(isRecord) : []).map(({ name }) => name);
  const known = named.filter((name) => items.some((item) => item.name === name));
  const wrong = known.filter((name) => items.every((item) => item.name !== name || item.sanctioned === true));
  if (known.length < SEVERAL) return [null];
  if (wrong.length === 0 || (wrong.length === known.length && !tellsUnsanctioned(body, items))) return [[]];
  const message = `${at} contains ${JSON.stringify(wrong[0])}, and each application with that name is sanctioned`;
  return [[{ at: `/${at}`, expected: 'unsanctioned applications', actual: String(wrong[0]), message }]];
}

/** The KPIs of an application agree with the record of it. */
export const kpiRecord: AskRule = {
  id: 'relations.kpi-record',
  clause: 'relations.kpi-lists',
  needs: ['answer'],
  appliesTo: () => true,
  async ask(context) {
    const shown = await kpisAndRecords(context);
    reportSharedId(context, shown);
    const costs = shown.filter(({ record }) => typeof record.yearlyCost === 'number' && record.yearlyCost > 0);
    if (shown.length < SEVERAL) context.lacksData('the KPIs of too few applications were read');
    const yearly = costs.filter(({ kpis, record }) => currentOf(kpis, 'monthlyCost') === record.yearlyCost);
    const [first] = yearly;
    if (first !== undefined && yearly.length >= SEVERAL && yearly.length === costs.length) {
      const [value, of] = [first.record.yearlyCost, plural(yearly.length, 'application')];
      const message = `monthlyCost is the yearlyCost of the application, in ${of}: ${value} for ${first.record.id}`;
      context.report(first.answer, {
        at: '/monthlyCost/valueCurrent',
        expected: `less than the yearlyCost ${value}`,
        actual: `${value}`,
        message,
      });
    }
    await reportUsersOfAll(context, shown);
    await reportSwapped(context, shown);
  },
};

/** Reports an id that the KPIs of two applications have, if others have an id of their own. */
function reportSharedId(context: AskContext, shown: readonly Shown[]): void {
  const ids = shown.map(({ kpis }) => kpis.id);
  if (new Set(ids).size < 2) return;
  const second = shown.find(({ kpis: { id } }, index) => typeof id === 'string' && ids.indexOf(id) < index);
  if (second === undefined) return;
  const { answer, kpis, record } = second;
  const message = `the KPIs of ${shown[ids.indexOf(kpis.id)]?.record.id} and ${record.id} have the same id`;
  context.report(answer, { at: '/id', expected: 'an id of its own', actual: String(kpis.id), message });
}

/** Reports totalUsers if it counts all users for each application, although their lists of users are shorter. */
async function reportUsersOfAll(context: AskContext, shown: readonly Shown[]): Promise<void> {
  const operation = context.world.operation('getUsers');
  const { totalItems } = await context.page({}, { operation, params: {} });
  const all = shown.filter(({ kpis }) => totalItems !== null && currentOf(kpis, 'totalUsers') === totalItems);
  if (all.length < SEVERAL || all.length < shown.length) return;
  for (const { answer, record } of all) {
    const own = await usersOf(context, record);
    if (own === null || totalItems === null || own * 2 > totalItems) continue;
    const message = `totalUsers is ${totalItems} for each of ${plural(all.length, 'application')}, as many as there are users, and ${record.id} has ${own}`;
    const at = '/totalUsers/valueCurrent';
    return context.report(answer, { at, expected: `${own}`, actual: `${totalItems}`, message });
  }
}

/**
 * Reports totalUsers if the list of users of each application has as many records as its value of 30 days ago, and never its
 * current one: the two are swapped.
 */
async function reportSwapped(context: AskContext, shown: readonly Shown[]): Promise<void> {
  const swapped: { readonly id: unknown; readonly answer: Answer; readonly own: number; readonly current: unknown }[] =
    [];
  for (const { answer, kpis, record } of shown) {
    const [current, before] = ['valueCurrent', 'value30DaysAgo'].map((member) => figureOf(kpis, 'totalUsers', member));
    if (typeof before !== 'number' || typeof current !== 'number' || before === current) continue;
    const own = await usersOf(context, record);
    if (own !== before) return;
    swapped.push({ id: record.id, answer, own, current });
    if (swapped.length >= SHIFTED) break;
  }
  const [first] = swapped;
  if (first === undefined || swapped.length < SHIFTED || new Set(swapped.map(({ own }) => own)).size < 2) return;
  const { id, answer, own, current } = first;
  const of = plural(swapped.length, 'application');
  const message = `value30DaysAgo of totalUsers is the number of users in the list of each of ${of}, and valueCurrent is not: ${current} for ${id}, which has ${own}`;
  const at = '/totalUsers/valueCurrent';
  context.report(answer, { at, expected: `${own}`, actual: `${current}`, message });
}

/** The number of users in the list of an application. */
async function usersOf(context: AskContext, { id }: JsonRecord): Promise<number | null> {
  const operation = context.world.operation('getApplicationUsers');
  return (await context.page({}, { operation, params: paramsFor(operation, String(id)) })).totalItems;
}

function currentOf(kpis: JsonRecord, name: string): unknown {
  return figureOf(kpis, name, 'valueCurrent');
}

function figureOf(kpis: JsonRecord, name: string, member: string): unknown {
  const { [name]: figure } = kpis;
  return isRecord(figure) ? figure[member] : undefined;
}

/** The KPIs of an application with its record in the list. */
interface Shown {
  readonly answer: Answer;
  readonly kpis: JsonRecord;
  readonly record: JsonRecord;
}

async function kpisAndRecords(context: AskContext): Promise<Shown[]> {
  const list = context.world.operation('getApplications');
  const { items } = await context.page({}, { operation: list });
  const ids = (await detailIds(context)).map(({ id }) => id);
  const read = await Promise.all(
    ids.map(async (id) => {
      const answer = await context.ask({}, { params: paramsFor(context.operation, id), valid: true });
      const [kpis, record] = [recordIn(answer), items.find((item) => item.id === id)];
      if (kpis === null || record === undefined) return [];
      const isShown = ['monthlyCost', 'totalUsers'].some((name) => typeof currentOf(kpis, name) === 'number');
      return isShown ? [{ answer, kpis, record }] : [];
    }),
  );
  return read.flat();
}
