import type { AskRule } from '../../engine/run/rule.js';
import { type AskContext, DEFAULT_SIZE } from '../../engine/session/ask-context.js';
import { isRecord, type JsonRecord } from '../../engine/session/page.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';

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
    ...ofCutNames(body, items),
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

/** The categories of one kind: the KPIs with their totals, and the applications of the list that are in one. */
interface Categories {
  readonly all: string;
  readonly some: string;
  readonly field: string;
  readonly totals: readonly CategoryTotal[];
  readonly unsanctioned: readonly CategoryTotal[];
  readonly itemsOf: (name: string) => readonly JsonRecord[];
}

const CATEGORIES = [
  { all: 'appCategories', some: 'appCategoriesUnsanctioned', field: 'categoryName' },
  { all: 'aiAppCategories', some: 'aiAppCategoriesUnsanctioned', field: 'aiCategory' },
];

/** If the totals of categories count the applications of the list, those of unsanctioned ones do too. */
function ofCategories(body: JsonRecord, items: readonly JsonRecord[]): Judged[] {
  return CATEGORIES.map((names): Judged => {
    const itemsOf = (name: string) => items.filter((item) => item[names.field] === name);
    const [totals, unsanctioned] = [totalsIn(body[names.all]), totalsIn(body[names.some])];
    const categories = { ...names, totals, unsanctioned, itemsOf };
    // The total of all shows that no application is left out for its date.
    const isWhole = body.totalApplications === items.length;
    const wrong = shiftedTotals(categories) ?? crossedTotals(categories) ?? (isWhole ? zeroTotals(categories) : null);
    if (wrong !== null) return [wrong];
    if (totals.length < 2 || totals.some(({ name, total }) => itemsOf(name).length !== total)) return null;
    const missing = missingCategory(categories, items) ?? unlistedCategory(categories);
    if (missing !== null) return [missing];
    return unsanctioned.length === 0 ? null : wrongUnsanctioned(categories);
  });
}

function shiftedTotals({ all, field, totals, itemsOf }: Categories): Contradiction | null {
  const shifted = shiftOf(totals, (name) => itemsOf(name).length);
  if (shifted === null) return null;
  const { name, total, count } = shifted;
  const message = `each total of ${all} differs by ${total - count} from the number of applications of the list with that ${field}, such as ${JSON.stringify(name)} with ${total} and ${count}`;
  return { at: `/${all}`, expected: `${count}`, actual: `${total}`, message };
}

/** Totals of unsanctioned applications that all count the sanctioned ones too, whatever the other totals count. */
function crossedTotals({ some, field, unsanctioned, itemsOf }: Categories): Contradiction | null {
  const wrong = unsanctioned.filter(({ name, total }) => !mayCountUnsanctioned(total, itemsOf(name)));
  const [first] = wrong;
  if (first === undefined || wrong.length < SEVERAL) return null;
  if (unsanctioned.some(({ name, total }) => itemsOf(name).length !== total)) return null;
  const count = itemsOf(first.name).filter(isUnsanctioned).length;
  const message = `each total of ${some} counts all applications of the list with that ${field}, such as ${first.total} for ${JSON.stringify(first.name)}, of which ${count} ${count === 1 ? 'is' : 'are'} not sanctioned`;
  return { at: `/${some}`, expected: `${count}`, actual: `${first.total}`, message };
}

function zeroTotals({ all, field, totals, itemsOf }: Categories): Contradiction | null {
  const counted = totals.map(({ name, total }) => ({ name, total, count: itemsOf(name).length }));
  const [largest] = counted.toSorted((one, other) => other.count - one.count);
  if (
    largest === undefined ||
    counted.length < SEVERAL ||
    counted.some(({ total, count }) => total !== 0 || count === 0)
  )
    return null;
  const { name, count } = largest;
  const message = `each total of ${all} is 0, and ${plural(count, 'application')} of those that totalApplications counts have the ${field} ${JSON.stringify(name)}`;
  return { at: `/${all}`, expected: `${count}`, actual: '0', message };
}

function missingCategory(
  { all, field, totals, itemsOf }: Categories,
  items: readonly JsonRecord[],
): Contradiction | null {
  const fewest = Math.min(...totals.map(({ total }) => total));
  // What is no AI is in no AI category, whatever the list calls it.
  const named = field === 'categoryName' ? items.map((item) => item[field]) : [];
  const missing = named.find((name) => isMissing(name, totals, fewest, itemsOf));
  if (missing === undefined) return null;
  const count = itemsOf(`${missing}`).length;
  const message = `${all} lacks ${JSON.stringify(missing)}, the ${field} of ${plural(count, 'application')} of the list, and has categories of fewer: each of its totals counts those of the list`;
  return { at: `/${all}`, expected: `${missing}: ${count}`, actual: 'absent', message };
}

/** A category with unsanctioned applications that is none of all categories, although those are fewer and so not cut off. */
function unlistedCategory({ all, some, totals, unsanctioned }: Categories): Contradiction | null {
  const unlisted = unsanctioned.find(({ name, total }) => total > 0 && !totals.some((one) => one.name === name));
  if (unlisted === undefined || unsanctioned.length <= totals.length) return null;
  const { name, total } = unlisted;
  const message = `${all} lacks ${JSON.stringify(name)}, of which ${some} counts ${total}; ${all} has ${totals.length} and ${some} ${unsanctioned.length}`;
  return { at: `/${all}`, expected: `${name}: at least ${total}`, actual: 'absent', message };
}

function wrongUnsanctioned({ all, some, field, unsanctioned, itemsOf }: Categories): readonly Contradiction[] {
  const wrong = unsanctioned.find(({ name, total }) => !mayCountUnsanctioned(total, itemsOf(name)));
  if (wrong === undefined) return [];
  const count = itemsOf(wrong.name).filter(isUnsanctioned).length;
  const message = `${some} counts ${wrong.total} for ${JSON.stringify(wrong.name)}, and ${plural(count, 'application')} of the list with that ${field} ${count === 1 ? 'is' : 'are'} not sanctioned, as ${all} counts them`;
  return [{ at: `/${some}`, expected: `${count}`, actual: `${wrong.total}`, message }];
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

/** The arrays of applications, whose names are those of the list. */
const APPLICATIONS = ['activeUserApplications', 'activeUserApplicationsUnsanctioned'];

/** Names that are cut off: several are the beginnings of longer ones of the list, and all as long as the longest name. */
function ofCutNames(body: JsonRecord, items: readonly JsonRecord[]): Judged[] {
  const listed = items.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return APPLICATIONS.map((at): Judged => {
    const named = Array.isArray(body[at]) ? body[at].filter(isRecord).map(({ name }) => name) : [];
    const names = named.filter((name) => typeof name === 'string');
    const longest = Math.max(...names.map((name) => name.length));
    const wholeOf = (name: string) => listed.find((other) => other.length > name.length && other.startsWith(name));
    const cut = names.filter((name) => !listed.includes(name) && wholeOf(name) !== undefined);
    const [first] = cut;
    if (first === undefined) return names.some((name) => listed.includes(name)) ? [] : null;
    if (cut.length < SEVERAL || cut.some((name) => name.length < longest)) return [];
    const message = `the names in ${at} are cut off after ${longest} characters, such as ${JSON.stringify(first)}`;
    return [{ at: `/${at}`, expected: JSON.stringify(wholeOf(first)), actual: JSON.stringify(first), message }];
  });
}
