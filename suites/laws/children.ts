import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext } from '../../engine/session/ask-context.js';
import { spread } from '../../engine/session/diverse.js';
import { identity, type JsonRecord, lastingIds, walk } from '../../engine/session/page.js';
import { SURVEY_SIZE, type SurveyedParent } from '../../engine/session/parent-survey.js';
import { isSameId } from '../../engine/session/same-id.js';
import { sameJson } from '../../engine/session/validation.js';
import { type Params, pathParameters } from '../../engine/session/world.js';
import { plural } from '../../numbers/plural.js';
import { READ_ANYWAY, survey } from './survey.js';

/** How a child list is read in reverse: by the parents of a child, and by the list of all possible children. */
export interface Reverse {
  /** The operation that lists the parents of one child. */
  readonly operation: string;
  /** The operation that lists all possible children of any parent; `null` where there is none. */
  readonly everything: string | null;
}

/** The maximum number of children whose parents are read, and of pages of parents for each. */
const SAMPLES = 4;
const PAGES = 5;
/** Milliseconds to wait before the parents of an unexpected child are re-read: another client may be changing them. */
const PAUSES_MS = [0, 70, 190];
/** The minimum number of children of a second parent. */
const ENOUGH = 3;
/** The maximum number of records missing from a doubtful list whose parents are read, some at a time. */
const ABSENT = 96;
const AT_ONCE = 24;
/** So many parents with the same children, or so many children without any parent, are no chance. */
const ALIKE = 4;

/**
 * A child list returns the children of the requested parent. To check this, the parents of its children are read. It
 * fails if some children, or all, do not have this parent while others that do are missing: lists that only one of both knows may
 * mean another relation, such as who is assigned and who is active.
 */
export function children(reverse: Reverse): AskRule {
  return {
    id: 'relations.children',
    clause: 'relations.children',
    needs: ['several'],
    appliesTo: () => true,
    async ask(context) {
      const [parameter] = pathParameters(context.operation);
      const parent = (await context.params())[parameter?.name ?? ''] ?? '';
      const page = await context.page();
      const sampled = spread(page.items, SAMPLES).slice(0, context.upTo(SAMPLES, ENOUGH));
      const owned = await Promise.all(sampled.map((child) => hasParent(context, reverse, identity(child), parent)));
      if (owned.includes(null)) context.inconclusive(`${reverse.operation} does not return the parents of a record`);
      if (!owned.includes(false)) {
        await assertTwoLists(context, reverse, page.items);
        await checkOther(context, reverse, parent);
        return;
      }
      const strangers = await strangersAmong(context, reverse, sampled, parent);
      if (strangers.length === 0) return;
      const areAll = strangers.length === sampled.length;
      const isWrong =
        (await isOtherwise(context, reverse, parent, await context.params())) ||
        (areAll && (await isAlwaysEmpty(context, reverse)));
      if (!isWrong)
        context.inconclusive(
          `${reverse.operation} does not list the parent of each record, so it may mean another relation`,
        );
      const [first] = strangers;
      const message = `${strangers.length} of ${plural(sampled.length, 'sampled record')} ${strangers.length === 1 ? 'does' : 'do'} not belong to ${parent} according to ${reverse.operation}`;
      const expected = `records whose ${reverse.operation} lists ${parent}`;
      context.report(page.answer, {
        at: '/items',
        expected,
        actual: first === undefined ? '' : identity(first),
        message,
      });
    },
  };
}

/** The sampled children that do not have this parent, however often their parents are read. */
async function strangersAmong(
  context: AskContext,
  reverse: Reverse,
  sampled: readonly JsonRecord[],
  parent: string,
): Promise<readonly JsonRecord[]> {
  let strangers = sampled;
  for (const ms of PAUSES_MS) {
    if (strangers.length === 0) break;
    await context.world.session.pause(ms);
    const owned = await Promise.all(
      strangers.map((child) => hasParent(context, reverse, identity(child), parent, `after ${ms} ms`)),
    );
    strangers = strangers.filter((_child, index) => owned[index] === false);
  }
  return strangers;
}

/** Checks a second parent in the same way: a list that ignores its parent is right for one of them. */
async function checkOther(context: AskContext, reverse: Reverse, own: string): Promise<void> {
  const [parameter] = pathParameters(context.operation);
  const suits = ({ params, count }: SurveyedParent) => params[parameter?.name ?? ''] !== own && (count ?? 0) >= ENOUGH;
  const others = (await survey(context, (some) => some.some(suits))).filter(suits);
  const [other] = others.toSorted((one, next) => (next.count ?? 0) - (one.count ?? 0));
  if (other !== undefined) await checkParent(context, reverse, other);
}

/** Reports a parent if none of several of its children has it, and others that do are missing. */
async function checkParent(context: AskContext, reverse: Reverse, { params }: SurveyedParent): Promise<void> {
  const [parameter] = pathParameters(context.operation);
  const parent = params[parameter?.name ?? ''] ?? '';
  const page = await context.page({}, { params });
  const sampled = spread(page.items, SAMPLES).slice(0, ENOUGH);
  const owned = await Promise.all(sampled.map((child) => hasParent(context, reverse, identity(child), parent)));
  if (owned.some((one) => one !== false)) return;
  if ((await strangersAmong(context, reverse, sampled, parent)).length < Math.max(sampled.length, ENOUGH)) return;
  if (!(await isOtherwise(context, reverse, parent, params))) return;
  const message = `${plural(sampled.length, 'sampled record')} of ${parent} belong to other parents according to ${reverse.operation}`;
  const expected = `records whose ${reverse.operation} lists ${parent}`;
  context.report(page.answer, { at: '/items', expected, actual: identity(sampled[0] ?? {}), message });
}

/**
 * Makes sure that children and parents are different lists: inconclusive if the parents of a child are the very records
 * of the child list, as on a target that returns the same response to every request.
 */
async function assertTwoLists(
  context: AskContext,
  { operation: id }: Reverse,
  items: readonly JsonRecord[],
): Promise<void> {
  const operation = context.world.operation(id);
  const [parameter] = pathParameters(operation);
  const [child] = items;
  if (child === undefined) return;
  const params = { [parameter?.name ?? '']: identity(child) };
  const parents = await context.page({ page_size: SURVEY_SIZE }, { operation, params, valid: false });
  if (sameJson(parents.items, items)) context.inconclusive(`${id} returns the same records as the child list`);
}

/** Whether a child lists this parent; `null` where its parents cannot be read. */
async function hasParent(
  context: AskContext,
  reverse: Reverse,
  child: string,
  parent: string,
  again?: string,
): Promise<boolean | null> {
  const operation = context.world.operation(reverse.operation);
  const [parameter] = pathParameters(operation);
  const params = { [parameter?.name ?? '']: child };
  const first = await context.ask({ page_size: SURVEY_SIZE }, { operation, params });
  if (first.status !== 200) return null;
  const list = await walk(
    (query) => context.page(query, { operation, params, valid: false, ...(again !== undefined && { again }) }),
    {},
    SURVEY_SIZE,
    PAGES,
  );
  const found = list.items.some((item) => isSameId(identity(item), parent));
  // A parent without an id may be any record: which fields may be null or absent is unspecified.
  const nameless = list.items.some(({ id }) => typeof id !== 'string');
  return found || !(list.partial || nameless) ? found : null;
}

/**
 * Whether a list with unexpected children is certainly wrong: it returns all records there are, the children of another parent
 * for each parent, or it also lacks records that do have this parent. One way of reading may know more than the other, but not
 * both.
 */
async function isOtherwise(context: AskContext, reverse: Reverse, parent: string, params: Params): Promise<boolean> {
  // A child that is missing for a moment is in one of two readings of the list.
  const readings = [
    await context.walkUnmoved(100, { params }),
    await context.walkUnmoved(100, { params, again: 'otherwise' }),
  ];
  // A list that was read in part, or shows a record without an id, may contain any record.
  if (readings.some(({ items, partial }) => partial || lastingIds(items) === null)) return false;
  const own = new Set(readings.flatMap(({ items }) => items.map(identity)));
  const known = new Set([...own].map((id) => id.toLowerCase()));
  const named = await lackingIn(context, reverse, parent, known);
  if (reverse.everything === null) return named || (await isOfAnother(context, reverse, [...own]));
  const operation = context.world.operation(reverse.everything);
  const all = await context.walkUnmoved(100, { operation });
  const absent = all.items.filter((item) => !known.has(identity(item).toLowerCase()));
  if (absent.length === 0) return !all.partial && all.items.length >= ENOUGH;
  if (named) return true;
  const looked = spread(absent, ABSENT);
  for (let at = 0; at < looked.length; at += AT_ONCE) {
    const some = looked.slice(at, at + AT_ONCE);
    const found = await Promise.all(
      some.map((child) => hasParent(context, reverse, identity(child), parent, 'absent')),
    );
    if (found.includes(true)) return true;
  }
  return false;
}

/** Whether the list of parents is empty for each of several children, as if the target never filled it in. */
async function isAlwaysEmpty(context: AskContext, reverse: Reverse): Promise<boolean> {
  const read = await context.world.parents(context.world.operation(reverse.operation), READ_ANYWAY);
  return read.length >= ALIKE && read.every(({ count }) => count === 0);
}

/** Whether a list lacks a record whose parents, which other rules read anyway, contain this one. */
async function lackingIn(
  context: AskContext,
  reverse: Reverse,
  parent: string,
  known: ReadonlySet<string>,
): Promise<boolean> {
  const operation = context.world.operation(reverse.operation);
  const [parameter] = pathParameters(operation);
  const read = await context.world.parents(operation, READ_ANYWAY);
  const lacking = read
    .filter(({ items }) => items.some(({ id }) => isSameId(id, parent)))
    .map(({ params }) => params[parameter?.name ?? ''] ?? '')
    .filter((child) => !known.has(child.toLowerCase()));
  const [first] = lacking;
  return first !== undefined && (await hasParent(context, reverse, first, parent, 'lacking')) === true;
}

/** Whether many parents have the same children, which are those of another one of them. */
async function isOfAnother(context: AskContext, reverse: Reverse, own: readonly string[]): Promise<boolean> {
  const parents = await context.world.parents(context.operation, READ_ANYWAY);
  const alike = parents.filter(({ items }) => sameJson(items.map(identity), own));
  if (alike.length < ALIKE || alike.length < parents.length) return false;
  const [parameter] = pathParameters(context.operation);
  for (const { params } of alike) {
    const id = params[parameter?.name ?? ''] ?? '';
    const found = await Promise.all(own.slice(0, ENOUGH).map((child) => hasParent(context, reverse, child, id)));
    if (found.every((one) => one === true)) return true;
  }
  return false;
}
