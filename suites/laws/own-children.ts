import type { Operation } from '../../contract/types.js';
import type { AskRule } from '../../engine/run/rule.js';
import type { AskContext, AskOptions } from '../../engine/session/ask-context.js';
import { identity, isRecord, type JsonRecord, type Page, type Walk } from '../../engine/session/page.js';
import { SURVEY_SIZE, type SurveyedParent } from '../../engine/session/parent-survey.js';
import { isSameId } from '../../engine/session/same-id.js';
import { sameJson } from '../../engine/session/validation.js';
import { type Params, pathParameters } from '../../engine/session/world.js';
import { listOf } from './detail-ids.js';
import { LARGEST_PAGE } from './stride.js';
import { isOtherThan, READ_ANYWAY } from './survey.js';

/** The maximum number of parents whose children are counted. */
const SURVEYED = 8;
/** The maximum number of parents whose children are read. */
const READ = 5;
/** The minimum number of children to judge. */
export const SEVERAL = 3;
/** The most distinctive one first. */
const NAMES = ['email', 'username', 'displayName'] as const;

/** A parent, with its number of children if it is known. */
type Parent = Pick<SurveyedParent, 'params'> & Partial<SurveyedParent>;

/** The parent that most rules use, and a few others, those with the most children first. */
export async function parentsOf(context: AskContext): Promise<readonly Parent[]> {
  const own = await context.params();
  const isOther = isOtherThan(own);
  const surveyed = await context.world.parents(context.operation, SURVEYED);
  const rich = surveyed
    .filter((one) => (one.count ?? 0) > 0 && isOther(one))
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0));
  return [{ params: own }, ...rich.slice(0, context.upTo(READ, 2) - 1)];
}

/** The children of a parent, on pages like the one that counted them. */
export const childrenOf = (context: AskContext, { params }: Parent, options: AskOptions = {}): Promise<Walk> =>
  context.walk(SURVEY_SIZE, {}, { params, ...options });

/** What another operation lists by the same parameter. */
export const listedBy = (
  context: AskContext,
  params: Params,
  operation: Operation,
  options: AskOptions = {},
): Promise<Walk> => context.walkUnmoved(SURVEY_SIZE, { operation, params, ...options });

/**
 * The consumptions of a parent belong to its own users; `users` is the operation that lists them by the same parameter.
 * Reports a parent if most of its consumptions belong to known users who are not its own while most of its own have none, or
 * several of them do and all are those of another parent.
 */
export function ownConsumptions(users: string): AskRule {
  return {
    id: 'relations.consumptions',
    clause: 'relations.consumptions',
    needs: ['records'],
    appliesTo: () => true,
    async ask(context) {
      const before: Listed[] = [];
      // A run with a limit of requests has read the default page anyway.
      const size = context.allowance.sparing ? SURVEY_SIZE : LARGEST_PAGE;
      const allUsers = (await context.walk(size, {}, { operation: context.world.operation('getUsers') })).items;
      let compared = 0;
      for (const parent of await parentsOf(context)) {
        const { params } = parent;
        const consumptions = await childrenOf(context, parent);
        const own = await listedBy(context, params, context.world.operation(users));
        const named = consumptions.items.filter(isNamed);
        if (named.length < SEVERAL || own.items.length < SEVERAL) continue;
        // The rest may hold consumptions of the other users, or the users of the other consumptions.
        if (consumptions.partial || own.partial) continue;
        // A target that returns the same for everything proves nothing.
        if (sameJson(consumptions.items, own.items)) continue;
        compared += 1;
        const strangers = named.filter((one) => !isAmong(one, own.items) && isAmong(one, allUsers));
        const [page] = consumptions.pages;
        const listed = { consumptions: consumptions.items, users: own.items.map(identity) };
        const isOfAnother = strangers.length >= SEVERAL && before.some((other) => isRepeated(listed, other));
        before.push(listed);
        // Consumptions of former users stand beside those of the users that are left.
        const consuming = own.items.filter((user) => isAmong(user, consumptions.items));
        const areMost = strangers.length * 2 > named.length && consuming.length * 2 <= own.items.length;
        if ((!areMost && !isOfAnother) || page === undefined) continue;
        await context.assertStable(consumptions, [], { params });
        const message = `${strangers.length} of ${named.length} consumptions belong to users that ${users} does not list for ${Object.values(params).join(', ')}`;
        const expected = `consumptions of users that ${users} lists`;
        context.report(page.answer, { at: '/items', expected, actual: nameOf(strangers[0]), message });
      }
      if (compared === 0) context.lacksData('no parent has several consumptions and several users');
    },
  };
}

/** What two operations list for one parent. */
interface Listed {
  readonly consumptions: readonly JsonRecord[];
  readonly users: readonly string[];
}

/** Whether two parents with other users have the same consumptions, with all values. */
function isRepeated(one: Listed, other: Listed): boolean {
  return sameJson(one.consumptions, other.consumptions) && !sameJson(one.users.toSorted(), other.users.toSorted());
}

const isNamed = (record: JsonRecord): boolean => NAMES.some((name) => typeof record[name] === 'string');

function nameOf(record: JsonRecord | undefined): string {
  return String(NAMES.map((name) => record?.[name]).find((value) => typeof value === 'string'));
}

/**
 * Whether one of the other records has the same name as this one, by the most distinctive kind of name that both sides
 * have: several users may share a display name.
 */
export function isAmong(record: JsonRecord, others: readonly JsonRecord[]): boolean {
  const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const key = NAMES.find((name) => isName(record[name]) && others.some((other) => isName(other[name])));
  if (key === undefined) return false;
  const own = String(record[key]).toLowerCase();
  return others.some((other) => isName(other[key]) && other[key].toLowerCase() === own);
}

export const ownPeriods: AskRule = {
  id: 'relations.own-periods',
  clause: 'relations.own-periods',
  needs: ['records'],
  appliesTo: ({ success }) => success.item === 'period',
  async ask(context) {
    const list = context.world.operation(listOf(context.operation) ?? '');
    const parents = (await context.walk(SURVEY_SIZE, {}, { operation: list })).items.map(identity);
    const [parameter] = pathParameters(context.operation);
    const holder = new Map<string, string>();
    let compared = 0;
    // All parents that were looked at anyway: those without periods come last where the richest come first.
    const looked = await context.world.parents(context.operation, context.upTo(READ_ANYWAY, READ));
    for (const one of looked.filter(({ count }) => count !== null)) {
      const { params } = one;
      const parent = params[parameter?.name ?? ''] ?? '';
      const periods = await childrenOf(context, one);
      for (const [index, period] of periods.items.entries()) {
        const [page] = periods.pages;
        const id = identity(period).toLowerCase();
        const twin = periods.items.findIndex((other) => identity(other).toLowerCase() === id);
        if (twin < index && page !== undefined && !sameJson(periods.items[twin], period))
          await reportTwins(context, { periods, page, params, index, twin });
        const fault = linkedTo(period, parents, parent) ?? holder.get(id) ?? parent;
        holder.set(id, parent);
        compared += 1;
        if (isSameId(fault, parent) || page === undefined) continue;
        await context.assertStable(periods, [], { params });
        const message = `the period ${id} is listed for ${parent}, but it belongs to ${fault}`;
        context.report(page.answer, {
          at: `/items/${index}`,
          expected: `a period of ${parent}`,
          actual: fault,
          message,
        });
      }
    }
    if (compared === 0) context.lacksData('no period was read');
  },
};

interface Twins {
  readonly periods: Walk;
  readonly page: Page;
  readonly params: Params;
  /** The places of two periods with one id. */
  readonly index: number;
  readonly twin: number;
}

/** Reports different periods of one parent with the same id. */
async function reportTwins(context: AskContext, { periods, page, params, index, twin }: Twins): Promise<void> {
  await context.assertStable(periods, [], { params });
  const id = identity(periods.items[index] ?? {});
  const message = `two periods of ${Object.values(params).join(', ')} that differ have the id ${id}`;
  const expected = `another id than /items/${twin}`;
  context.report(page.answer, { at: `/items/${index}/id`, expected, actual: id, message });
}

/** The parent that the links of a record contain, if it is not its own. */
function linkedTo({ _links: links }: JsonRecord, parents: readonly string[], own: string): string | undefined {
  const hrefs = (Array.isArray(links) ? links.filter(isRecord) : []).map(({ href }) => String(href));
  const words = new Set(hrefs.flatMap((href) => href.toLowerCase().split(/[/?&=#]/)));
  return words.has(own.toLowerCase()) ? undefined : parents.find((id) => words.has(id.toLowerCase()));
}
