import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { differing } from '../../engine/session/differing.js';
import { spread } from '../../engine/session/diverse.js';
import { identity, type JsonRecord, type Page } from '../../engine/session/page.js';
import { recordIn } from '../../engine/session/record-in.js';
import { sameJson } from '../../engine/session/validation.js';
import { plural } from '../../numbers/plural.js';
import { notShownAgain } from './not-shown-again.js';
import { reportSpelling } from './one-spelling.js';
import { isLoaded, sameValue } from './same-value.js';
import { LARGEST_PAGE } from './stride.js';

/** The maximum number of users that are read by their ids. */
const SAMPLES = 4;

/** How often a difference between two paths has to show again. */
const LOOKS = 3;
/** The fewest users with another value of a flag: another client may change one between two reads, but hardly several. */
const SEVERAL = 2;
/** Flags of a user that do not follow from what the user does. */
const FLAGS = ['isEnabled', 'isInReview', 'isQualified'];
/** A flag that may be another one in each list, or of another moment, and is then the opposite of some users, not of all. */
const OWN_FLAG = 'isOnline';
/** The fewest users of which all have the opposite value of a flag, some of them each value. */
const OPPOSED = 8;
/** Numbers of a user that a list may show in another unit, or with an offset. */
const NUMBERS = ['licenseCount', 'userCostPerMonth', 'potentialSavings'];
/** The fewest different numbers that one factor or offset does not fit by chance. */
const DIFFERENT_NUMBERS = 3;
/** What a number may lose when it is rounded to cents. */
const ROUNDING = 0.01;
/** A text that may change between two reads, but not in case alone. */
const STATUS = 'status';
const STABLE = ['username', 'email', 'displayName', 'country', 'department', 'createdDate'];

/** Consumptions have dates in another form. */
const SHARED = STABLE.filter((name) => name !== 'createdDate');

/** A user in a list has the same values when it is read by its id, and in the list of users. */
export const oneTruth: AskRule = {
  id: 'relations.one-truth',
  clause: 'relations.one-truth',
  needs: ['records'],
  appliesTo: () => true,
  async ask(context) {
    const page = await context.page();
    let compared = 0;
    let missing: string | null = null;
    for (const listed of spread(page.items, SAMPLES).slice(0, context.upTo(SAMPLES, 2))) {
      const read = await userOf(context, identity(listed), undefined);
      if (read === null || !STABLE.some((field) => field in listed && field in read)) continue;
      compared += 1;
      const fields = differingStable(listed, read).filter((field) => isLoaded(page.items, field));
      if (fields.length === 0) continue;
      const stable = await stableFields(context, listed, read, fields);
      if (stable === null) missing = identity(listed);
      for (const field of stable ?? []) {
        const message = `${field} of the user ${identity(listed)} differs between the list and a read by id`;
        const expected = JSON.stringify(read[field]);
        context.report(page.answer, {
          at: `/items/${page.items.indexOf(listed)}/${field}`,
          expected,
          actual: JSON.stringify(listed[field]),
          message,
        });
      }
    }
    if (context.evidence.length > 0) return;
    compared += await reportListed(context, STABLE);
    await reportSpelling(context, page);
    if (compared === 0) context.inconclusive('no user of the list could be read by its id with a field to compare');
    if (missing !== null && context.evidence.length === 0) notShownAgain(context, missing);
  },
};

/** A consumption has the same values as its user in the list of users. */
export const consumptionTruth: AskRule = {
  ...oneTruth,
  async ask(context) {
    const compared = await reportListed(context, SHARED);
    await reportSpelling(context, await context.page());
    if (compared === 0)
      context.inconclusive('no consumption has a field in common with the user of its id in the list of users');
  },
};

/** The first page of the list, and that of all users. */
async function pagesOf(context: AskContext, again?: string): Promise<readonly [Page, Page]> {
  const operation = context.world.operation('getUsers');
  // A run with a limit of requests has read the default page anyway.
  const query = context.allowance.sparing ? {} : { page_size: LARGEST_PAGE };
  const options = again === undefined ? {} : { again };
  return [await context.page({}, options), await context.page(query, { operation, params: {}, ...options })];
}

/**
 * Reports what users have with another value in the list of users, each time that both lists are read: texts of one, and flags
 * of several. Returns how many can be compared.
 */
async function reportListed(context: AskContext, texts: readonly string[]): Promise<number> {
  const pages = await context.attempt(() => pagesOf(context));
  if (pages === null) return 0;
  const [page, users] = pages;
  // A target that returns the same for everything proves nothing.
  if (sameJson(page.items, users.items)) return 0;
  const pairs = pairsIn(page, users);
  const found = [
    ...texts.map((name) => ({ name, find: differentIn, fewest: 1 })),
    ...FLAGS.map((name) => ({ name, find: differentIn, fewest: SEVERAL })),
    { name: OWN_FLAG, find: oppositeIn, fewest: OPPOSED },
    { name: OWN_FLAG, find: takenIn, fewest: OPPOSED },
    ...NUMBERS.map((name) => ({ name, find: scaledIn, fewest: OPPOSED })),
    { name: STATUS, find: recasedIn, fewest: 1 },
  ];
  let left = found.map((one) => ({ ...one, ids: one.find(one.name, pairs) })).filter(isEnough);
  let missing: string | undefined;
  for (let look = 1; look <= LOOKS && left.length > 0; look += 1) {
    const again = pairsIn(...(await pagesOf(context, `listed truth ${look}`)));
    const shown = new Set(again.map(([item]) => identity(item)));
    missing ??= left.flatMap(({ ids }) => ids).find((id) => !shown.has(id));
    left = left
      .map((one) => {
        const still = one.find(one.name, again);
        return { ...one, ids: one.ids.filter((id) => still.includes(id)) };
      })
      .filter(isEnough);
  }
  for (const { name, ids } of left) {
    const [first = ''] = ids;
    const message = `${name} of ${plural(ids.length, 'user')} differs between this list and the list of users, such as that of ${first}`;
    const at = page.items.findIndex((item) => identity(item) === first);
    const [listed, user] = pairs.find(([item]) => identity(item) === first) ?? [];
    const [actual, expected] = [JSON.stringify(listed?.[name]), JSON.stringify(user?.[name])];
    context.report(page.answer, { at: `/items/${at}/${name}`, expected, actual, message });
  }
  if (missing !== undefined && context.evidence.length === 0) notShownAgain(context, missing);
  return pairs.filter((pair) => [...texts, ...FLAGS].some((name) => areComparable(name, pair))).length;
}

/** An item of a list, and the user with its id in the list of users. */
type Pair = readonly [item: JsonRecord, user: JsonRecord];

function pairsIn(page: Page, users: Page): Pair[] {
  const idOf = ({ id }: JsonRecord) => (typeof id === 'string' ? id.toLowerCase() : null);
  const known = new Map(users.items.map((user) => [idOf(user), user]));
  return page.items.flatMap((item): Pair[] => {
    const id = idOf(item);
    const user = id === null ? undefined : known.get(id);
    return user === undefined ? [] : [[item, user]];
  });
}

const isEnough = ({ ids, fewest }: { readonly ids: readonly string[]; readonly fewest: number }): boolean =>
  ids.length >= fewest;

/** Whether both records have a text, or a value of a flag; a null is no other value. */
function areComparable(name: string, pair: Pair): boolean {
  return ['boolean', 'string'].some((type) => pair.every((record) => typeof record[name] === type));
}

/** The users with different texts, or different values of a flag, in two lists. */
function differentIn(name: string, pairs: readonly Pair[]): string[] {
  return pairs
    .filter((pair) => areComparable(name, pair) && !sameValue(name, pair[0][name], pair[1][name]))
    .map(([item]) => identity(item));
}

/** The users with the opposite value of a flag in two lists, if all that can be compared have it, some of them each value. */
function oppositeIn(name: string, pairs: readonly Pair[]): string[] {
  const compared = pairs.filter((pair) => areComparable(name, pair));
  const different = differentIn(name, pairs);
  const values = new Set(compared.map(([item]) => item[name]));
  return different.length === compared.length && values.size === 2 ? different : [];
}

/** The users with another value of a flag in two lists, if it is that of one other flag of the user in all that can be compared. */
function takenIn(name: string, pairs: readonly Pair[]): string[] {
  const compared = pairs.filter((pair) => areComparable(name, pair));
  const isTaken = (flag: string) =>
    new Set(compared.map(([, user]) => user[flag])).size === 2 &&
    compared.every(([item, user]) => typeof user[flag] === 'boolean' && item[name] === user[flag]);
  return FLAGS.some(isTaken) ? differentIn(name, compared) : [];
}

/** The users with texts that differ in case alone. */
function recasedIn(name: string, pairs: readonly Pair[]): string[] {
  const isRecased = ([one, other]: Pair) => `${one[name]}`.toLowerCase() === `${other[name]}`.toLowerCase();
  const different = new Set(differentIn(name, pairs));
  return pairs.filter((pair) => isRecased(pair) && different.has(identity(pair[0]))).map(([item]) => identity(item));
}

/**
 * The users with other numbers in two lists, if all numbers differ by one factor or by one offset. A number may be of the
 * application or the subscription in its list, and then differs in another way for each user.
 */
function scaledIn(name: string, pairs: readonly Pair[]): string[] {
  const numbers = pairs.flatMap(([{ [name]: own }, { [name]: other }]) =>
    typeof own === 'number' && typeof other === 'number' ? [{ own, other }] : [],
  );
  const [largest, ...others] = numbers.toSorted((one, two) => Math.abs(two.other) - Math.abs(one.other));
  if (largest === undefined || new Set(numbers.map(({ own }) => own)).size < DIFFERENT_NUMBERS) return [];
  const [factor, offset] = [largest.own / largest.other, largest.own - largest.other];
  const isScaled = others.every(({ own, other }) => Math.abs(own - factor * other) <= ROUNDING);
  const isShifted = others.every(({ own, other }) => Math.abs(own - other - offset) <= ROUNDING);
  if (Math.abs(offset) <= ROUNDING || !(isScaled || isShifted)) return [];
  return pairs.filter(([{ [name]: own }, { [name]: other }]) => own !== other).map(([item]) => identity(item));
}

/** The fields whose values stay the same on both paths however often both are re-read; `null` if one does not show the user. */
async function stableFields(
  context: AskContext,
  listed: JsonRecord,
  read: JsonRecord,
  fields: readonly string[],
): Promise<readonly string[] | null> {
  const id = identity(listed);
  let left = fields;
  for (let look = 1; look <= LOOKS && left.length > 0; look += 1) {
    const page = await context.page({}, { again: `truth ${look} ${id}` });
    const [nowListed, nowRead] = [
      page.items.find((item) => identity(item) === id),
      await userOf(context, id, `truth ${look}`),
    ];
    if (nowListed === undefined || nowRead === null) return null;
    left = left.filter((one) => sameJson(listed[one], nowListed[one]) && sameJson(read[one], nowRead[one]));
  }
  return left;
}

async function userOf(context: AskContext, id: string, again: string | undefined): Promise<JsonRecord | null> {
  const operation = context.world.operation('getUser');
  const answer = await context.ask({}, { operation, params: { userId: id }, ...(again !== undefined && { again }) });
  return recordIn(answer);
}

/** The fields that both records have with different values. */
function differingStable(one: JsonRecord, other: JsonRecord): string[] {
  const shared = STABLE.filter((field) => field in one && field in other);
  return differing(one, other, shared, sameValue);
}
